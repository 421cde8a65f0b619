// What is known about entities by name: observations and relations.
import { type Actor, entityReach, entitySpace, home, isWithin, reach } from '../access/actor.ts';
import { newId } from '../ids.ts';
import type { Embedding } from '../memories/embedding.ts';
import type { Memories } from '../memories/memories.ts';
import type { Entity } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { nameKey } from '../text/names.ts';
import { findEntitiesByName, findEntity, isOwnOf } from './entity-lookup.ts';
import { EntitySearch, type KnownEntityView, viewsOf } from './entity-search.ts';
import { plainName, relationsIn } from './extracted-relations.ts';
import type { NewEntity } from './ports.ts';
import { checkName, checkText, MAX_NAME_LENGTH, MAX_OBSERVATION_LENGTH } from './texts.ts';

export interface EntityKnowledge {
  readonly name: string;
  /** Null keeps the type of an existing entity; a new one becomes an `entity`. */
  readonly type: string | null;
  readonly observations: readonly string[];
  /** The memory it comes from. */
  readonly memory?: unknown;
}

export interface NamedRelation {
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

export interface KnowledgeView {
  readonly entities: readonly (KnownEntityView & { readonly score?: number })[];
  readonly relations: readonly NamedRelation[];
}

const MAX_OBSERVATIONS = 50;
const MAX_RELATIONS = 100;
const MAX_MEMORIES = 20;
const NEW_TYPE = 'entity';
/** Relations are read from at most this many memories that mention an entity. */
const READ_MEMORIES = 20;

export class Knowledge {
  readonly #store: Store;
  readonly #memories: Memories;
  readonly #search: EntitySearch;
  readonly #clock: Clock;

  constructor(store: Store, memories: Memories, embedding: Embedding, clock: Clock) {
    this.#store = store;
    this.#memories = memories;
    this.#search = new EntitySearch(store, embedding, clock);
    this.#clock = clock;
  }

  /** Finds or creates the entity, and adds new observations. */
  async tell(actor: Actor, { name, type, observations, memory }: EntityKnowledge): Promise<Entity> {
    const texts = observations.map((text) => checkText(text, 'observation', MAX_OBSERVATION_LENGTH));
    const source = await this.#source(actor, memory);
    const entity = await this.#entity(actor, name, type);
    return this.#store.knowledge.observe(entity, texts, source, this.#clock.now());
  }

  /** Creates missing entities at either end; the same relation is stored only once. */
  async relate(actor: Actor, { type, source, target }: NamedRelation, memory?: unknown): Promise<number> {
    const origin = await this.#source(actor, memory);
    const clean = checkText(type, 'relation_type', MAX_NAME_LENGTH);
    const [from, to] = [await this.#entity(actor, source, null), await this.#entity(actor, target, null)];
    const now = this.#clock.now();
    const relation = { from, to, type: clean, weight: 1, createdAt: now, validFrom: now, validUntil: null };
    return this.#store.knowledge.relateOnce({ id: newId(now), ...relation }, origin);
  }

  /** Everything about an entity, by its name or id; null if it does not exist. */
  async about(actor: Actor, name: string) {
    const entity = await findEntity(this.#store, actor, name);
    if (!entity) return null;
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const observations = await this.#store.knowledge.observations([entity.row], MAX_OBSERVATIONS);
    return {
      entity,
      observations: observations.map(({ text }) => text),
      relations: await this.#relations(actor, [entity.row]),
      memories: await this.#store.graph.memoriesNaming(entity.row, filter, MAX_MEMORIES),
    };
  }

  /** The newest entities and their relations. */
  async overview(actor: Actor, limit: number): Promise<KnowledgeView> {
    return this.#view(actor, await this.#store.knowledge.newest(entityReach(reach(actor)), limit), new Map());
  }

  /** The entities that a question is about. */
  async search(actor: Actor, question: string, limit: number, byMeaning: boolean): Promise<KnowledgeView> {
    const scores = await this.#search.score(actor, question, limit, byMeaning);
    const best = [...scores].sort(([, a], [, b]) => b - a).slice(0, limit);
    return this.#view(actor, await this.#store.graph.entitiesByRow(best.map(([row]) => row)), scores);
  }

  async #view(actor: Actor, entities: readonly Entity[], scores: ReadonlyMap<number, number>): Promise<KnowledgeView> {
    const views = await viewsOf(this.#store, entities);
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

  async #relations(actor: Actor, rows: readonly number[]): Promise<NamedRelation[]> {
    const found = await this.#store.graph.relations(rows, 'both', { validAt: this.#clock.now() });
    const ends = await this.#store.graph.entitiesByRow([
      ...new Set(found.flatMap(({ fromRow, toRow }) => [fromRow, toRow])),
    ]);
    const within = entityReach(reach(actor));
    const names = new Map(
      ends.filter(({ scope }) => isWithin(scope, within)).map((entity) => [entity.row, entity.name]),
    );
    const stored = found.flatMap(({ type, fromRow, toRow }) => {
      const [source, target] = [names.get(fromRow), names.get(toRow)];
      return source === undefined || target === undefined ? [] : [{ type, source, target }];
    });
    const all = [...stored, ...(await this.#learned(actor, rows))];
    const once = new Map(all.map((relation) => [relationKey(relation), relation] as const).reverse());
    return [...once.values()].reverse().slice(0, MAX_RELATIONS);
  }

  /** Relations read from the memories that mention these entities. */
  async #learned(actor: Actor, rows: readonly number[]): Promise<NamedRelation[]> {
    const mentions = await this.#store.graph.mentionedBy(rows, READ_MEMORIES);
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const telling = [...new Set(mentions.map(({ memory }) => memory))];
    const memories = await this.#store.memories.byRows([...(await this.#store.search.permitted(telling, filter))]);
    const names = (await this.#store.graph.entitiesByRow(rows)).map(({ name }) => plainName(name));
    const keys = new Set(names.map(nameKey));
    return memories
      .flatMap(({ content }) => relationsIn(content, names))
      .filter(({ source, target }) => keys.has(nameKey(source)) || keys.has(nameKey(target)));
  }

  async #source(actor: Actor, memory: unknown): Promise<number | null> {
    return memory === undefined ? null : (await this.#memories.get(actor, memory)).row;
  }

  /** The input with which the store finds or creates the entity of a name. */
  async #entity(actor: Actor, name: string, type: string | null): Promise<NewEntity> {
    const clean = checkName(name);
    const known = (await findEntitiesByName(this.#store, actor, clean)).find(isOwnOf(actor));
    const now = this.#clock.now();
    return {
      id: newId(now),
      scope: entitySpace(home(actor)),
      key: nameKey(clean),
      name: known?.name ?? clean,
      type: type === null ? null : checkText(type, 'entity_type', MAX_NAME_LENGTH),
      typeIfNew: NEW_TYPE,
      description: null,
      createdAt: now,
    };
  }
}

const relationKey = ({ type, source, target }: NamedRelation): string =>
  JSON.stringify([nameKey(type), nameKey(source), nameKey(target)]);
