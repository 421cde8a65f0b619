import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import type { NewEntity } from '../../../engine/graph/ports.ts';
import type { Sourced, SourcedObservation, TransferStore } from '../../../engine/maintenance/ports.ts';
import type { Entity, Relation } from '../../../engine/model.ts';
import { readObservation, readSourcedRelation } from '../../rows/transfer.ts';
import {
  ENTITY,
  ENTITY_SCOPE,
  findEntity,
  insertEntity,
  insertRelation,
  lockEnds,
  readEntity,
} from '../graph/graph.ts';
import { insertObservation } from '../graph/knowledge.ts';
import { lockSpaces, placeOf, scopeClause } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { type Sql, sql } from '../server/sql.ts';

/** Exports and imports entities, and what is known about them. */
export class PostgresTransferGraph {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async entities({ within, after, limit }: Parameters<TransferStore['entities']>[0]): Promise<Entity[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT ${ENTITY} FROM entities e ${ENTITY_SCOPE} WHERE e.tenant_id = ${tenant} AND e.id > ${after} AND (e.declared = 1
          OR EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = ${tenant} AND r.from_row = e.row) OR EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = ${tenant} AND r.to_row = e.row))${scopeClause(tenant, entityReach(within), 'e.scope_id')}
        ORDER BY e.id LIMIT ${limit}`,
      within,
    );
    return rows.map(readEntity);
  }

  async relations({ within, after, limit }: Parameters<TransferStore['relations']>[0]): Promise<Sourced<Relation>[]> {
    const { tenant } = this.#database;
    const end = (alias: string) => scopeClause(tenant, entityReach(within), `${alias}.scope_id`);
    const rows = await this.#database.all(
      sql`SELECT r.*, f.id AS from_id, t.id AS to_id, m.id AS memory_id FROM relations r JOIN entities f ON f.tenant_id = ${tenant} AND f.row = r.from_row
        JOIN entities t ON t.tenant_id = ${tenant} AND t.row = r.to_row LEFT JOIN memories m ON m.tenant_id = ${tenant} AND m.row = r.memory_row
        WHERE r.tenant_id = ${tenant} AND r.id > ${after}${end('f')}${end('t')}${told(tenant, within, sql`r.memory_row`)} ORDER BY r.id LIMIT ${limit}`,
      within,
    );
    return rows.map(readSourcedRelation);
  }

  async observations({ within, after, limit }: Parameters<TransferStore['observations']>[0]) {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT o.id, o.text, o.created_at, e.id AS entity_id, m.id AS memory_id FROM observations o
        JOIN entities e ON e.tenant_id = ${tenant} AND e.row = o.entity_row LEFT JOIN memories m ON m.tenant_id = ${tenant} AND m.row = o.memory_row
        WHERE o.tenant_id = ${tenant} AND o.id > ${after}${scopeClause(tenant, entityReach(within), 'e.scope_id')}${told(tenant, within, sql`o.memory_row`)}
        ORDER BY o.id LIMIT ${limit}`,
      within,
    );
    return rows.map(readObservation);
  }

  addEntity(entity: NewEntity): Promise<Entity> {
    return this.#database.change(async (on) => {
      const { id: scope, space } = await placeOf(on, entity.scope);
      await lockSpaces(on, [space]);
      const known = await on.get(
        sql`UPDATE entities SET description = coalesce(description, ${entity.description})
          WHERE tenant_id = ${on.tenant} AND key = ${entity.key} AND scope_id = ${scope} AND declared = 1 RETURNING id`,
      );
      return (known && (await findEntity(on, String(known.id), {}))) ?? insertEntity(on, entity);
    });
  }

  relateEntities({ memory, ...relation }: Sourced<Relation>, within: ScopeFilter): Promise<boolean | null> {
    return this.#database.change(async (on) => {
      const source = await sourceOf(on, memory, within);
      const ends = [
        await findEntity(on, relation.from, entityReach(within)),
        await findEntity(on, relation.to, entityReach(within)),
      ];
      if (ends.includes(null) || source === undefined) return null;
      await lockEnds(on, relation);
      const same = await on.get(
        sql`SELECT r.row FROM relations r JOIN entities f ON f.tenant_id = r.tenant_id AND f.row = r.from_row
          JOIN entities t ON t.tenant_id = r.tenant_id AND t.row = r.to_row
          WHERE r.tenant_id = ${on.tenant} AND f.id = ${relation.from} AND t.id = ${relation.to} AND r.type = ${relation.type}
            AND r.valid_from = ${relation.validFrom} AND r.valid_until IS NOT DISTINCT FROM ${relation.validUntil}::bigint`,
      );
      // A relation also declared by hand outlives the memory that stated it first.
      if (same && source === null)
        await on.run(
          sql`UPDATE relations SET memory_row = NULL WHERE tenant_id = ${on.tenant} AND row = ${Number(same.row)}`,
        );
      // Another relation of that id may be out of reach.
      const isTaken = sql`SELECT 1 FROM relations WHERE tenant_id = ${on.tenant} AND id = ${relation.id}`;
      if (same || (await on.get(isTaken))) return false;
      await insertRelation(on, relation, source);
      return true;
    });
  }

  observe({ entity, text, memory, createdAt }: SourcedObservation, within: ScopeFilter): Promise<boolean | null> {
    return this.#database.change(async (on) => {
      const about = await findEntity(on, entity, entityReach(within));
      const source = await sourceOf(on, memory, within);
      if (about === null || source === undefined) return null;
      await lockSpaces(on, [(await placeOf(on, about.scope)).space]);
      return insertObservation(on, about.row, text, source, createdAt);
    });
  }
}

/** The row of the source memory; null for none, undefined if it is missing. */
async function sourceOf(on: Queryable, memory: string | null, within: ScopeFilter): Promise<number | null | undefined> {
  if (memory === null) return null;
  const row = await on.get(
    sql`SELECT m.row FROM memories m LEFT JOIN trace_names n ON n.tenant_id = m.tenant_id AND n.memory_row = m.row AND n.label = 'Memory' AND n.space = ''
    WHERE m.tenant_id = ${on.tenant} AND (m.id = ${memory} OR n.key = ${memory})${scopeClause(on.tenant, within, 'm.scope_id')} ORDER BY m.id = ${memory} DESC LIMIT 1`,
    within,
  );
  return row ? Number(row.row) : undefined;
}

/** Limits to rows without a source memory, or with one within reach. */
const told = (tenant: number, within: ScopeFilter, column: Sql): Sql =>
  sql` AND (${column} IS NULL OR (true${scopeClause(tenant, within, 'm.scope_id')}))`;
