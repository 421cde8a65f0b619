// Finds the memory with a given id, name or title.
import { invalid, RemanenceError } from '../../errors.ts';
import { type Actor, entityReach, reach } from '../access/actor.ts';
import { readId } from '../ids.ts';
import type { Embedding } from '../memories/embedding.ts';
import {
  idOf,
  labelOf,
  memoryName,
  namesOf,
  openingName,
  splitIdentifiers,
  titleOf,
  traceKey,
} from '../memories/names.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { PROJECT_TYPES } from '../memories/project-types.ts';
import { type Memory, MemoryKind, type MemoryType } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { memoryCosines } from '../retrieval/passage-scores.ts';
import { matchWords } from '../retrieval/words.ts';
import { isValidNow } from '../temporal/validity.ts';
import { entityKey, nameKey } from '../text/names.ts';
import { questionTerms } from '../text/terms.ts';
import { openingTicket } from '../text/tickets.ts';

export interface Near {
  readonly memory: Memory;
  /** The cosine; null if the match is only by words. */
  readonly similarity: number | null;
}

export interface Resolved {
  readonly memory: Memory;
  /** Others with the same name. */
  readonly others: readonly Memory[];
}

/** Of a name that more memories mention, only those about it are read. */
const HUB = 50;
const NEAREST_SHOWN = 5;
const NEAREST_LOOKED_AT = 30;
const LONGEST_NAME = 300;
const LONGEST_QUESTION = 2000;

export class Finding {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;

  constructor(store: Store, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
  }

  filter(actor: Actor, types?: readonly (MemoryType | MemoryKind)[]): SearchFilter {
    return { within: reach(actor), validAt: this.#clock.now(), types };
  }

  /** The newest valid memories of a type, and how many valid ones there are. */
  async all(actor: Actor, type: MemoryType, limit: number): Promise<{ memories: Memory[]; total: number }> {
    const [within, validAt] = [reach(actor), this.#clock.now()];
    return {
      memories: await this.#store.memories.list({ within, validAt, types: [type], limit, offset: 0 }),
      total: (await this.#store.memories.types(within, validAt)).get(type) ?? 0,
    };
  }

  /** Looks up by memory id, then by name. Among several, an exact id wins, then a title, then the newest. */
  async resolve(actor: Actor, spelling: string, types: readonly MemoryType[]): Promise<Resolved> {
    if (spelling.trim() === '') {
      throw invalid(`The id of the ${nounOf(types)} is empty.`, 'Pass its id, its name or its memory id.');
    }
    const id = readId(spelling);
    const byId = id === null ? null : await this.#store.memories.get(id, reach(actor));
    if (byId?.type && types.includes(byId.type) && isValidNow(byId, this.#clock.now()))
      return { memory: byId, others: [] };
    const [memory, ...others] = await this.called(actor, spelling.slice(0, LONGEST_NAME), types);
    if (!memory) throw await this.#unknown(actor, spelling, types);
    return { memory, others };
  }

  /** The memories of these types nearest to a text, by meaning and by words, plus the rows in `also`. */
  async near(
    actor: Actor,
    text: string,
    types: readonly MemoryType[],
    limit: number,
    also: readonly number[] = [],
  ): Promise<Near[]> {
    const question = text.slice(0, LONGEST_QUESTION);
    if (question.trim() === '') return [];
    const filter = this.filter(actor, types);
    const [vector] = (await this.#embedding.questionIfAvailable([question])).vectors;
    const cosines = memoryCosines(vector ? await this.#store.search.nearest(vector, filter, limit) : []);
    const { hits } = await matchWords(this.#store.search, questionTerms(question), filter, limit);
    const rows = [...new Set([...cosines.keys(), ...hits.map(({ row }) => row), ...also])];
    if (vector) {
      const missing = rows.filter((row) => !cosines.has(row));
      for (const [row, cosine] of memoryCosines(await this.#store.search.similarities(vector, missing)))
        cosines.set(row, cosine);
    }
    const memories = await this.#store.memories.byRows(rows);
    return memories
      .map((memory) => ({ memory, similarity: cosines.get(memory.row) ?? null }))
      .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0));
  }

  /** The memories with this name, best match first. */
  async called(actor: Actor, spelling: string, types: readonly MemoryType[]): Promise<Memory[]> {
    const filter = this.filter(actor, types);
    const key = traceKey(spelling);
    // A name without letters has no such key, but an entity.
    const names = key === '' ? [] : types.map((type) => ({ label: PROJECT_TYPES[type].label, key }));
    const rows = new Set((await this.#store.trace.named(names, filter)).map(({ row }) => row));
    const spelled = entityKey(splitIdentifiers(spelling));
    const keys = [...new Set([nameKey(spelling), spelled])];
    const entities = await this.#store.graph.entitiesByKey(keys, entityReach(filter.within));
    const about = await this.#store.graph.mentionedBy(
      entities.map(({ row }) => row),
      HUB,
    );
    const subjects = about.filter(({ subject }) => subject).map(({ memory }) => memory);
    for (const row of await this.#store.search.permitted(subjects, filter)) rows.add(row);
    const memories = (await this.#store.memories.byRows([...rows])).filter(
      (memory) => !isOnlyWithOtherSigns(memory, key, spelled),
    );
    return memories.sort((a, b) => rank(b, key) - rank(a, key) || b.ingestionTime - a.ingestionTime || b.row - a.row);
  }

  /** Whether a note without a type opens with this name. */
  async #isNoted(actor: Actor, spelling: string): Promise<boolean> {
    const filter = this.filter(actor, MemoryKind.options);
    const { hits } = await matchWords(this.#store.search, questionTerms(spelling), filter, NEAREST_LOOKED_AT);
    const notes = await this.#store.memories.byRows(hits.map(({ row }) => row));
    return notes.some(({ content }) =>
      [openingTicket(content), openingName(content)].some((name) => name && traceKey(name) === traceKey(spelling)),
    );
  }

  /** What there is of these types, when nothing is like the name. */
  async #newest(actor: Actor, types: readonly MemoryType[]): Promise<string> {
    const stored = await Promise.all(types.map((type) => this.all(actor, type, NEAREST_SHOWN)));
    const newest = stored
      .flatMap(({ memories }) => memories)
      .toSorted((a, b) => b.ingestionTime - a.ingestionTime)
      .slice(0, NEAREST_SHOWN)
      .map(labelAndTitle);
    if (newest.length === 0) return `No ${nounOf(types)} is stored yet: add one with its id and name.`;
    return `No name is like it; the newest are: ${newest.join(', ')}.`;
  }

  async #unknown(actor: Actor, spelling: string, types: readonly MemoryType[]): Promise<RemanenceError> {
    const what = nounOf(types);
    const near = await this.near(actor, spelling.slice(0, LONGEST_NAME), types, NEAREST_LOOKED_AT);
    const likeness = ({ memory, similarity }: Near) =>
      Math.max(...[labelOf(memory), titleOf(memory)].map((name) => sharedPairs(spelling, name))) +
      (similarity ?? 0) / 2;
    const nearest = near
      .toSorted((a, b) => likeness(b) - likeness(a))
      .slice(0, NEAREST_SHOWN)
      .map(({ memory }) => labelAndTitle(memory));
    const untyped = (await this.#isNoted(actor, spelling.slice(0, LONGEST_NAME)))
      ? [`A note about it is stored without a type; only memories of the type ${types.join(' or ')} count here.`]
      : [];
    return new RemanenceError('not_found', `No ${what} is called ${JSON.stringify(spelling.slice(0, 100))}.`, {
      hint: [
        ...untyped,
        nearest.length === 0 ? await this.#newest(actor, types) : `The closest matches are: ${nearest.join(', ')}.`,
      ].join(' '),
      details: { provided: spelling.slice(0, LONGEST_NAME), nearest },
    });
  }
}

const nounOf = (types: readonly MemoryType[]): string => types.map((type) => PROJECT_TYPES[type].noun).join(' or ');

/** Whether all its names of that key are others: `C` is not called `C++`. */
function isOnlyWithOtherSigns(memory: Memory, key: string, spelled: string): boolean {
  const same = [...namesOf(memory), memoryName(memory)].filter((name) => traceKey(name) === key);
  return same.length > 0 && same.every((name) => entityKey(splitIdentifiers(name)) !== spelled);
}

/** An id ranks above a name, and a name above a mention. */
function rank(memory: Memory, key: string): number {
  if (traceKey(idOf(memory) ?? '') === key) return 2;
  return traceKey(titleOf(memory)) === key ? 1 : 0;
}

/** The share of letter pairs that two names have in common, 0..1, so that a misspelt name is still found. */
function sharedPairs(a: string, b: string): number {
  const pairs = (name: string) => {
    const letters = traceKey(name).replaceAll(' ', '');
    return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, i) => letters.slice(i, i + 2)));
  };
  const [first, second] = [pairs(a), pairs(b)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return shared === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

function labelAndTitle(memory: Memory): string {
  const [label, title] = [labelOf(memory), titleOf(memory)];
  return traceKey(label) === traceKey(title) ? label : `${label} (${title})`;
}
