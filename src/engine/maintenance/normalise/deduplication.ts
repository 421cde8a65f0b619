// Decides which memories are merged into which, in small steps so that other calls are answered meanwhile.
import type { ScopeFilter } from '../../access/actor.ts';
import { checkMetadata } from '../../memories/content.ts';
import { conversationOf, mentionsOf } from '../../memories/derived.ts';
import { traceOf } from '../../memories/trace.ts';
import { readMetadata } from '../../memories/types.ts';
import type { Memory } from '../../model.ts';
import type { Store } from '../../ports.ts';
import { yieldToEventLoop } from '../../waiting.ts';
import type { Merge, Twins } from '../ports.ts';
import { copyKey, identityOf, joined, saysTheSame, worthKeeping } from './identity.ts';
import { mergeMemories } from './merge.ts';

/** Memories this similar may say the same; their words decide. */
const SAME = 0.95;
const PAGE = 100;
const COMPARED = 25;

export interface FoundMerge {
  readonly merge: Merge;
  /** How similar each of those that go is to the one that stays, in the order of `merge.gone`. */
  readonly similarities: readonly number[];
}

interface Progress {
  readonly signal: AbortSignal;
  readonly report: (done: number, total: number) => void;
}

/** Pairs of similar memories, looked up from either side. */
class Likenesses {
  readonly #of = new Map<number, Map<number, number>>();

  add({ row, other, similarity }: Twins): void {
    for (const [a, b] of [[row, other] as const, [other, row] as const]) {
      const known = this.#of.get(a) ?? new Map<number, number>();
      this.#of.set(a, known.set(b, similarity));
    }
  }

  rows(): number[] {
    return [...this.#of.keys()];
  }

  of(row: number): ReadonlyMap<number, number> {
    return this.#of.get(row) ?? new Map();
  }
}

/** Considers only memories valid now: those that have ended are history and stay as they are. */
export async function findMerges(
  store: Store,
  within: ScopeFilter,
  at: number,
  progress: Progress,
): Promise<FoundMerge[]> {
  const { signal, report } = progress;
  const alike = new Likenesses();
  const firsts = await findCopies(store, within, at, alike, signal);
  const among = new Set(firsts);
  for (let start = 0; start < firsts.length; start += COMPARED) {
    signal.throwIfAborted();
    const twins = await store.normalising.twins(firsts.slice(start, start + COMPARED), among, SAME);
    for (const pair of twins) alike.add(pair);
    report(Math.min(start + COMPARED, firsts.length), firsts.length);
    await yieldToEventLoop();
  }
  return chooseMerges(await load(store, alike.rows()), alike, signal);
}

/** The rows of the first memory with each text; later ones are recorded as its copies. */
async function findCopies(
  store: Store,
  within: ScopeFilter,
  at: number,
  alike: Likenesses,
  signal: AbortSignal,
): Promise<number[]> {
  const firsts = new Map<string, number>();
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const page = await store.normalising.valid(within, at, after, PAGE);
    for (const memory of page) {
      const key = copyKey(memory);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, memory.row);
      else alike.add({ row: first, other: memory.row, similarity: 1 });
    }
    const last = page.at(-1);
    if (!last) return [...firsts.values()];
    after = last.row;
    await yieldToEventLoop();
  }
}

async function load(store: Store, rows: readonly number[]): Promise<Memory[]> {
  const memories: Memory[] = [];
  for (let start = 0; start < rows.length; start += PAGE) {
    memories.push(...(await store.memories.byRows(rows.slice(start, start + PAGE))));
    await yieldToEventLoop();
  }
  return memories;
}

/** A memory is merged only into one it is itself similar to, never by way of a third. */
async function chooseMerges(
  memories: readonly Memory[],
  alike: Likenesses,
  signal: AbortSignal,
): Promise<FoundMerge[]> {
  const left = new Map(memories.map((memory) => [memory.row, memory]));
  const merges: FoundMerge[] = [];
  for (const [index, kept] of memories.toSorted(worthKeeping).entries()) {
    if (index % PAGE === 0) await yieldToEventLoop();
    signal.throwIfAborted();
    if (!left.delete(kept.row)) continue;
    const twins = sameAs(kept, left, alike);
    const gone = twins.map(({ memory }) => memory);
    const merge = gone.length > 0 ? mergeInto(kept, gone) : null;
    if (!merge) continue;
    for (const { row } of gone) left.delete(row);
    merges.push({ merge, similarities: twins.map(({ similarity }) => similarity) });
  }
  return merges;
}

/** The remaining memories that say the same as this one and do not contradict each other. */
function sameAs(kept: Memory, left: ReadonlyMap<number, Memory>, alike: Likenesses): Twin[] {
  let identity = identityOf(kept);
  return copiesOf(kept, alike).flatMap(([row, similarity]) => {
    const other = left.get(row);
    const both = other && joined(identity, identityOf(other));
    if (!both || !saysTheSame(kept, other, similarity)) return [];
    identity = both;
    return [{ memory: other, similarity }];
  });
}

interface Twin {
  readonly memory: Memory;
  readonly similarity: number;
}

/** Memories similar to this one, and their copies: of identical texts only the first was compared. */
function copiesOf({ row }: Memory, alike: Likenesses): (readonly [number, number])[] {
  const found = new Map(alike.of(row));
  for (const [other, similarity] of alike.of(row)) {
    for (const [third, distance] of alike.of(other)) {
      if ((distance === 1 || similarity === 1) && !found.has(third)) found.set(third, Math.min(similarity, distance));
    }
  }
  found.delete(row);
  return [...found];
}

/** Null when the merged metadata would be too large for one memory; the memories then stay separate. */
function mergeInto(kept: Memory, gone: readonly Memory[]): Merge | null {
  const after = mergeMemories(kept, gone);
  try {
    checkMetadata(after.metadata);
    readMetadata(after.type, after.metadata);
  } catch {
    return null;
  }
  return {
    before: kept,
    after,
    gone,
    conversation: conversationOf(after.metadata, after.scope),
    trace: traceOf(after),
    names: mentionsOf(after),
  };
}
