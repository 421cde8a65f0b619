// What is known about entities by name: observations, relations, and the search for the entities a question is about.
import { type Actor, entityReach, entitySpace, home, isWithin, reach } from '../access/actor.ts';
import { newId } from '../ids.ts';
import { briefly } from '../job.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Memories } from '../memories/memories.ts';
import type { Entity } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { STOP_WORDS } from '../text/terms.ts';
import { entitiesNamed, entityCalled, isOwnOf } from './called.ts';
import type { NewEntity } from './ports.ts';
import { checkText, LONGEST_NAME, LONGEST_OBSERVATION, nameKey } from './texts.ts';

export interface EntityKnowledge {
  readonly name: string;
  /** Null keeps the type of one that is there; a new one is an `entity`. */
  readonly type: string | null;
  readonly observations: readonly string[];
  /** The memory that tells it. */
  readonly memory?: unknown;
}

export interface NamedRelation {
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

export interface KnownEntityView {
  readonly entity: Entity;
  readonly observations: readonly string[];
}

export interface KnowledgeView {
  readonly entities: readonly (KnownEntityView & { readonly score?: number })[];
  readonly relations: readonly NamedRelation[];
}

const MOST_OBSERVATIONS = 50;
const OBSERVATIONS_IN_VIEW = 5;
const MOST_RELATIONS = 100;
const MOST_MEMORIES = 20;
const NEW_TYPE = 'entity';
/** A model reads no more of an entity. */
const DESCRIPTION_CHARACTERS = 1000;
/** So many vectors are made before a search; the next search makes the others. */
const VECTORS_AT_ONCE = 256;
/** What the words of a question add to what the vector says. */
const WORDS_WEIGHT = 0.3;
/** An entity that a near memory names is near itself, but less. */
const MENTIONED = 0.8;
const NEAR_MEMORIES = 20;
const HUB = 50;

export class Knowledge {
  readonly #store: Store;
  readonly #memories: Memories;
  readonly #embedding: Embedding;
  readonly #clock: Clock;

  constructor(store: Store, memories: Memories, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#memories = memories;
    this.#embedding = embedding;
    this.#clock = clock;
  }

  /** Makes the entity or finds it, and adds what is new. */
  async tell(actor: Actor, { name, type, observations, memory }: EntityKnowledge): Promise<Entity> {
    const texts = observations.map((text) => checkText(text, 'observation', LONGEST_OBSERVATION));
    const source = await this.#source(actor, memory);
    const entity = await this.#entity(actor, name, type);
    return this.#store.knowledge.observe(entity, texts, source, this.#clock.now());
  }

  /** Ends that are not there are made; the same relation is there once. */
  async relate(actor: Actor, { type, source, target }: NamedRelation, memory?: unknown): Promise<number> {
    const told = await this.#source(actor, memory);
    const clean = checkText(type, 'relation_type', LONGEST_NAME);
    const [from, to] = [await this.#entity(actor, source, null), await this.#entity(actor, target, null)];
    const now = this.#clock.now();
    const relation = { from, to, type: clean, weight: 1, createdAt: now, validFrom: now, validUntil: null };
    return this.#store.knowledge.relateOnce({ id: newId(now), ...relation }, told);
  }

  /** Everything about an entity, by its name or id; null when there is none. */
  async about(actor: Actor, name: string) {
    const entity = await entityCalled(this.#store, actor, name);
    if (!entity) return null;
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const told = await this.#store.knowledge.observations([entity.row], MOST_OBSERVATIONS);
    return {
      entity,
      observations: told.map(({ text }) => text),
      relations: await this.#relations(actor, [entity.row]),
      memories: await this.#store.graph.memoriesNaming(entity.row, filter, MOST_MEMORIES),
    };
  }

  /** The newest entities and what connects them. */
  async overview(actor: Actor, limit: number): Promise<KnowledgeView> {
    return this.#view(actor, await this.#store.knowledge.newest(entityReach(reach(actor)), limit), new Map());
  }

  /** The entities that a question is about: by meaning where that is wanted, by words, by the memories that name them. */
  async search(actor: Actor, question: string, limit: number, byMeaning: boolean): Promise<KnowledgeView> {
    const within = entityReach(reach(actor));
    const scores = new Map<number, number>();
    const [vector] = byMeaning ? await this.#embedding.questionIfAble([question]) : [];
    if (vector) {
      for (const { row, score } of await this.#nearest(actor, vector, limit)) scores.set(row, score);
      for (const { row, score } of await this.#mentionedNear(actor, vector))
        scores.set(row, Math.max(score, scores.get(row) ?? -1));
    }
    const words = [...new Set(nameKey(question).split(' '))].filter((word) => word.length > 1 && !STOP_WORDS.has(word));
    if (words.length > 0)
      for (const { row, score } of await this.#store.knowledge.holding(words, within, limit))
        scores.set(row, (scores.get(row) ?? 0) + WORDS_WEIGHT * score);
    const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, limit);
    return this.#view(actor, await this.#store.graph.entitiesByRow(best.map(([row]) => row)), scores);
  }

  async #nearest(actor: Actor, vector: Float32Array, limit: number) {
    const within = entityReach(reach(actor));
    const { model: name, dimensions } = this.#embedding.status();
    const model = { name, dimensions };
    const unread = await this.#store.knowledge.withoutVector(model, within, VECTORS_AT_ONCE);
    if (unread.length > 0) {
      const views = await this.#views(unread);
      const { vectors } = await this.#embedding.bulk(views.map(description));
      const made = unread.flatMap(({ row }, i) => (vectors[i] ? [{ entity: row, vector: vectors[i] }] : []));
      await briefly(this.#store.knowledge.addVectors(model, made));
    }
    return this.#store.knowledge.nearest(vector, model, within, limit);
  }

  async #mentionedNear(actor: Actor, vector: Float32Array) {
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const near = await this.#store.search.nearest(vector, filter, NEAR_MEMORIES);
    const scores = new Map(near.map(({ row, score }) => [row, score]));
    const edges = await this.#store.graph.mentionsOf([...scores.keys()], HUB);
    return edges.map(({ memory, entity }) => ({ row: entity, score: MENTIONED * (scores.get(memory) ?? 0) }));
  }

  async #view(actor: Actor, entities: readonly Entity[], scores: ReadonlyMap<number, number>): Promise<KnowledgeView> {
    const views = await this.#views(entities);
    return {
      entities: views.map((view) => {
        const score = scores.get(view.entity.row);
        return score === undefined ? view : { ...view, score };
      }),
      relations: await this.#relations(
        actor,
        entities.map(({ row }) => row),
      ),
    };
  }

  async #views(entities: readonly Entity[]): Promise<KnownEntityView[]> {
    const rows = entities.map(({ row }) => row);
    const told = await this.#store.knowledge.observations(rows, OBSERVATIONS_IN_VIEW);
    return entities.map((entity) => ({
      entity,
      observations: told.filter((each) => each.entity === entity.row).map(({ text }) => text),
    }));
  }

  async #relations(actor: Actor, rows: readonly number[]): Promise<NamedRelation[]> {
    const found = await this.#store.graph.relations(rows, 'both', this.#clock.now());
    const ends = await this.#store.graph.entitiesByRow([
      ...new Set(found.flatMap(({ fromRow, toRow }) => [fromRow, toRow])),
    ]);
    const within = entityReach(reach(actor));
    const names = new Map(
      ends.filter(({ scope }) => isWithin(scope, within)).map((entity) => [entity.row, entity.name]),
    );
    return found
      .flatMap(({ type, fromRow, toRow }) => {
        const [source, target] = [names.get(fromRow), names.get(toRow)];
        return source === undefined || target === undefined ? [] : [{ type, source, target }];
      })
      .slice(0, MOST_RELATIONS);
  }

  async #source(actor: Actor, memory: unknown): Promise<number | null> {
    return memory === undefined ? null : (await this.#memories.get(actor, memory)).row;
  }

  /** The entity of a name as the store makes it, or finds it. */
  async #entity(actor: Actor, name: string, type: string | null): Promise<NewEntity> {
    const clean = checkText(name, 'name', LONGEST_NAME);
    const known = (await entitiesNamed(this.#store, actor, clean)).find(isOwnOf(actor));
    const now = this.#clock.now();
    return {
      id: newId(now),
      scope: entitySpace(home(actor)),
      key: nameKey(clean),
      name: known?.name ?? clean,
      type: type === null ? null : checkText(type, 'entity_type', LONGEST_NAME),
      typeIfNew: NEW_TYPE,
      description: null,
      createdAt: now,
    };
  }
}

const description = ({ entity, observations }: KnownEntityView): string =>
  `${entity.name} (${entity.type}) ${observations.join(' ')}`.slice(0, DESCRIPTION_CHARACTERS);
