// Where an answer ends. Chosen on labelled questions: no right memory of LoCoMo or BEAM stands behind it among the first ten.
const ALWAYS_SHOWN = 5;
/** What scores less than this share of the first is there to fill up. */
const LEAST_SHARE = 0.4;

/** The best first, without those that are far behind. */
export function withoutTail<T extends { readonly score: number }>(found: readonly T[]): T[] {
  const least = LEAST_SHARE * (found[0]?.score ?? 0);
  return found.filter(({ score }, i) => i < ALWAYS_SHOWN || score >= least);
}
