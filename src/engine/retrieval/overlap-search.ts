// The best memories by shared words, age and importance, without reading all of the store.
// A memory that shares no word can only win by age and importance, so of each step of importance the newest few are
// enough. For those that share words the text index, which knows stems, tells how many at most: they are read in the
// order of what they could be worth, until no other can be among the best. That is exact as long as the words of the
// question occur no more than MOST_MATCHES times: of the commonest beyond that everybody is taken to hold them, and
// memories that share nothing else are found among the newest only.

import type { ScopeFilter } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { terms } from '../text/terms.ts';
import { IMPORTANCE_STEPS, importanceOfStep, overlapScore, relevance, writtenWords } from './overlap.ts';
import type { Token } from './ports.ts';

export interface Overlapping {
  readonly memory: Memory;
  readonly relevance: number;
  readonly score: number;
}

const BATCH = 200;
const MOST_MATCHES = 200_000;
const NEWEST = 50;

export async function searchByOverlap(
  store: Store,
  question: string,
  filter: SearchFilter,
  limit: number,
): Promise<Overlapping[]> {
  const words = writtenWords(question);
  const judge = (memory: Memory): Overlapping => {
    const shared = relevance(words, memory.content);
    return { memory, relevance: shared, score: overlapScore(shared, memory, filter.validAt) };
  };
  const { tokens, others } = await worthLookingUp(store, words, filter.within);
  const promising = (await store.search.holding(tokens, filter))
    .map((holder) => {
      const shared = Math.min(1, (holder.held + others) / words.size);
      return { row: holder.row, atMost: overlapScore(shared, holder, filter.validAt) };
    })
    .sort((a, b) => b.atMost - a.atMost);
  let best = bestOf((await newestOfEachStep(store, filter, Math.max(limit, NEWEST))).map(judge), limit);
  for (let start = 0; start < promising.length; start += BATCH) {
    const worst = best.length < limit ? undefined : best.at(-1);
    if (worst && (promising[start]?.atMost ?? 0) < worst.score) break;
    const rows = promising.slice(start, start + BATCH).map(({ row }) => row);
    best = bestOf([...best, ...(await store.memories.byRows(rows)).map(judge)], limit);
  }
  return best;
}

/** The rarest words first, as many as can be looked up in time; how many that somebody holds are left out. */
async function worthLookingUp(
  store: Store,
  words: ReadonlySet<string>,
  within: ScopeFilter,
): Promise<{ tokens: Token[]; others: number }> {
  const all = [...words].map((text) => ({ text, terms: terms(text) }));
  const asked = [...new Set(all.flatMap((token) => token.terms))];
  const { frequency, passages } = await store.search.statistics(asked, within);
  const held = all
    .map((token) => ({ token, matches: Math.min(passages, ...token.terms.map((term) => frequency.get(term) ?? 0)) }))
    .filter(({ matches }) => matches > 0)
    .sort((a, b) => a.matches - b.matches);
  let room = MOST_MATCHES;
  const chosen = held.filter(({ matches }, i) => {
    room -= matches;
    return i === 0 || room >= 0;
  });
  return { tokens: chosen.map(({ token }) => token), others: held.length - chosen.length };
}

async function newestOfEachStep(store: Store, filter: SearchFilter, limit: number): Promise<Memory[]> {
  const found: Memory[] = [];
  for (let step = 1; step <= IMPORTANCE_STEPS; step++) {
    const importance = { above: step === 1 ? -1 : importanceOfStep(step - 1), atMost: importanceOfStep(step) };
    found.push(...(await store.memories.list({ ...filter, importance, limit, offset: 0 })));
  }
  return found;
}

/** Each once, the best first; of two that are worth the same the newer. */
function bestOf(found: readonly Overlapping[], limit: number): Overlapping[] {
  const once = new Map(found.map((each) => [each.memory.row, each]));
  return [...once.values()].sort((a, b) => b.score - a.score || b.memory.row - a.memory.row).slice(0, limit);
}
