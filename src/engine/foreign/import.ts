import { invalid } from '../../errors.ts';
import { type Actor, home, reach } from '../access/actor.ts';
import type { Knowledge } from '../graph/knowledge.ts';
import { MAX_OBSERVATION_LENGTH } from '../graph/texts.ts';
import { groupBy } from '../group.ts';
import type { Memories } from '../memories/memories.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import { nameKey } from '../text/names.ts';
import { unhurried, yieldToEventLoop } from '../waiting.ts';
import {
  type Arriving,
  arriving,
  droppedMetadata,
  isAsImported,
  isDropped,
  isPiece,
  isUnmarked,
  pieceOf,
  standsFor,
} from './arriving.ts';
import type { Foreign, Problem } from './foreign.ts';
import { stoppedImport, whyLeftOut } from './stopped.ts';

export interface ImportReport {
  readonly memories: { readonly added: number; readonly changed: number; readonly known: number };
  readonly entities: number;
  readonly relations: number;
  readonly problems: readonly Problem[];
}

interface ImportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

type Sorted = Readonly<Record<'fresh' | 'same' | 'unmarked' | 'changed' | 'forgotten', Arriving[]>>;

/** The ids of what had been merged into something that is in the bin now. */
type MergedInBin = Store['forgetting']['mergedInBin'];

/** An arriving memory with the id it has or gets here, and what is stored under it. */
interface Placed {
  readonly each: Arriving;
  readonly stored: Memory | null;
  readonly isBinned: boolean;
}

const BATCH = 100;
const FORGOTTEN = 'It was forgotten here. Restore it from the bin to have it again.';

/**
 * Imports the data of another server. Ids are derived from the source, so that each memory is imported only once; a
 * memory that has changed in the source is updated here, and one that was forgotten here stays so.
 */
export class ForeignImport {
  readonly #store: Store;
  readonly #memories: Memories;
  readonly #knowledge: Knowledge;

  constructor(store: Store, memories: Memories, knowledge: Knowledge) {
    this.#store = store;
    this.#memories = memories;
    this.#knowledge = knowledge;
  }

  async run(actor: Actor, from: string, foreign: Foreign, options: ImportOptions = {}): Promise<ImportReport> {
    const count = { added: 0, changed: 0, known: 0 };
    try {
      return await this.#run(actor, from, foreign, count, options);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      const { added, changed, known } = count;
      const sum = `${added} added, ${changed} changed, ${known} known already`;
      throw stoppedImport(error, `early: of ${foreign.memories.length} memories, ${sum}`, count);
    }
  }

  async #run(
    actor: Actor,
    from: string,
    foreign: Foreign,
    count: { added: number; changed: number; known: number },
    options: ImportOptions,
  ): Promise<ImportReport> {
    const problems = [...foreign.problems];
    const ids = new Map<string, string>();
    /** What the ids of this run stand for. */
    const digests = new Map<string, string>();
    /** The first piece of a text may be gone here while later ones are not. */
    const brought: Arriving[] = [];
    const total = foreign.memories.length;
    for (let start = 0; start < total; start += BATCH) {
      options.signal?.throwIfAborted();
      const memories = foreign.memories.slice(start, start + BATCH);
      const batch = await this.#arriving(actor, from, { ...foreign, memories }, digests, problems);
      const { fresh, same, unmarked, changed, forgotten } = await this.#sort(batch, problems);
      problems.push(...forgotten.map(({ key }) => ({ where: key, why: FORGOTTEN })));
      brought.push(...batch);
      count.known += forgotten.length + same.length + unmarked.length;
      for (const each of unmarked) await this.#attempt(problems, each.key, () => this.#mark(each));
      for (const each of changed) {
        if (await this.#attempt(problems, each.key, () => this.#change(each, options.signal))) count.changed++;
      }
      const added = await this.#add(fresh, problems, options.signal);
      count.added += added.length;
      for (const { key, id } of [...same, ...unmarked, ...changed, ...added]) ids.set(key, id);
      options.onProgress?.(Math.min(start + BATCH, total), total);
    }
    for await (const each of unhurried(brought)) {
      options.signal?.throwIfAborted();
      count.changed += await this.#dropLater(each, from, digests, problems);
    }
    return { memories: count, ...(await this.#connect(actor, foreign, ids, problems)), problems };
  }

  /** Completes a batch. A memory that the source repeats comes once; another one of its key is a problem. */
  async #arriving(
    actor: Actor,
    from: string,
    batch: Foreign,
    digests: Map<string, string>,
    problems: Problem[],
  ): Promise<Arriving[]> {
    const found: Arriving[] = [];
    for (const memory of batch.memories) {
      await this.#attempt(problems, memory.key, async () => {
        const each = arriving(actor, from, batch, memory);
        const earlier = digests.get(each.id);
        if (earlier === undefined) found.push(each);
        else if (earlier !== each.digest) {
          throw invalid(
            'Another memory in the source has the same key, such as an id or a path; only the first was imported.',
            'Rename one of them in the source, and import it again.',
          );
        }
        digests.set(each.id, each.digest);
      });
    }
    return found;
  }

  /** Sorts a batch by whether each is stored here already, and still the same. */
  async #sort(batch: readonly Arriving[], problems: Problem[]): Promise<Sorted> {
    const sorted: Sorted = { fresh: [], same: [], unmarked: [], changed: [], forgotten: [] };
    const merged = this.#mergedInBin();
    for (const one of batch) {
      await this.#attempt(problems, one.key, async () => {
        const { each, stored, isBinned } = await this.#place(one, merged);
        sorted[sortOf(each, stored, isBinned)].push(each);
      });
    }
    return sorted;
  }

  /**
   * Where it is stored, or can be. Its own id comes first: once it has that, it keeps it. The id from its key alone may be
   * that of a note with the same path in another folder, which it must not overwrite.
   */
  async #place(each: Arriving, merged: MergedInBin): Promise<Placed> {
    let free: string | null = null;
    for (const id of [each.ownId, each.id, each.formerId]) {
      if (id === null) continue;
      const known = await this.#store.memories.get(id, {});
      const within = reach(each.actor);
      const inBin = (await merged(within)).get(id) ?? id;
      const binned = known ? null : await this.#store.forgetting.binned(inBin, within);
      const stored = known ?? binned?.memory ?? null;
      // The id of a merged memory finds the one that it is part of now.
      if (stored && (stored.id !== id || standsFor(stored, each)))
        return { each: { ...each, id }, stored, isBinned: known === null };
      if (stored === null && id === each.id) free = id;
    }
    return { each: { ...each, id: free ?? each.ownId }, stored: null, isBinned: false };
  }

  /** Reads the bin once for each reach. */
  #mergedInBin(): MergedInBin {
    const known = new Map<string, ReturnType<MergedInBin>>();
    return (within) => {
      const key = JSON.stringify(within);
      const merged = known.get(key) ?? this.#store.forgetting.mergedInBin(within);
      known.set(key, merged);
      return merged;
    };
  }

  /** How many of these memories were imported before. */
  async known(actor: Actor, from: string, foreign: Foreign): Promise<number> {
    let known = 0;
    const merged = this.#mergedInBin();
    for (const [index, memory] of foreign.memories.entries()) {
      if (index % BATCH === BATCH - 1) await yieldToEventLoop();
      const each = arriving(actor, from, foreign, memory);
      // A damaged one is known, although not by what it holds.
      let isKnown = true;
      await this.#attempt([], each.key, async () => {
        const { stored, isBinned } = await this.#place(each, merged);
        isKnown = stored !== null && !(isBinned && isDropped(stored));
      });
      if (isKnown) known++;
    }
    return known;
  }

  /** Discards the later pieces of a text that has fewer of them by now; returns how many. */
  async #dropLater(
    first: Arriving,
    from: string,
    digests: ReadonlyMap<string, string>,
    problems: Problem[],
  ): Promise<number> {
    const { actor } = first;
    let dropped = 0;
    if (first.piece > 0) return 0;
    for (let index = 1; ; index++) {
      const piece = pieceOf(first, from, index);
      if (digests.has(piece.id)) continue;
      const known = await this.#pieceStored(actor, piece);
      if (known === null) return dropped;
      const drop = async () => {
        await this.#memories.update(actor, known.id, { metadata: droppedMetadata(known) });
        await this.#memories.discard(actor, known.id);
      };
      if (await this.#attempt(problems, piece.key, drop)) dropped++;
    }
  }

  /** Only what was stored as this piece of this note, or by an earlier version: a note of its own may be called like one. */
  async #pieceStored(actor: Actor, piece: ReturnType<typeof pieceOf>): Promise<Memory | null> {
    for (const id of [piece.ownId, piece.id]) {
      const known = await this.#store.memories.get(id, reach(actor));
      if (known?.id === id && (isPiece(known, piece) || isUnmarked(known))) return known;
    }
    return null;
  }

  /** Stores new memories; returns those that succeeded. */
  async #add(fresh: readonly Arriving[], problems: Problem[], signal?: AbortSignal): Promise<Arriving[]> {
    const added: Arriving[] = [];
    for (const group of groupBy(fresh, ({ actor }) => JSON.stringify(home(actor))).values()) {
      const [first] = group;
      if (!first) continue;
      const inputs = group.map(({ input, id }) => ({ ...input, id }));
      const outcomes = await this.#memories.storeValid(first.actor, inputs, { signal });
      for (const [i, each] of group.entries()) {
        const outcome = outcomes[i];
        if (outcome && 'error' in outcome) problems.push({ where: each.key, why: outcome.error.message });
        else added.push(each);
      }
    }
    return added;
  }

  async #change({ actor, id, input }: Arriving, signal?: AbortSignal): Promise<void> {
    const { content, metadata, label = null, tags = [], summary = null } = input;
    await this.#memories.update(actor, id, { content, metadata, filing: { label, tags, summary } }, signal);
  }

  /** Records which note it is of, which earlier versions did not. */
  async #mark({ actor, id, input: { metadata } }: Arriving): Promise<void> {
    await this.#memories.update(actor, id, { metadataFields: { imported: metadata?.imported } });
  }

  async #connect(actor: Actor, foreign: Foreign, ids: ReadonlyMap<string, string>, problems: Problem[]) {
    const entities = new Set<string>();
    let relations = 0;
    // Entities and relations are imported only if the memory that states them was.
    const came = ({ memory }: { readonly memory: string | null }) => memory === null || ids.has(memory);
    for (const { name, type, observations } of foreign.entities.filter(came)) {
      const isStored = await this.#attempt(problems, name, async () => {
        await this.#knowledge.tell(actor, { name, type, observations: [] });
        for (const { text, memory } of observations.filter(came)) {
          const fact = text.slice(0, MAX_OBSERVATION_LENGTH);
          await this.#knowledge.tell(actor, { name, type: null, observations: [fact], memory: ids.get(memory) });
        }
      });
      if (isStored) entities.add(nameKey(name));
    }
    for (const { memory, ...relation } of foreign.relations.filter(came)) {
      const where = `${relation.source} ${relation.type} ${relation.target}`;
      const source = memory === null ? undefined : ids.get(memory);
      const isStored = await this.#attempt(problems, where, () => this.#knowledge.relate(actor, relation, source));
      if (isStored) relations++;
    }
    return { entities: entities.size, relations };
  }

  /** Records a refusal as a problem, so that it does not stop the rest. */
  async #attempt(problems: Problem[], where: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      problems.push({ where, why: whyLeftOut(error) });
      return false;
    }
  }
}

function sortOf(each: Arriving, stored: Memory | null, isBinned: boolean): keyof Sorted {
  if (stored === null || (isBinned && isDropped(stored))) return 'fresh';
  if (isBinned) return 'forgotten';
  // The one that was kept says what both said, and is no longer this note's alone to change.
  if (stored.id !== each.id) return 'same';
  if (!isAsImported(stored, each)) return 'changed';
  return isUnmarked(stored) ? 'unmarked' : 'same';
}
