// Whether a memory bears on a prompt. Most prompts ask for work, which no memory answers; a decision about the same thing, or
// an incident with it, should be known before the work begins.
import type { Found } from '../../engine/retrieval/results.ts';

/** A logistic regression on labelled prompts, rounded; docs/reference/hooks.md says how it does on others. */
const WEIGHTS = { vector: 5, lexical: 3, graph: 3, time: 2, nearBest: 2 };
/** What the weighted sum must reach: one chance in ten if recall is sure of its answer, else four in ten. */
const ENOUGH = { sure: 4.2, weak: 6 };
/** Without a model: the least share of the prompt's word weight that a memory must hold. */
const MIN_COVERAGE = 0.6;

type Scored = Pick<Found, 'parts' | 'score' | 'cosine' | 'coverage'>;

/** The results that bear on the prompt, in their order; `weak` is what recall says of them all. */
export function bearing<T extends Scored>(found: readonly T[], weak: boolean): readonly T[] {
  const best = found[0]?.score ?? 0;
  return found.filter(({ parts, score, cosine, coverage }) => {
    if (cosine === null) return !weak && coverage >= MIN_COVERAGE;
    const sum =
      WEIGHTS.vector * parts.vector +
      WEIGHTS.lexical * parts.lexical +
      WEIGHTS.graph * parts.graph +
      WEIGHTS.time * (parts.time ?? 0) +
      WEIGHTS.nearBest * (score / best);
    return sum >= (weak ? ENOUGH.weak : ENOUGH.sure);
  });
}
