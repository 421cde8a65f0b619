// Figures over questions; pure.

export interface Outcome {
  readonly category: string;
  readonly ranked: readonly string[];
  readonly relevant: ReadonlySet<string>;
}

export interface Figures {
  readonly questions: number;
  /** The first result answers. */
  readonly first: number;
  readonly recall2: number;
  readonly recall5: number;
  readonly recall10: number;
  readonly mrr: number;
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const recallAt = (k: number, { ranked, relevant }: Outcome): number =>
  ranked.slice(0, k).filter((id) => relevant.has(id)).length / (relevant.size || 1);

function reciprocalRank({ ranked, relevant }: Outcome): number {
  const first = ranked.slice(0, 10).findIndex((id) => relevant.has(id));
  return first < 0 ? 0 : 1 / (first + 1);
}

export function figures(outcomes: readonly Outcome[]): Figures {
  return {
    questions: outcomes.length,
    first: mean(outcomes.map(({ ranked, relevant }) => (relevant.has(ranked[0] ?? '') ? 1 : 0))),
    recall2: mean(outcomes.map((outcome) => recallAt(2, outcome))),
    recall5: mean(outcomes.map((outcome) => recallAt(5, outcome))),
    recall10: mean(outcomes.map((outcome) => recallAt(10, outcome))),
    mrr: mean(outcomes.map(reciprocalRank)),
  };
}

export function percentile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? 0;
}

/** How often a question with an answer scores higher than one without: 0.5 is chance. */
export function auroc(answerable: readonly number[], unanswerable: readonly number[]): number | null {
  if (answerable.length === 0 || unanswerable.length === 0) return null;
  let wins = 0;
  for (const a of answerable) for (const b of unanswerable) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (answerable.length * unanswerable.length);
}

/** Binary gain at the rank of each relevant document, relative to the ideal order. */
export function ndcg(ranked: readonly string[], relevant: ReadonlySet<string>, top: number): number {
  const discount = (rank: number) => 1 / Math.log2(rank + 2);
  const sum = (ranks: readonly number[]) => ranks.reduce((all, rank) => all + discount(rank), 0);
  const hits = ranked.slice(0, top).flatMap((id, rank) => (relevant.has(id) ? [rank] : []));
  const ideal = Array.from({ length: Math.min(relevant.size, top) }, (_, rank) => rank);
  return ideal.length === 0 ? 0 : sum(hits) / sum(ideal);
}
