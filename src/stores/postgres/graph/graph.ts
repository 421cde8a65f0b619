import * as z from 'zod';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { GraphStore, KnownEntity, MentionEdge, Neighbour, NewEntity } from '../../../engine/graph/ports.ts';
import { newId } from '../../../engine/ids.ts';
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Direction, Entity, Relation } from '../../../engine/model.ts';
import { OPENING_LENGTH, readEntity as readEntityRow, readMention, readRelation } from '../../rows/graph.ts';
import type { Row } from '../../rows/row.ts';
import { filterClause } from '../memories/filter.ts';
import { lockSpaces, placeOf, readScope, SCOPE_COLUMNS, scopeClause } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { joined, prepared, raw, type Sql, sql } from '../server/sql.ts';
import { linkOlder } from './mentions.ts';

/** The columns of an entity `e`; the FROM clause must join its scope as `s`. */
export const ENTITY: Sql = sql`e.*, ${SCOPE_COLUMNS}`;
export const ENTITY_SCOPE: Sql = raw('JOIN scopes s ON s.tenant_id = e.tenant_id AND s.id = e.scope_id');
export const readEntity = (row: Row): Entity => readEntityRow(row, () => readScope(row));

const Numbered = z.object({ row: z.number() });

/** Creates an entity or completes an existing one. Call it inside a change. */
export async function insertEntity(on: Queryable, entity: NewEntity): Promise<Entity> {
  const { id: scope, space } = await placeOf(on, entity.scope);
  await lockSpaces(on, [space]);
  // An import may bring an id that already exists in another scope.
  const taken = await on.get(sql`SELECT 1 FROM entities WHERE tenant_id = ${on.tenant} AND id = ${entity.id}`);
  const { type, description, typeIfNew = null } = entity;
  const before = await on.get(
    sql`SELECT name, type FROM entities WHERE tenant_id = ${on.tenant} AND key = ${entity.key} AND scope_id = ${scope}`,
  );
  const made =
    await on.get(sql`INSERT INTO entities AS e (tenant_id, id, scope_id, key, name, type, description, declared, created_at)
    VALUES (${on.tenant}, ${taken ? newId(entity.createdAt) : entity.id}, ${scope}, ${entity.key}, ${entity.name},
      coalesce(${type}::text, ${typeIfNew}::text, 'concept'), ${description}, 1, ${entity.createdAt})
    ON CONFLICT (tenant_id, key, scope_id) DO UPDATE SET declared = 1,
      name = CASE WHEN e.declared = 0 THEN excluded.name ELSE e.name END,
      type = coalesce(${type}::text, CASE WHEN e.declared = 0 THEN ${typeIfNew}::text END, e.type),
      description = coalesce(excluded.description, e.description) RETURNING row, name, type`);
  const { row } = Numbered.parse(made);
  if (before && (before.name !== made?.name || before.type !== made?.type)) await forgetEntityVector(on, row);
  await linkOlder(on, [{ memory: null, entity: row, key: entity.key, space: scope }]);
  const found = await on.get(
    sql`SELECT ${ENTITY} FROM entities e ${ENTITY_SCOPE} WHERE e.tenant_id = ${on.tenant} AND e.row = ${row}`,
  );
  return readEntity(found ?? {});
}

/** Deletes the vector; it is recomputed later from what is known then. */
export async function forgetEntityVector(on: Queryable, entity: number): Promise<void> {
  await on.run(sql`DELETE FROM entity_vectors WHERE tenant_id = ${on.tenant} AND entity_row = ${entity}`);
}

export async function findEntity(on: Queryable, id: string, within: ScopeFilter): Promise<Entity | null> {
  const row = await on.get(
    sql`SELECT ${ENTITY} FROM entities e ${ENTITY_SCOPE} WHERE e.tenant_id = ${on.tenant}
    AND e.id = ${id}${scopeClause(on.tenant, within, 'e.scope_id')}`,
    within,
  );
  return row ? readEntity(row) : null;
}

/** Returns its row, or null if an end is missing. Call it inside a change. */
export async function insertRelation(on: Queryable, relation: Relation, memory: number | null): Promise<number | null> {
  const row =
    await on.get(sql`INSERT INTO relations (tenant_id, id, from_row, to_row, type, weight, created_at, valid_from, valid_until, memory_row)
    SELECT ${on.tenant}, ${relation.id}, f.row, t.row, ${relation.type}, ${relation.weight}::float8, ${relation.createdAt}::bigint,
      ${relation.validFrom}::bigint, ${relation.validUntil}::bigint, ${memory}::bigint
    FROM entities f JOIN entities t ON t.tenant_id = f.tenant_id AND t.id = ${relation.to} WHERE f.tenant_id = ${on.tenant} AND f.id = ${relation.from} RETURNING row`);
  return row ? Numbered.parse(row).row : null;
}

/** Returns the row of an equal valid relation or of a new one; null if an end is missing. Call it inside a change. */
export async function insertRelationOnce(
  on: Queryable,
  relation: Relation,
  memory: number | null,
): Promise<number | null> {
  await lockEnds(on, relation);
  const known =
    await on.get(sql`SELECT r.row FROM relations r JOIN entities f ON f.tenant_id = r.tenant_id AND f.row = r.from_row
    JOIN entities t ON t.tenant_id = r.tenant_id AND t.row = r.to_row WHERE r.tenant_id = ${on.tenant} AND f.id = ${relation.from}
    AND t.id = ${relation.to} AND r.type = ${relation.type} AND (r.valid_until IS NULL OR r.valid_until > ${relation.validFrom}) ORDER BY r.row LIMIT 1`);
  if (!known) return insertRelation(on, relation, memory);
  const { row } = Numbered.parse(known);
  // A relation also declared by hand outlives the memory that stated it first.
  if (memory === null)
    await on.run(sql`UPDATE relations SET memory_row = NULL WHERE tenant_id = ${on.tenant} AND row = ${row}`);
  return row;
}

/** Prevents others from relating the same two entities meanwhile. */
export async function lockEnds(on: Queryable, { from, to }: Pick<Relation, 'from' | 'to'>): Promise<void> {
  const rows = await on.all(
    sql`SELECT scope_id FROM entities WHERE tenant_id = ${on.tenant} AND id = ANY (${[from, to]}::text[])`,
  );
  await lockSpaces(
    on,
    rows.map(({ scope_id }) => Number(scope_id)),
  );
}

export class PostgresGraph implements GraphStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  declareEntity(entity: NewEntity): Promise<Entity> {
    return this.#database.change((on) => insertEntity(on, entity));
  }

  async entity(id: string, within: ScopeFilter): Promise<Entity | null> {
    const { tenant } = this.#database;
    const row = await this.#database.get(
      sql`SELECT ${ENTITY} FROM entities e ${ENTITY_SCOPE} WHERE e.tenant_id = ${tenant} AND e.id = ${id}${scopeClause(tenant, within, 'e.scope_id')}`,
      within,
    );
    return row ? readEntity(row) : null;
  }

  async entitiesByRow(rows: readonly number[]): Promise<Entity[]> {
    const found =
      await this.#database.all(sql`SELECT ${ENTITY} FROM unnest(${rows}::bigint[]) WITH ORDINALITY wanted(row, place)
      JOIN entities e ON e.tenant_id = ${this.#database.tenant} AND e.row = wanted.row ${ENTITY_SCOPE} ORDER BY wanted.place`);
    return found.map(readEntity);
  }

  async entitiesByKey(keys: readonly string[], within: ScopeFilter): Promise<KnownEntity[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      prepared(
        sql`SELECT e.row, e.key, e.mentions, e.subjects FROM entities e WHERE e.tenant_id = ${tenant} AND e.key = ANY (${keys}::text[])${scopeClause(tenant, within, 'e.scope_id')}`,
      ),
      within,
    );
    return rows.map((row) => ({
      row: Number(row.row),
      key: String(row.key),
      mentions: Number(row.mentions),
      subjects: Number(row.subjects),
    }));
  }

  relate(relation: Relation): Promise<Relation | null> {
    return this.#database.change(async (on) => {
      const row = await insertRelationOnce(on, relation, null);
      if (row === null) return null;
      await on.run(
        sql`UPDATE relations SET weight = ${relation.weight} WHERE tenant_id = ${on.tenant} AND row = ${row}`,
      );
      const found = await on.get(sql`SELECT r.*, f.id AS from_id, t.id AS to_id FROM relations r
        JOIN entities f ON f.tenant_id = r.tenant_id AND f.row = r.from_row JOIN entities t ON t.tenant_id = r.tenant_id AND t.row = r.to_row
        WHERE r.tenant_id = ${on.tenant} AND r.row = ${row}`);
      const { fromRow: _, toRow: __, ...kept } = readRelation(found);
      return kept;
    });
  }

  async relations(
    entities: readonly number[],
    direction: Direction,
    at: Pick<SearchFilter, 'validAt' | 'past'>,
    within: ScopeFilter = {},
  ): Promise<(Relation & { fromRow: number; toRow: number })[]> {
    const rows = await this.#database.all(relationsOf(this.#database.tenant, entities, direction, at, within), within);
    return rows.map(readRelation);
  }

  async mentionsOf(memories: readonly number[], hub: number): Promise<MentionEdge[]> {
    return (await this.#database.all(mentionsOf(this.#database.tenant, memories, hub))).map(readMention);
  }

  async mentionedBy(entities: readonly number[], hub: number): Promise<MentionEdge[]> {
    return (await this.#database.all(mentionedBy(this.#database.tenant, entities, hub))).map(readMention);
  }

  async memoriesNaming(entity: number, filter: SearchFilter, limit: number): Promise<number[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT m.row FROM mentions l JOIN memories m ON m.tenant_id = ${tenant} AND m.row = l.memory_row
        WHERE l.tenant_id = ${tenant} AND l.entity_row = ${entity} AND ${filterClause(tenant, filter, 'm')} ORDER BY l.subject DESC, m.row DESC LIMIT ${limit}`,
      filter.within,
    );
    return rows.map((row) => Number(row.row));
  }

  async mentioning(
    memories: readonly number[],
    entities: readonly number[],
  ): Promise<{ memory: number; entity: number }[]> {
    const pairs = sql`SELECT l.memory_row, l.entity_row FROM mentions l WHERE l.tenant_id = ${this.#database.tenant}
      AND l.memory_row = ANY (${memories}::bigint[]) AND l.entity_row = ANY (${entities}::bigint[])`;
    const rows = await this.#database.all(prepared(pairs));
    return rows.map((row) => ({ memory: Number(row.memory_row), entity: Number(row.entity_row) }));
  }

  async neighbours(memories: readonly number[]): Promise<Neighbour[]> {
    return (await this.#database.all(prepared(neighboursOf(this.#database.tenant, memories)))).map(readNeighbour);
  }
}

export const readNeighbour = (row: Row): Neighbour => ({
  memory: Number(row.row),
  neighbour: Number(row.neighbour),
  passages: Number(row.passages),
  openings: { memory: String(row.opening), neighbour: String(row.other) },
});

export function relationsOf(
  tenant: number,
  entities: readonly number[],
  direction: Direction,
  { validAt, past }: Pick<SearchFilter, 'validAt' | 'past'>,
  within: ScopeFilter,
): Sql {
  const ends = { outgoing: ['from_row'], incoming: ['to_row'], both: ['from_row', 'to_row'] }[direction];
  const touching = ends.map(
    (end) =>
      sql`SELECT r.* FROM relations r WHERE r.tenant_id = ${tenant} AND r.${raw(end)} = ANY (${entities}::bigint[])`,
  );
  return sql`SELECT r.*, f.id AS from_id, t.id AS to_id FROM (${joined(touching, ' UNION ')}) r
    JOIN entities f ON f.tenant_id = ${tenant} AND f.row = r.from_row JOIN entities t ON t.tenant_id = ${tenant} AND t.row = r.to_row
    WHERE r.valid_from <= ${past ? sql`${validAt}` : sql`greatest(${validAt}, r.created_at)`} AND (r.valid_until IS NULL OR r.valid_until > ${validAt})${scopeClause(tenant, within, 'f.scope_id')}${scopeClause(tenant, within, 't.scope_id')}
    ORDER BY r.weight DESC, r.created_at`;
}

export const mentionsOf = (tenant: number, memories: readonly number[], hub: number): Sql =>
  sql`SELECT l.memory_row, l.entity_row, l.subject, e.mentions, e.subjects FROM mentions l
    JOIN entities e ON e.tenant_id = ${tenant} AND e.row = l.entity_row WHERE l.tenant_id = ${tenant} AND l.memory_row = ANY (${memories}::bigint[])
    AND (e.mentions > 1 OR e.declared = 1) AND (e.mentions <= ${hub} OR e.subjects > 0)`;

export const mentionedBy = (tenant: number, entities: readonly number[], hub: number): Sql =>
  sql`SELECT l.memory_row, e.row AS entity_row, l.subject, e.mentions, e.subjects
    FROM unnest(${entities}::bigint[]) WITH ORDINALITY wanted(row, place) JOIN entities e ON e.tenant_id = ${tenant} AND e.row = wanted.row
    CROSS JOIN LATERAL (SELECT l.memory_row, l.subject FROM mentions l WHERE l.tenant_id = ${tenant} AND l.entity_row = e.row
      AND (e.mentions <= ${hub} OR l.subject = 1) ORDER BY l.subject DESC, l.memory_row DESC LIMIT ${hub}) l
    ORDER BY wanted.place, l.subject DESC, l.memory_row DESC`;

/** The neighbours of memories in their conversations, the previous one first. */
export function neighboursOf(tenant: number, memories: readonly number[]): Sql {
  const beside = (order: string, compare: string, place: number) =>
    sql`(SELECT n.row, left(n.content, ${OPENING_LENGTH}) AS other, ${place}::int AS place FROM memories n WHERE n.tenant_id = ${tenant} AND n.scope_id = m.scope_id
      AND n.conversation = m.conversation AND (n.event_time, n.row) ${raw(compare)} (m.event_time, m.row)
      ORDER BY n.event_time ${raw(order)}, n.row ${raw(order)} LIMIT 1)`;
  return sql`SELECT m.row, left(m.content, ${OPENING_LENGTH}) AS opening, b.row AS neighbour, b.other,
      (SELECT count(*) FROM passages p WHERE p.tenant_id = ${tenant} AND p.memory_row = b.row) AS passages
    FROM unnest(${memories}::bigint[]) WITH ORDINALITY wanted(row, place) JOIN memories m ON m.tenant_id = ${tenant} AND m.row = wanted.row
    CROSS JOIN LATERAL (${beside('DESC', '<', 0)} UNION ALL ${beside('ASC', '>', 1)}) b
    WHERE m.conversation IS NOT NULL ORDER BY wanted.place, b.place`;
}
