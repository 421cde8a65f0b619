import type { Plain } from '../../cypher/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { type Actor, checkWrite, entityReach, entitySpace, home, isWithin, reach } from '../access/actor.ts';
import { numberingFor, PLAIN } from '../access/numbers.ts';
import { newId } from '../ids.ts';
import type { Direction, Entity, Memory, Relation } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { nameKey } from '../text/names.ts';
import { findEntity } from './entity-lookup.ts';
import { withMaskedIds } from './masked-network.ts';
import { asValues } from './nodes.ts';
import { findNodes, type Related, type RelatedOptions, relatedTo } from './related.ts';
import { checkName, checkText, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from './texts.ts';
import { hintsOn, unknownTypes } from './unknown-names.ts';

export interface EntityInput {
  readonly name: string;
  readonly type?: string | undefined;
  readonly description?: string | undefined;
}

export interface RelationInput {
  readonly from: unknown;
  readonly to: unknown;
  readonly type: string;
  readonly weight: number;
}

export interface Neighbourhood {
  readonly entities: readonly (Entity & { readonly distance: number })[];
  readonly relations: readonly Relation[];
  /** Memories that mention the start entity. */
  readonly memories: readonly Memory[];
  /** Whether results were left out. */
  readonly cut: boolean;
}

export interface QueryOptions {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** The maximum number of rows to return. */
  readonly rows: number;
  readonly timeMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A hub shows only its strongest relations. */
const MAX_ENTITIES = 50;
const MAX_RELATIONS = 70;
const MAX_MEMORIES = 10;

export class Graph {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** One name is one entity: declaring it again returns the same one, with new details filled in. */
  async createEntity(actor: Actor, { name, type, description }: EntityInput): Promise<Entity> {
    const clean = checkName(name);
    const now = this.#clock.now();
    return this.#store.graph.declareEntity({
      id: newId(now),
      scope: entitySpace(home(actor)),
      key: nameKey(clean),
      name: clean,
      type: type ? checkText(type, 'entity_type', MAX_NAME_LENGTH) : null,
      description: description ? checkText(description, 'description', MAX_DESCRIPTION_LENGTH) : null,
      createdAt: now,
    });
  }

  async createRelation(actor: Actor, { from, to, type, weight }: RelationInput): Promise<Relation> {
    if (!(weight >= 0 && weight <= 1)) throw invalid(`weight is ${weight}; it must be between 0 and 1.`);
    const [source, target] = [await this.entity(actor, from), await this.entity(actor, to)];
    for (const { scope } of [source, target]) checkWrite(actor, scope);
    const now = this.#clock.now();
    const related = await this.#store.graph.relate({
      id: newId(now),
      from: source.id,
      to: target.id,
      type: checkText(type, 'relation_type', MAX_NAME_LENGTH),
      weight,
      createdAt: now,
      validFrom: now,
      validUntil: null,
    });
    if (!related) throw notFound(`Entity deleted in the meantime: ${source.name} or ${target.name}`);
    return related;
  }

  /** Finds an entity by id or name. */
  async entity(actor: Actor, id: unknown): Promise<Entity> {
    const entity = await findEntity(this.#store, actor, id);
    if (!entity) throw notFound(`Entity not found: ${typeof id === 'string' ? id : JSON.stringify(id)}`);
    return entity;
  }

  /** Everything within `depth` steps, without duplicates: nearest first, then outgoing, then strongest. */
  async related(actor: Actor, id: unknown, depth: number, direction: Direction): Promise<Neighbourhood> {
    const start = await this.entity(actor, id);
    const distances = new Map([[start.row, 0]]);
    const relations = new Map<string, Relation>();
    let cut = false;
    let frontier = [start.row];
    for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
      const found = await this.#store.graph.relations(frontier, direction, { validAt: this.#clock.now() });
      const visible = await this.#visible(
        actor,
        found.flatMap(({ fromRow, toRow }) => [fromRow, toRow]),
      );
      const from = new Set(frontier);
      const leadingOutFirst = found.toSorted((a, b) => Number(from.has(b.fromRow)) - Number(from.has(a.fromRow)));
      frontier = [];
      for (const { fromRow, toRow, ...relation } of leadingOutFirst) {
        if (!visible.has(fromRow) || !visible.has(toRow) || relations.has(relation.id)) continue;
        const fresh = [...new Set([fromRow, toRow])].filter((row) => !distances.has(row));
        if (distances.size + fresh.length > MAX_ENTITIES + 1 || relations.size >= MAX_RELATIONS) {
          cut = true;
          continue;
        }
        relations.set(relation.id, relation);
        for (const row of fresh) distances.set(row, distance);
        frontier.push(...fresh);
      }
    }
    distances.delete(start.row);
    const entities = await this.#store.graph.entitiesByRow([...distances.keys()]);
    const filter = { within: reach(actor), validAt: this.#clock.now() };
    const naming = await this.#store.graph.memoriesNaming(start.row, filter, MAX_MEMORIES);
    return {
      entities: entities.map((entity) => ({ ...entity, distance: distances.get(entity.row) ?? 0 })),
      relations: [...relations.values()],
      memories: await this.#store.memories.byRows(naming),
      cut,
    };
  }

  /** What is connected with a stored item, by any of its names. */
  async around(
    actor: Actor,
    spelling: string,
    options: RelatedOptions,
  ): Promise<{ related: Related[]; cut: boolean; hint: string | null }> {
    const starts = await findNodes(this.#store, this.#clock, actor, spelling);
    const network = this.#store.network({ within: reach(actor), validAt: this.#clock.now() });
    const found = await relatedTo(network, starts, options);
    const met = new Set(found.related.map(({ relationship }) => relationship));
    const unmet = (options.types ?? []).filter((type) => !met.has(type));
    return { ...found, hint: await unknownTypes(network, unmet) };
  }

  /** Runs a Cypher query over everything that the actor may see. */
  async query(
    actor: Actor,
    text: string,
    { params = {}, rows, timeMs, signal }: QueryOptions,
  ): Promise<{ columns: readonly string[]; rows: Plain[][]; truncated: boolean; hint: string | null }> {
    const seen = this.#store.network({ within: reach(actor), validAt: this.#clock.now() });
    const numbering = await numberingFor(actor, this.#store.access);
    const network = numbering === PLAIN ? seen : withMaskedIds(seen, numbering);
    // Loaded on first use: most servers never run a Cypher query.
    const { plain, runCypher } = await import('../../cypher/index.ts');
    const result = await runCypher(network, text, {
      params: asValues(params),
      rows,
      timeMs,
      clock: this.#clock,
      ...(signal ? { signal } : {}),
    });
    const { columns, truncated, named } = result;
    const plainRows = result.rows.map((row) => row.map(plain));
    return { columns, rows: plainRows, truncated, hint: await hintsOn(seen, named, plainRows) };
  }

  async #visible(actor: Actor, rows: readonly number[]): Promise<Set<number>> {
    const within = entityReach(reach(actor));
    if (Object.keys(within).length === 0) return new Set(rows);
    const entities = await this.#store.graph.entitiesByRow([...new Set(rows)]);
    return new Set(entities.filter(({ scope }) => isWithin(scope, within)).map(({ row }) => row));
  }
}
