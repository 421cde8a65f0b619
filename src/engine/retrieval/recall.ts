// Recall: candidates by meaning and by words, then a walk from the best of them and from what the question names.
// Every part is normalised before it is weighted.
import { invalid } from '../../errors.ts';
import { entityReach } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import { questionNames } from '../text/names.ts';
import { questionTerms } from '../text/terms.ts';
import { edgesFrom, HUB } from './edges.ts';
import { Evidence } from './evidence.ts';
import type { Hit } from './ports.ts';
import { entitiesIn } from './question.ts';
import { hubAffinity, seedsOf } from './seeds.ts';
import { isMemory, memoryNode, rowOf, walk } from './walk.ts';
import { matchWords } from './words.ts';

export interface Weights {
  readonly vector: number;
  readonly lexical: number;
  readonly graph: number;
}

export const DEFAULT_WEIGHTS: Weights = { vector: 0.4, lexical: 0.15, graph: 0.45 };

export interface Ranked {
  readonly row: number;
  /** The weighted sum, 0..1. */
  readonly score: number;
  /** What it is made of, each 0..1. */
  readonly parts: { readonly vector: number; readonly lexical: number; readonly graph: number };
  /** How near it is in itself, whatever else was found; null without a model. */
  readonly cosine: number | null;
  /** How much of what the question's words could give it holds, 0..1. */
  readonly coverage: number;
}

export interface Ranking {
  readonly ranked: readonly Ranked[];
  /** How many nodes of the graph the walk has seen. */
  readonly walked: number;
}

const CANDIDATES = 50;
/** Passages that are looked at to find that many memories. */
const PASSAGES = 120;
/** Memories that only the walk has found. */
const GRAPH_CANDIDATES = 100;
/** Words lead when the question holds a name, meaning when it holds none. */
const NAMED = { lexical: 1.7, vector: 0.7 };
const PLAIN = { lexical: 0.7, vector: 1 };
const WALK_POWER = 0.4;
/** Every word of the question once, in a text of average length, counts as all of it. */
const ONCE = 2.2;

export function checkWeights({ vector, lexical, graph }: Weights): void {
  const weights = [vector, lexical, graph];
  if (!weights.every((weight) => Number.isFinite(weight) && weight >= 0)) {
    throw invalid('Weights must not be negative.', 'Use 0 to leave a part out.');
  }
  if (weights.every((weight) => weight === 0)) throw invalid('At least one weight must be greater than 0.');
}

export async function rank(
  store: Store,
  question: string,
  vectors: readonly Float32Array[],
  filter: SearchFilter,
  weights: Weights,
): Promise<Ranking> {
  const { hits: matching, terms, passages } = await matchWords(store.search, questionTerms(question), filter, PASSAGES);
  const evidence = new Evidence(store, vectors, terms);
  const candidates = await findCandidates(store, vectors, matching, filter, weights, evidence);
  const named = questionNames(question).length > 0;
  const lead = named ? NAMED : PLAIN;
  const leading = {
    lexical: weights.lexical * lead.lexical,
    vector: vectors.length > 0 ? weights.vector * lead.vector : 0,
  };
  const normalised = normalisers(candidates, evidence, named ? 'best' : terms.best);
  const sum = leading.vector + leading.lexical;
  const base = (row: number) => leading.vector * normalised.vector(row) + leading.lexical * normalised.lexical(row);
  const seedScore = (row: number) => base(row) / (sum || 1);

  const graph = weights.graph > 0 ? await walkFrom(store, question, candidates, seedScore, filter, passages) : null;
  const extra = graph ? await store.search.permitted(graph.reached(candidates), filter) : new Set<number>();
  await evidence.learn([...extra]);

  const ranked = [...new Set([...candidates, ...extra])].map((row): Ranked => {
    const parts = { vector: normalised.vector(row), lexical: normalised.lexical(row), graph: graph?.mass(row) ?? 0 };
    const score = (base(row) + weights.graph * parts.graph) / (sum + weights.graph);
    const coverage = terms.best > 0 ? clamp((ONCE * (evidence.bm25.get(row) ?? 0)) / terms.best) : 0;
    return { row, score, parts, cosine: evidence.cosines.get(row) ?? null, coverage };
  });
  return { ranked, walked: graph?.size ?? 0 };
}

/** The best by vector and the best by words, each corrected for how long they are. */
async function findCandidates(
  store: Store,
  vectors: readonly Float32Array[],
  matching: readonly Hit[],
  filter: SearchFilter,
  weights: Weights,
  evidence: Evidence,
): Promise<number[]> {
  // Seeds are needed even where only the graph is weighed.
  const wants = (weight: number) => weight > 0 || weights.vector + weights.lexical === 0;
  const near: Hit[] = [];
  if (wants(weights.vector)) {
    for (const [i, vector] of vectors.entries()) {
      const hits = await store.search.nearest(vector, filter, PASSAGES);
      evidence.note(i, hits);
      near.push(...hits);
    }
  }
  const rowsOf = (hits: readonly Hit[]) => [...new Set(hits.map((hit) => hit.row))];
  const [nearRows, matchingRows] = [rowsOf(near), wants(weights.lexical) ? rowsOf(matching) : []];
  await evidence.learn([...new Set([...nearRows, ...matchingRows])]);
  const best = (rows: readonly number[], scores: ReadonlyMap<number, number>) =>
    rows
      .filter((row) => (scores.get(row) ?? 0) > 0)
      .toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
      .slice(0, CANDIDATES);
  return [...new Set([...best(nearRows, evidence.cosines), ...best(matchingRows, evidence.bm25)])];
}

/** Cosines between the worst and the best candidate; BM25 against the best one, or against what could be reached. */
function normalisers(candidates: readonly number[], evidence: Evidence, reference: number | 'best') {
  const cosines = candidates.map((row) => evidence.cosines.get(row)).filter((cosine) => cosine !== undefined);
  const low = Math.min(...cosines);
  const high = Math.max(...cosines);
  const top = reference === 'best' ? Math.max(0, ...candidates.map((row) => evidence.bm25.get(row) ?? 0)) : reference;
  return {
    vector: (row: number): number => {
      const cosine = evidence.cosines.get(row);
      if (cosine === undefined || cosines.length === 0) return 0;
      return high > low ? clamp((cosine - low) / (high - low)) : 1;
    },
    lexical: (row: number): number => (top > 0 ? clamp((evidence.bm25.get(row) ?? 0) / top) : 0),
  };
}

async function walkFrom(
  store: Store,
  question: string,
  candidates: readonly number[],
  base: (row: number) => number,
  filter: SearchFilter,
  total: number,
) {
  const named = await entitiesIn(question, store.graph, entityReach(filter.within));
  const hubs = named.filter(({ mentions, trust }) => mentions > HUB && trust >= 1);
  const seeds = seedsOf(candidates, base, named, await hubAffinity(store, hubs, candidates, total), total);
  const settled = await walk(seeds, edgesFrom(store, total, filter));
  const memories = [...settled].filter(([node]) => isMemory(node)).toSorted((a, b) => b[1] - a[1]);
  const most = memories[0]?.[1] ?? 1;
  return {
    size: settled.size,
    mass: (row: number): number => ((settled.get(memoryNode(row)) ?? 0) / most) ** WALK_POWER,
    reached: (known: readonly number[]): number[] => {
      const skip = new Set(known);
      return memories
        .map(([node]) => rowOf(node))
        .filter((row) => !skip.has(row))
        .slice(0, GRAPH_CANDIDATES);
    },
  };
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
