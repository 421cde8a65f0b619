// Finds the best memories by relevance, age and importance without reading the whole store.
// The nearest in meaning are all read. For memories that share words, the text index gives an upper bound of how many:
// they are read in order of their highest possible score, until no other can be among the best. The result is exact
// while the question's words occur at most MAX_MATCHES times in all. Beyond that, the commonest words are assumed to
// be in every memory, and memories that share only those are found only among the nearest and the newest.

import type { ScopeFilter } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { IMPORTANCE_STEPS, importanceOfStep, overlapScore, questionWords, relevance, sharedWords } from './overlap.ts';
import { memoryCosines } from './passage-scores.ts';
import type { Hit } from './ports.ts';
import type { LikelyAnswer } from './results.ts';

export interface Overlapping {
  readonly memory: Memory;
  readonly relevance: number;
  readonly score: number;
}

/** With the matching parts of a long memory; null if there are none to choose. */
export interface ShownOverlapping extends Overlapping {
  readonly excerpt: string | null;
}

const BATCH = 200;
const MAX_MATCHES = 200_000;
const RANKED = 50;
/** Passages examined to find the memories nearest in meaning. */
const NEAREST = 200;

/** Leaves out memories without any relevance. Without vectors, only words count. */
export async function searchByOverlap(
  store: Store,
  question: string,
  { vectors, answer }: { readonly vectors: readonly Float32Array[]; readonly answer: LikelyAnswer | null },
  filter: SearchFilter,
  limit: number,
): Promise<Overlapping[]> {
  // The likely answer is compared with the same results, however many are shown.
  const ranked = Math.max(limit, RANKED);
  const words = questionWords(question);
  const judge = async (rows: readonly number[]): Promise<Overlapping[]> => {
    const cosines = await cosinesOf(vectors, (vector) => store.search.similarities(vector, rows));
    return (await store.memories.byRows(rows)).flatMap((memory) => {
      const found = relevance(sharedWords(words, memory.content), cosines.get(memory.row) ?? 0);
      return found > 0 ? [{ memory, relevance: found, score: overlapScore(found, memory, filter.validAt) }] : [];
    });
  };
  const near = await cosinesOf(vectors, (vector) => store.search.nearest(vector, filter, NEAREST));
  const { chosen, others } = await worthLookingUp(store, words, filter.within);
  const newest = others > 0 ? await newestOfEachStep(store, filter, ranked) : [];
  const first = new Set([...near.keys(), ...newest]);
  let best = bestOf(await judge([...first]), ranked);
  const promising = (await store.search.holding(chosen.map(asToken), filter))
    .filter(({ row }) => !first.has(row))
    .map((holder) => {
      const shared = Math.min(1, (holder.held + others) / words.size);
      return { row: holder.row, atMost: overlapScore(shared, holder, filter.validAt) };
    })
    .sort((a, b) => b.atMost - a.atMost);
  for (let start = 0; start < promising.length; start += BATCH) {
    const worst = best.length < ranked ? undefined : best.at(-1);
    if (worst && (promising[start]?.atMost ?? 0) < worst.score) break;
    const rows = promising.slice(start, start + BATCH).map(({ row }) => row);
    best = bestOf([...best, ...(await judge(rows))], ranked);
  }
  const [memory] = answer ? await store.memories.byRows([answer.row]) : [];
  const all = memory && answer ? withAnswer(best, memory, answer.confidence, filter.validAt) : best;
  return all.slice(0, limit);
}

/** The memory that most likely answers is as relevant as any other. */
function withAnswer(found: readonly Overlapping[], memory: Memory, confidence: number, now: number): Overlapping[] {
  const most = Math.max(confidence, ...found.map((each) => each.relevance));
  const score = overlapScore(most, memory, now);
  const others = found.filter((other) => other.memory.row !== memory.row);
  const better = others.filter((other) => other.score > score).length;
  return others.toSpliced(better, 0, { memory, relevance: most, score });
}

const asToken = (term: string) => ({ text: term, terms: [term] });

/** One cosine per memory: that of the nearest piece of the question. */
async function cosinesOf(
  vectors: readonly Float32Array[],
  hitsOf: (vector: Float32Array) => Promise<Hit[]>,
): Promise<Map<number, number>> {
  const best = new Map<number, number>();
  for (const vector of vectors) {
    for (const [row, cosine] of memoryCosines(await hitsOf(vector)))
      best.set(row, Math.max(cosine, best.get(row) ?? -1));
  }
  return best;
}

/** The rarest words, as many as can be looked up in time, and the number of stored words left out. */
async function worthLookingUp(
  store: Store,
  words: ReadonlySet<string>,
  within: ScopeFilter,
): Promise<{ chosen: string[]; others: number }> {
  const { frequency } = await store.search.statistics([...words], within);
  const held = [...frequency].filter(([, matches]) => matches > 0).sort(([, a], [, b]) => a - b);
  let room = MAX_MATCHES;
  const chosen = held.filter(([, matches], i) => {
    room -= matches;
    return i === 0 || room >= 0;
  });
  return { chosen: chosen.map(([term]) => term), others: held.length - chosen.length };
}

async function newestOfEachStep(store: Store, filter: SearchFilter, limit: number): Promise<number[]> {
  const found: Memory[] = [];
  for (let step = 1; step <= IMPORTANCE_STEPS; step++) {
    const importance = { above: step === 1 ? -1 : importanceOfStep(step - 1), atMost: importanceOfStep(step) };
    found.push(...(await store.memories.list({ ...filter, importance, limit, offset: 0 })));
  }
  return found.map(({ row }) => row);
}

/** Each memory once, best first; at equal scores the newer first. */
function bestOf(found: readonly Overlapping[], limit: number): Overlapping[] {
  const once = new Map(found.map((each) => [each.memory.row, each]));
  return [...once.values()].sort((a, b) => b.score - a.score || b.memory.row - a.memory.row).slice(0, limit);
}
