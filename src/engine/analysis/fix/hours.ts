// Hours of the day named in a rule or a fix: "between 22:00 and 05:00".

interface Hours {
  readonly from: number;
  readonly long: number;
}
const HOURS = /\b(?:between|from)\s+(\d{1,2}):(\d\d)\s+(?:and|to|until|till)\s+(\d{1,2}):(\d\d)/gi;
const HOUR = /\b(until|till)?\s*(?:about\s+)?(\d{1,2}):(\d\d)/gi;
const MINUTES_OF_DAY = 24 * 60;
const minutesOf = (hours = '0', minutes = '0'): number => (Number(hours) * 60 + Number(minutes)) % MINUTES_OF_DAY;
const minutesFrom = (from: number, to: number): number => (to - from + MINUTES_OF_DAY) % MINUTES_OF_DAY;

export const hoursIn = (when: string): readonly Hours[] =>
  [...when.matchAll(HOURS)].map(([, h, m, untilH, untilM]) => {
    const from = minutesOf(h, m);
    return { from, long: minutesFrom(from, minutesOf(untilH, untilM)) || MINUTES_OF_DAY };
  });

const overlap = (one: Hours, other: Hours): boolean =>
  minutesFrom(one.from, other.from) < one.long || minutesFrom(other.from, one.from) < other.long;

const covers = (one: Hours, other: Hours): boolean =>
  one.long === MINUTES_OF_DAY || minutesFrom(one.from, other.from) + other.long <= one.long;

/** Whether something is switched within the hours in which it must be one way, or is otherwise throughout. */
export function inHours(
  hours: Hours,
  { when, rests }: { readonly when: string; readonly rests: boolean },
  mustRest: boolean,
): 'same' | 'opposite' | null {
  const isAsked = rests === mustRest;
  const given = hoursIn(when);
  const turns = [...when.matchAll(HOUR)];
  if (turns.length === 0) return null;
  const isWrong =
    given.length > 0
      ? given.some((each) => (isAsked ? covers(each, hours) : overlap(each, hours))) !== isAsked
      : turns.some(([, until, h, m]) => {
          const into = minutesFrom(hours.from, minutesOf(h, m));
          // Until then it is this way; from then on it is the other.
          return into < hours.long && (into > 0 || isAsked === (until !== undefined));
        });
  if (isWrong) return 'opposite';
  return isAsked ? 'same' : null;
}
