// Compares whole memories, passage by passage.
import type { ScopeFilter } from '../access/actor.ts';
import type { Memory, MemoryType } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { oppositeWords } from '../text/opposites.ts';
import { wordCount } from '../text/terms.ts';
import type { Embedding } from './embedding.ts';
import { type Likeness, likeness, mayChange } from './likeness.ts';
import { idOf } from './names.ts';
import type { NewMemory, SearchFilter } from './ports.ts';
import { replaces } from './replacing.ts';

/** As the store's search gives it; this folder may not use `retrieval/`. */
type Hit = Awaited<ReturnType<Store['search']['nearest']>>[number];

/** From this similarity on, two memories say the same. */
const SAME = 0.95;
const LOOKED_AT = 40;
const SHOWN = 5;
const SIMILAR_SHOWN = 3;
const SIMILAR_LOOKED_AT = 10;
/** The model reads a new memory beside the nearest known ones of at least this similarity, if both are this short. */
const READ = { most: 2, similarity: 0.35, words: 100 };

export interface Similar {
  readonly memory: Memory;
  readonly similarity: number;
  readonly likeness: Likeness;
}

export class NearMemories {
  readonly #store: Store;
  readonly #model: Pick<Embedding, 'compare'>;
  readonly #clock: Clock;

  constructor(store: Store, model: Pick<Embedding, 'compare'>, clock: Clock) {
    this.#store = store;
    this.#model = model;
    this.#clock = clock;
  }

  /** Those that a new memory nearly repeats or may supersede, and those of its type with nearly the same text. */
  async to(
    within: ScopeFilter,
    fresh: NewMemory,
    signal?: AbortSignal,
  ): Promise<{ similar: Similar[]; conflicts: Similar[] }> {
    const vectors = fresh.passages.flatMap(({ vector }) => (vector ? [vector] : []));
    const [first] = vectors;
    if (!first || vectors.length < fresh.passages.length) return { similar: [], conflicts: [] };
    const filter = { within, validAt: this.#clock.now() };
    const looked = fresh.type === null ? SIMILAR_LOOKED_AT : LOOKED_AT;
    const nearest = await this.#store.search.nearest(first, filter, looked);
    const [similar, conflicts] = await Promise.all([
      vectors.length > 1 ? [] : this.#similar(nearest, fresh, signal),
      fresh.type === null ? [] : this.#ofType(nearest, fresh, fresh.type, [first, ...vectors.slice(1)], filter),
    ]);
    return { similar, conflicts };
  }

  /** Nearest first. */
  async #ofType(
    nearest: readonly Hit[],
    fresh: NewMemory,
    type: MemoryType,
    vectors: readonly [Float32Array, ...Float32Array[]],
    filter: SearchFilter,
  ): Promise<Similar[]> {
    // Searching one type alone costs more and is needed only when memories of other types may have crowded it out.
    const isComplete = nearest.length < LOOKED_AT || (nearest.at(-1)?.score ?? 0) < SAME;
    const hits = isComplete
      ? nearest
      : await this.#store.search.nearest(vectors[0], { ...filter, types: [type] }, LOOKED_AT);
    const near = hits.filter((hit) => hit.score >= SAME && hit.position === 0 && hit.passages === vectors.length);
    const scores = new Map(near.map((hit) => [hit.row, hit.score]));
    // Every passage must be similar to its counterpart.
    for (const [position, vector] of vectors.entries()) {
      if (position === 0) continue;
      for (const hit of await this.#store.search.similarities(vector, [...scores.keys()])) {
        if (hit.position === position) scores.set(hit.row, Math.min(hit.score, scores.get(hit.row) ?? 0));
      }
    }
    const memories = await this.#store.memories.byRows([...scores.keys()]);
    return memories
      .map((memory) => ({ memory, similarity: Math.min(1, scores.get(memory.row) ?? 0) }))
      .filter(({ memory, similarity }) => memory.type === type && similarity >= SAME)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, SHOWN)
      .map((near) => ({
        ...near,
        likeness: likeness(fresh.content, near.memory.content, near.similarity) ?? 'duplicate',
      }));
  }

  /**
   * Short memories that say the same or that this one may supersede; those of the same scope first. A typed memory only
   * supersedes others of its type, and what nearly repeats it is found by `#ofType`.
   */
  async #similar(nearest: readonly Hit[], fresh: NewMemory, signal?: AbortSignal): Promise<Similar[]> {
    const scores = new Map(nearest.filter((hit) => hit.passages === 1).map((hit) => [hit.row, hit.score]));
    const known = (await this.#store.memories.byRows([...scores.keys()]))
      .filter((memory) => fresh.type === null || mayReplace(fresh, memory))
      .map((memory) => ({ memory, similarity: scores.get(memory.row) ?? 0 }))
      .toSorted((a, b) => b.similarity - a.similarity);
    const found = await Promise.all(known.map((near, place) => this.#likeness(fresh, near, place, signal)));
    const similar = known.flatMap((near, i) => (found[i] ? [{ ...near, likeness: found[i] }] : []));
    const isElsewhere = ({ memory }: Similar) => JSON.stringify(memory.scope) !== JSON.stringify(fresh.scope);
    return similar.toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b))).slice(0, SIMILAR_SHOWN);
  }

  /** By the words of the two; if these do not tell and it is among the nearest, by what the model says that reads both. */
  async #likeness(
    fresh: NewMemory,
    { memory, similarity }: Omit<Similar, 'likeness'>,
    place: number,
    signal: AbortSignal | undefined,
  ): Promise<Likeness | null> {
    const [later, earlier] = [fresh.content, memory.content];
    const changed = mayChange(later, earlier, similarity) ? 'may_supersede' : null;
    const said = fresh.type === null ? likeness(later, earlier, similarity) : changed;
    if (said || place >= READ.most || similarity < READ.similarity) return said;
    if (oppositeWords(later, earlier) || Math.max(wordCount(later), wordCount(earlier)) > READ.words) return null;
    const odds = await this.#model.compare(earlier, later, signal);
    return odds !== null && replaces(later, earlier, { odds, similarity, place }) ? 'may_supersede' : null;
  }
}

/** Types whose memories state what is so; those of the others describe code and tests. */
const STATING: readonly MemoryType[] = ['design', 'requirements', 'session', 'user_preference'];

/** Whether a typed memory may replace another: one of the same type and, if they have ids of their own, with the same id. */
function mayReplace(fresh: NewMemory, known: Memory): boolean {
  if (fresh.type === null || fresh.type !== known.type || !STATING.includes(fresh.type)) return false;
  const [id, other] = [idOf(fresh), idOf(known)];
  return !(id && other && id !== other);
}
