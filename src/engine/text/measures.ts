// Numbers with what they measure: `15 minutes`, `7 %`, `07:30`, and days of the week.
import { MONTH, WEEKDAY } from './months.ts';

/** As the first word. */
const IS_MONTH = new RegExp(String.raw`^${MONTH}(?!\p{L})`, 'iu');
const NO_UNIT =
  /^(?:a|an|and|are|as|at|because|but|by|for|from|if|in|instead|is|not|now|of|on|or|since|so|the|then|to|was|when|with)$/;
const ORDINAL = /^(?:st|nd|rd|th)$/;
const CLOCK = /(?<![\p{N}.:])\d{1,2}:\d{2}(?![\p{N}:])/gu;
const DAY = new RegExp(String.raw`(?<!\p{L})${WEEKDAY}`, 'giu');
const NUMBER = String.raw`(?<![\p{L}\p{N}.:_-])\d{1,12}(?:[.,]\d{1,6})?`;
const MEASURED = new RegExp(String.raw`(?<number>${NUMBER})\s?(?<unit>[\p{L}µ]{1,20}|[%°€$£])`, 'gu');

/** By unit, its values. */
function measuresIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (unit: string, value: string) => found.set(unit, (found.get(unit) ?? new Set()).add(value.toLowerCase()));
  for (const [time] of text.matchAll(CLOCK)) add('clock', time);
  for (const [day] of text.matchAll(DAY)) add('weekday', day);
  for (const { groups: { number = '', unit = '' } = {} } of text.matchAll(MEASURED)) {
    const word = unit.toLowerCase();
    const isDate = IS_MONTH.test(word) || ORDINAL.test(word);
    if (!isDate && !NO_UNIT.test(word)) add(word.replace(/(?<=\p{L}{2})s$/u, ''), number);
  }
  return found;
}

/** Whether both give a value in the same unit, and the first one that the second lacks: `12 minutes`, `15 minutes`. */
export function givesOtherMeasure(text: string, other: string): boolean {
  const known = measuresIn(other);
  return [...measuresIn(text)].some(([unit, values]) => {
    const held = known.get(unit);
    return held !== undefined && [...values].some((value) => !held.has(value));
  });
}

/** `2 GB on the public API`, `30 seconds at the tills`; but not `5 minutes in May`. */
const PLACED = new RegExp(
  String.raw`${NUMBER}\s?[\p{L}µ%°/]{1,20}\s(?:on|in|at|for)\s(?:the\s|our\s|an?\s)?(?<place>[\p{L}-]{2,40}(?:\s[\p{L}-]{2,40})?)`,
  'giu',
);
/** Such words tell when or of how many a value holds, not where. */
const NO_PLACE = new RegExp(
  String.raw`\b(?:all|any|average|both|case|each|every|first|last|least|most|next|now|once|present|start|summer|the|times?|total|weekends?|winter|years?|${WEEKDAY}s?)\b`,
  'i',
);

/** Whether each gives its value for another place: `2 GB on the public API`, `20 GB on the internal API`. */
export function areMeasuredElsewhere(a: string, b: string): boolean {
  const [first, second] = [placesIn(a), placesIn(b)];
  const isIn = (text: string) => (place: string) =>
    place.split(/\s/).every((word) => text.toLowerCase().includes(word));
  return first.length > 0 && second.length > 0 && !first.some(isIn(b)) && !second.some(isIn(a));
}

const placesIn = (text: string): string[] =>
  [...text.matchAll(PLACED)].flatMap(({ groups: { place = '' } = {} }) =>
    IS_MONTH.test(place) || NO_PLACE.test(place) ? [] : [place.toLowerCase()],
  );
