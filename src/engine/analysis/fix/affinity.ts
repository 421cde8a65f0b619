// Whether two numbers measure the same, and whether the one keeps to the other.
import { terms } from '../../text/terms.ts';
import { countsTheSame } from './counted.ts';
import { canonical, type Quantity } from './quantities.ts';

type Fit = 'fits' | 'breaks';

/** How surely two numbers measure the same; 0 if they do not. */
export function affinity(asked: Quantity, set: Quantity, about: ReadonlySet<string>): number {
  if (asked.dimension !== set.dimension || asked.isStatus !== set.isStatus) return 0;
  const isSame = countsTheSame(asked.counted, set.counted);
  if (isSame === false || (set.isOne && isSame === null)) return 0;
  const labels = [...asked.labels].filter((label) => set.labels.has(label)).length;
  const terms = new Set([...about].map(canonical));
  const topics = [...asked.context].filter((term) => terms.has(term)).length;
  if (labels === 0 && (asked.dimension === 'count' || topics === 0)) return 0;
  return 2 * labels + topics + (asked.direction === 'exactly' ? 0 : 0.5);
}

/** What a number sets, whatever it is about. */
const SETTINGS: ReadonlySet<string> = new Set(
  terms('timeout expiry retries cost characters parallel limit size').map(canonical),
);

/** Where a rule is about another component, one shared word is too little, unless it names the setting. */
export function isSurelyTheSame(asked: Quantity, set: Quantity, about: ReadonlySet<string>): boolean {
  const given = new Set([...set.labels, ...[...about].map(canonical)]);
  const shared = [...new Set([...asked.labels, ...asked.context])].filter((word) => given.has(word));
  return shared.length > 1 || shared.some((word) => SETTINGS.has(word));
}

/** Whether a set value satisfies the required one. */
export function fitOf(asked: Quantity, set: Quantity): Fit {
  const [wanted, given] =
    asked.per !== null && set.per !== null ? [asked.value / asked.per, set.value / set.per] : [asked.value, set.value];
  const keeps =
    asked.direction === 'at least'
      ? given >= wanted
      : asked.direction === 'at most'
        ? given <= wanted
        : given === wanted;
  return keeps ? 'fits' : 'breaks';
}
