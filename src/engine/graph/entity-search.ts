// Finds the entities that a question is about: by name, by meaning, by words, and through memories that mention them.
import { type Actor, entityReach, reach, type ScopeFilter } from '../access/actor.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { VectorModel } from '../memories/ports.ts';
import type { Entity } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { nameKey, spans, writtenAsName } from '../text/names.ts';
import { STOP_WORDS } from '../text/terms.ts';
import { waitBriefly } from '../waiting.ts';

export interface KnownEntityView {
  readonly entity: Entity;
  readonly observations: readonly string[];
}

const OBSERVATIONS_IN_VIEW = 5;
/** A model reads no more than this of an entity. */
const DESCRIPTION_CHARACTERS = 1000;
/** A search makes missing vectors for a second, in batches small enough to stop in time; the next search makes the rest. */
const VECTORS_AT_ONCE = 8;
const VECTORS_WITHIN_MS = 1000;
/** The weight of word matches relative to the vector. */
const WORDS_WEIGHT = 0.3;
/** The factor for entities that are only mentioned, and for those mentioned by a near memory. */
const MENTIONED = 0.8;
/** The minimum score of an entity that the question names, and the maximum of any other. */
const NAMED = 0.9;
const NEAR_MEMORIES = 20;
/** An entity that more memories mention counts only if some memory is about it. */
const HUB = 50;

export class EntitySearch {
  readonly #store: Store;
  readonly #embedding: Embedding;
  readonly #clock: Clock;

  constructor(store: Store, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#embedding = embedding;
    this.#clock = clock;
  }

  /** 0..1, higher is better. */
  async score(actor: Actor, question: string, limit: number, byMeaning: boolean): Promise<Map<number, number>> {
    const within = entityReach(reach(actor));
    const near = new Map<number, number>();
    const [vector] = byMeaning ? (await this.#embedding.questionIfAvailable([question])).vectors : [];
    if (vector) {
      for (const { row, score, declared } of await this.#nearest(actor, vector, limit * 2))
        near.set(row, declared ? score : MENTIONED * score);
      for (const { row, score } of await this.#mentionedNear(actor, vector))
        near.set(row, Math.max(score, near.get(row) ?? -1));
    }
    const words = [...new Set(nameKey(question).split(' '))].filter((word) => word.length > 1 && !STOP_WORDS.has(word));
    const holding = words.length > 0 ? await this.#store.knowledge.holding(words, within, limit) : [];
    const held = new Map(holding.map(({ row, score }) => [row, score]));
    const named = await this.#namedIn(question, within);
    const scores = new Map<number, number>();
    for (const row of new Set([...near.keys(), ...held.keys(), ...named.keys()])) {
      const found = (Math.max(near.get(row) ?? 0, 0) + WORDS_WEIGHT * (held.get(row) ?? 0)) / (1 + WORDS_WEIGHT);
      const name = named.get(row);
      scores.set(row, name === undefined ? NAMED * found : NAMED + (1 - NAMED) * name);
    }
    return scores;
  }

  /** Entities whose name is the question or is written as a name in it, with the share of the question it makes up. */
  async #namedIn(question: string, within: ScopeFilter): Promise<Map<number, number>> {
    const whole = nameKey(question);
    const isWritten = writtenAsName(question);
    const keys = new Set([whole, ...spans(question).map(({ key }) => key)]);
    const known = await this.#store.graph.entitiesByKey([...keys], within);
    return new Map(
      known
        .filter(({ key }) => key === whole || isWritten(key))
        .map(({ row, key }) => [row, key.length / Math.max(1, whole.length)]),
    );
  }

  async #nearest(actor: Actor, vector: Float32Array, limit: number) {
    const within = entityReach(reach(actor));
    const { model: name, dimensions } = this.#embedding.status();
    const model = { name, dimensions };
    const until = this.#clock.now() + VECTORS_WITHIN_MS;
    for (let made = VECTORS_AT_ONCE; made === VECTORS_AT_ONCE && this.#clock.now() < until; )
      made = await this.#makeVectors(model, within);
    return this.#store.knowledge.nearest(vector, model, within, limit);
  }

  /** Makes vectors for a batch of entities without one; returns the size of the batch. */
  async #makeVectors(model: VectorModel, within: ScopeFilter): Promise<number> {
    const unread = await this.#store.knowledge.withoutVector(model, within, VECTORS_AT_ONCE);
    if (unread.length === 0) return 0;
    const views = await viewsOf(this.#store, unread);
    const { vectors } = await this.#embedding.bulk(views.map(description));
    const made = unread.flatMap(({ row }, i) => (vectors[i] ? [{ entity: row, vector: vectors[i] }] : []));
    await waitBriefly(this.#store.knowledge.addVectors(model, made));
    return unread.length;
  }

  async #mentionedNear(actor: Actor, vector: Float32Array) {
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const near = await this.#store.search.nearest(vector, filter, NEAR_MEMORIES);
    const scores = new Map(near.map(({ row, score }) => [row, score]));
    const edges = await this.#store.graph.mentionsOf([...scores.keys()], HUB);
    return edges.map(({ memory, entity }) => ({ row: entity, score: MENTIONED * (scores.get(memory) ?? 0) }));
  }
}

export async function viewsOf(store: Store, entities: readonly Entity[]): Promise<KnownEntityView[]> {
  const rows = entities.map(({ row }) => row);
  const observations = await store.knowledge.observations(rows, OBSERVATIONS_IN_VIEW);
  return entities.map((entity) => ({
    entity,
    observations: observations.filter((each) => each.entity === entity.row).map(({ text }) => text),
  }));
}

const description = ({ entity, observations }: KnownEntityView): string =>
  `${entity.name} (${entity.type}) ${observations.join(' ')}`.slice(0, DESCRIPTION_CHARACTERS);
