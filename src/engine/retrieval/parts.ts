// The parts of a score. Each part is absolute, independent of other results; the score is their weighted mean.
import { invalid } from '../../errors.ts';

export interface Weights {
  readonly vector: number;
  readonly lexical: number;
  readonly graph: number;
}

export const DEFAULT_WEIGHTS: Weights = { vector: 0.4, lexical: 0.15, graph: 0.45 };

/** Each 0..1. */
export interface Parts {
  /** The cosine of the nearest passage, or nearly that of a relative: see `lineage.ts`. */
  readonly vector: number;
  /** The share of the question's words, weighted by rarity; nearly that of a relative, if it is more. */
  readonly lexical: number;
  /** The share of the walk that ends here, scaled by `rootOf`. */
  readonly graph: number;
  /** The share of the question's literals; null when it quotes nothing that is stored. */
  readonly exact: number | null;
  /** How well it fits the time the question names; null when it names none. */
  readonly time: number | null;
  /** The probability that it answers the question, by the model that read both; null if it read only the first, or none. */
  readonly answer: number | null;
  /** High for a result that takes the place of an earlier one that it may have changed, low for that one; else null. */
  readonly current: number | null;
}

export const NO_PARTS: Parts = {
  vector: 0,
  lexical: 0,
  graph: 0,
  exact: null,
  time: null,
  answer: null,
  current: null,
};

/**
 * Quoted literals count as much as the first three parts together, and so does the time; an answer counts half as much,
 * being current three times.
 * When the question names no time, a memory with all quoted literals never ranks below one with none.
 */
export function scoreOf({ vector, lexical, graph, exact, time, answer, current }: Parts, weights: Weights): number {
  const all = weights.vector + weights.lexical + weights.graph;
  let sum = weights.vector * vector + weights.lexical * lexical + weights.graph * graph;
  let total = all;
  for (const [part, share] of [
    [exact, 1],
    [time, 1],
    [answer, 0.5],
    [current, 3],
  ] as const) {
    if (part === null) continue;
    sum += all * share * part;
    total += all * share;
  }
  return sum / (total || 1);
}

/** The same parts with the one for being current such that the score is this, or as near to it as it can. */
export function partsScoring(score: number, parts: Parts, weights: Weights): Parts {
  const [least, most] = [0, 1].map((current) => scoreOf({ ...parts, current }, weights));
  const span = (most ?? 0) - (least ?? 0);
  return { ...parts, current: span > 0 ? clamp((score - (least ?? 0)) / span) : 0 };
}

const WALK_POWER = 0.4;
const WALK_SCALE = 1.2;

/** A walk's share is small for all but the first node: taking a root spreads the others apart. */
export const rootOf = (share: number): number => Math.min(1, WALK_SCALE * share ** WALK_POWER);

/** The same weights with 1 as the largest, so that no sum of them overflows. */
export function checkedWeights({ vector, lexical, graph }: Weights): Weights {
  const weights = [vector, lexical, graph];
  if (!weights.every((weight) => Number.isFinite(weight) && weight >= 0)) {
    throw invalid('Weights must not be negative.', 'Use 0 to leave a part out.');
  }
  const largest = Math.max(...weights);
  if (largest === 0) throw invalid('At least one weight must be greater than 0.');
  return { vector: vector / largest, lexical: lexical / largest, graph: graph / largest };
}

export const clamp = (x: number): number => Math.min(1, Math.max(0, x));
