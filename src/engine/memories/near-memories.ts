// The known memories that a new one repeats, nearly repeats or may supersede.
import type { ScopeFilter } from '../access/actor.ts';
import type { Memory, MemoryType } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { tellsEvent } from '../text/changes.ts';
import { terms, wordCount } from '../text/terms.ts';
import { changesClause, clausesChangedBy } from './clauses.ts';
import type { Embedding } from './embedding.ts';
import { endedNames, saysOver, tellsOfPastYear } from './former.ts';
import { areAboutOthers, isOfOnePlace, type Likeness, likeness, mayChange, onlyTellsChange } from './likeness.ts';
import { idOf } from './names.ts';
import type { NewMemory, SearchFilter } from './ports.ts';
import { COMPARED, isDenied, isWorthAsking, replaces } from './replacing.ts';

/** As the store's search gives it; this folder may not use `retrieval/`. */
type Hit = Awaited<ReturnType<Store['search']['nearest']>>[number];

/** From this similarity on, two memories say the same. */
const SAME = 0.95;
/** How many of the nearest memories are looked at for a new one of a type: those of other types do not count. */
const LOOKED_AT = 40;
const SHOWN = 5;
const SIMILAR_SHOWN = 3;
/** The same for a new one without a type. */
const SIMILAR_LOOKED_AT = 10;
/** How many that hold a word of what is used no more are looked at. */
const NAMING = 200;

export interface Similar {
  readonly memory: Memory;
  readonly similarity: number;
  readonly likeness: Likeness;
}

/** What the known memories near a new one are to it. */
export interface Alike {
  /** Those that nearly say the same or that it may supersede; for a typed memory, the latter alone. */
  readonly similar: readonly Similar[];
  /** Those of its type with nearly the same text. */
  readonly conflicts: readonly Similar[];
  /** Others about the same thing: only the caller can tell whether they still hold. */
  readonly related: readonly Related[];
}

type Related = Omit<Similar, 'likeness'>;

const NONE: Alike = { similar: [], conflicts: [], related: [] };

export class NearMemories {
  readonly #store: Store;
  readonly #model: Pick<Embedding, 'compare' | 'questionIfAvailable'>;
  readonly #clock: Clock;

  constructor(store: Store, model: Pick<Embedding, 'compare' | 'questionIfAvailable'>, clock: Clock) {
    this.#store = store;
    this.#model = model;
    this.#clock = clock;
  }

  async to(within: ScopeFilter, fresh: NewMemory, signal?: AbortSignal): Promise<Alike> {
    const vectors = fresh.passages.flatMap(({ vector }) => (vector ? [vector] : []));
    const [first] = vectors;
    if (!first || vectors.length < fresh.passages.length) return NONE;
    const filter = { within, validAt: this.#clock.now() };
    const looked = fresh.type === null ? SIMILAR_LOOKED_AT : LOOKED_AT;
    const nearest = await this.#store.search.nearest(first, filter, looked);
    const [short, conflicts] = await Promise.all([
      vectors.length > 1
        ? NONE
        : this.#short([...nearest, ...(await this.#outdated(nearest, fresh, first, filter))], fresh, signal),
      fresh.type === null ? [] : this.#ofType(nearest, fresh, fresh.type, first, vectors, filter),
    ]);
    return { ...short, conflicts };
  }

  /** Further ones that use what this one says is used no more: their words may be far from its own. */
  async #outdated(
    nearest: readonly Hit[],
    fresh: NewMemory,
    vector: Float32Array,
    filter: SearchFilter,
  ): Promise<Hit[]> {
    const known = new Set(nearest.map(({ row }) => row));
    const names = endedNames(fresh.content).map(terms);
    const found = await Promise.all(names.map((name) => this.#store.search.withAny(name, filter, NAMING)));
    const rows = [...new Set(found.flat())].filter((row) => !known.has(row));
    const naming = rows.length > 0 ? await this.#store.memories.byRows(rows) : [];
    const over = naming.filter(({ content }) => saysOver(fresh.content, content)).map(({ row }) => row);
    return over.length > 0 ? this.#store.search.similarities(vector, over) : [];
  }

  /** Nearest first. */
  async #ofType(
    nearest: readonly Hit[],
    fresh: NewMemory,
    type: MemoryType,
    first: Float32Array,
    vectors: readonly Float32Array[],
    filter: SearchFilter,
  ): Promise<Similar[]> {
    // Searching one type alone costs more and is needed only when memories of other types may have crowded it out.
    const isComplete = nearest.length < LOOKED_AT || (nearest.at(-1)?.score ?? 0) < SAME;
    const hits = isComplete
      ? nearest
      : await this.#store.search.nearest(first, { ...filter, types: [type] }, LOOKED_AT);
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
   * Short memories that say the same, that this one may supersede, or that are about the same thing; those of the same
   * scope first. A typed memory only supersedes others of its type, and what nearly repeats it is found by `#ofType`.
   */
  async #short(nearest: readonly Hit[], fresh: NewMemory, signal?: AbortSignal): Promise<Omit<Alike, 'conflicts'>> {
    const scores = new Map(nearest.filter((hit) => hit.passages === 1).map((hit) => [hit.row, hit.score]));
    const known = (await this.#store.memories.byRows([...scores.keys()]))
      .filter((memory) => fresh.type === null || mayReplace(fresh, memory))
      .map((memory) => ({ memory, similarity: scores.get(memory.row) ?? 0 }))
      .toSorted((a, b) => b.similarity - a.similarity)
      .map((near) => ({ ...near, likeness: likenessByWords(fresh, near) }));
    // What repeats a known memory replaces none, so the model is not asked.
    const isRepeat = known.some((near) => near.likeness === 'duplicate' && isOfOnePlace(near.memory, fresh));
    const [read, kept] = isRepeat
      ? [new Map<number, Outcome>(), new Set<number>()]
      : await Promise.all([this.#read(fresh, known, signal), this.#kept(fresh, known, signal)]);
    const similar = known.flatMap((near) => {
      const { row } = near.memory;
      const found = kept.has(row) ? null : (near.likeness ?? (read.get(row) === 'replaced' ? 'may_supersede' : null));
      return found ? [{ ...near, likeness: found }] : [];
    });
    const isElsewhere = ({ memory }: Similar) => JSON.stringify(memory.scope) !== JSON.stringify(fresh.scope);
    return {
      similar: similar.toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b))).slice(0, SIMILAR_SHOWN),
      related: known.filter(({ memory }) => read.get(memory.row) === 'related'),
    };
  }

  /** What the model makes of the nearest known memories that their words do not decide, by row. */
  async #read(fresh: NewMemory, known: readonly Near[], signal?: AbortSignal): Promise<Map<number, Outcome>> {
    const outcomes = await Promise.all(
      known
        .filter(({ memory, similarity }) => mayBeOutdated(memory, fresh, similarity))
        .slice(0, COMPARED.most)
        .map(async ({ memory, similarity, likeness: decided }, place): Promise<[number, Outcome][]> => {
          if (decided) return [];
          const odds = await this.#model.compare(memory.content, fresh.content, signal);
          const compared = odds === null ? null : { odds, similarity, place };
          const isReplaced =
            (compared !== null && replaces(fresh.content, memory.content, compared)) ||
            (await this.#changesPart(fresh, memory, place, signal));
          if (isReplaced) return [[memory.row, 'replaced']];
          return compared !== null && isWorthAsking(compared) ? [[memory.row, 'related']] : [];
        }),
    );
    return new Map(outcomes.flat());
  }

  /** Whether a new memory changes what one of several clauses of a known one says. */
  async #changesPart(fresh: NewMemory, known: Memory, place: number, signal?: AbortSignal): Promise<boolean> {
    const vector = fresh.passages[0]?.vector;
    const clauses = vector ? clausesChangedBy(fresh.content, known.content) : [];
    const near = await Promise.all(
      clauses.map(async (clause) => {
        const [own] = (await this.#model.questionIfAvailable([clause], signal)).vectors;
        return { clause, similarity: vector && own ? cosine(vector, own) : 0 };
      }),
    );
    const [nearest] = near.toSorted((a, b) => b.similarity - a.similarity);
    if (!nearest || nearest.similarity < COMPARED.similarity) return false;
    const odds = await this.#model.compare(nearest.clause, fresh.content, signal);
    return odds !== null && changesClause(fresh.content, nearest.clause, { ...nearest, odds, place });
  }

  /**
   * The rows of those that a new memory seems to change by its words alone, where the model denies it. The model reads only
   * the nearest; the others stay unchanged, for among similar notes words alone find many.
   */
  async #kept(fresh: NewMemory, known: readonly Near[], signal?: AbortSignal): Promise<Set<number>> {
    const told = known.filter(
      ({ memory, similarity, likeness: decided }) =>
        decided === 'may_supersede' && onlyTellsChange(fresh.content, memory.content, similarity),
    );
    const nearest = known.find((near) => near.likeness === 'may_supersede');
    const read = await Promise.all(
      told.slice(0, COMPARED.most).map(async (near) => {
        const odds = await this.#model.compare(near.memory.content, fresh.content, signal);
        return isDenied(odds, near === nearest) ? [near.memory.row] : [];
      }),
    );
    return new Set([...read.flat(), ...told.slice(COMPARED.most).map(({ memory }) => memory.row)]);
  }
}

/** Of two unit vectors. */
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

type Near = Related & { readonly likeness: Likeness | null };

/** What the model makes of a known memory beside the new one. */
type Outcome = 'replaced' | 'related';

function likenessByWords(fresh: NewMemory, { memory, similarity }: Related): Likeness | null {
  const changed = mayChange(fresh.content, memory.content, similarity) ? 'may_supersede' : null;
  const found = fresh.type === null ? likeness(fresh.content, memory.content, similarity) : changed;
  return found === 'may_supersede' && !mayEnd(memory, fresh) ? null : found;
}

/** Only what is said later of the same place, and not of years past, can make a memory outdated. */
function mayEnd(known: Memory, fresh: NewMemory): boolean {
  return fresh.eventTime >= known.eventTime && isOfOnePlace(known, fresh) && !tellsOfPastYear(fresh);
}

/** Whether the model is asked if a new memory makes this one outdated: both are short, and the known one is a statement. */
function mayBeOutdated(known: Memory, fresh: NewMemory, similarity: number): boolean {
  return (
    similarity >= COMPARED.similarity &&
    mayEnd(known, fresh) &&
    // What happened stays true.
    known.kind !== 'episodic' &&
    !tellsEvent(known.content) &&
    (known.type === null || STATING.includes(known.type)) &&
    [known, fresh].every(({ content }) => wordCount(content) <= COMPARED.words) &&
    !areAboutOthers(fresh.content, known.content)
  );
}

/** Types whose memories state what is so; those of the others describe code and tests. */
const STATING: readonly MemoryType[] = ['design', 'requirements', 'session', 'user_preference'];

/** Whether a typed memory may replace another: one of the same type and, if they have ids of their own, with the same id. */
function mayReplace(fresh: NewMemory, known: Memory): boolean {
  if (fresh.type === null || fresh.type !== known.type || !STATING.includes(fresh.type)) return false;
  const [id, other] = [idOf(fresh), idOf(known)];
  return !(id && other && id !== other);
}
