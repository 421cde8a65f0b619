// Compares the numbers and versions of a fix with those that a rule sets.

import { fitOf } from './affinity.ts';
import { countedAs, countsTheSame } from './counted.ts';
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness, SAME_SUBJECT } from './judgement.ts';
import { isPresenting, type Proposal } from './proposal.ts';
import type { Quantity } from './quantities.ts';
import { isAllowed } from './versions.ts';

/** `three widths: 160, 320 and 640 pixels`: each of them is allowed. */
const LIST = /\d+\w*(?:, ?\d+\w*)+,? (?:and|or) \d+|\d+, \d+, \d+/;

export function number(
  { quantities, presents }: Proposal,
  demand: Demand,
  { tied, similarity, measured }: Nearness,
): Judgement | null {
  if (!tied && similarity < SAME_SUBJECT) return null;
  const isListed = (value: number) => LIST.test(demand.quote) && demand.quantities.some((each) => each.value === value);
  const fits = demand.quantities.flatMap((asked) =>
    quantities
      .filter(({ quantity }) => measured.get(quantity)?.has(asked))
      .filter(({ quantity }) => !(presents && !isPresenting(demand.quote) && isShown(asked, quantity)))
      .map(({ quantity }) => ({
        fit: isListed(quantity.value) ? ('fits' as const) : fitOf(asked, quantity),
        asked,
        set: quantity,
      })),
  );
  const broken = fits.find(
    ({ fit, asked, set }) =>
      fit === 'breaks' &&
      !fits.some((each) => each.asked === asked && each.fit === 'fits' && !isOneRange(each.set, set)) &&
      !(
        isLoose(asked, set) && demand.quantities.some((other) => isRival(other, asked) && fitOf(other, set) === 'fits')
      ),
  );
  if (broken) {
    return make('breaks', 'number', demand, inWords(broken.asked, broken.set));
  }
  const met = fits.find(({ fit, set }) => fit === 'fits' && !set.isOne);
  return met ? make('keeps', 'asked_for', demand, `sets ${met.set.written}, as required`) : null;
}

/** `show 10 stations` has nothing to do with how many must confirm. */
const isShown = (asked: Quantity, set: Quantity): boolean =>
  asked.dimension === 'count' && (asked.direction === 'exactly' || set.isOne);

/** `takes one station where two are required`. */
function inWords(asked: Quantity, set: Quantity): string {
  const wanted = asked.direction === 'exactly' ? asked.written : `${asked.direction} ${asked.written}`;
  const what =
    asked.counted && set.counted && countsTheSame(asked.counted, set.counted)
      ? countedAs(set.counted, asked.counted)
      : 'times';
  return what === 'times'
    ? `sets ${set.written} where ${wanted} is required`
    : `takes ${set.written} ${what} where ${wanted} ${asked.value === 1 ? 'is' : 'are'} required`;
}

/** Only words around the two numbers tie them together. */
const isLoose = (asked: Quantity, set: Quantity): boolean => ![...asked.labels].some((label) => set.labels.has(label));

/** `web roles 5 seconds, report roles 10 minutes`: either may be meant. */
const isRival = (other: Quantity, asked: Quantity): boolean =>
  other !== asked && other.dimension === asked.dimension && !isOneRange(other, asked);

/** Both bounds of a range hold. */
const isOneRange = (one: Quantity, other: Quantity): boolean =>
  one !== other && one.range !== null && one.range === other.range;

/** A diff that changes the number that a rule sets. */
export function renumbered(proposal: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied) return null;
  for (const asked of demand.quantities) {
    const bare = Number.parseFloat(asked.written.replaceAll(/[,_]/g, ''));
    const change = proposal.renumbered.find(({ from }) => from === bare || from === asked.value);
    if (change === undefined || proposal.quantities.some(({ quantity }) => quantity.labels.size > 1)) continue;
    const set = { ...asked, value: change.from === bare ? (asked.value / bare) * change.to : change.to };
    const fits = [asked, ...demand.quantities.filter((other) => isOneRange(other, asked))].every(
      (bound) => fitOf(bound, set) === 'fits',
    );
    return fits
      ? make('keeps', 'asked_for', demand, `sets ${change.written}`)
      : make('breaks', 'number', demand, `sets ${change.written} where ${asked.written} is required`);
  }
  return null;
}

export function version({ versions }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied) return null;
  const pairs = demand.versions.flatMap((bound) =>
    versions.filter((each) => each.of === bound.of).map((each) => ({ bound, each })),
  );
  const broken = pairs.find(({ bound, each }) => !isAllowed(each, bound));
  if (broken) {
    const { bound, each } = broken;
    return make(
      'breaks',
      'number',
      demand,
      `uses ${each.written} where ${bound.direction} ${bound.written} is required`,
    );
  }
  const [kept] = pairs;
  return kept ? make('keeps', 'asked_for', demand, `uses ${kept.each.written}, as required`) : null;
}

/** A fix without a limit, where the rule sets one. */
export function endless(
  { unbounded, said }: Proposal,
  demand: Demand,
  { tied, similarity }: Nearness,
): Judgement | null {
  if (!unbounded || (!tied && similarity < SAME_SUBJECT)) return null;
  const ceiling = demand.quantities.find(({ direction }) => direction === 'at most');
  const isSame = [...said].some((term) => demand.terms.has(term));
  return ceiling && isSame
    ? make('breaks', 'number', demand, `sets no limit where at most ${ceiling.written} is required`)
    : null;
}
