import * as z from 'zod';
import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import type { NewEntity } from '../../../engine/graph/ports.ts';
import { groupBy } from '../../../engine/group.ts';
import type {
  Relationship,
  Replacement,
  Sourced,
  SourcedObservation,
  StoredMemory,
  StoredPassage,
  TransferStore,
} from '../../../engine/maintenance/ports.ts';
import { isIndexedAlike } from '../../../engine/memories/passage-words.ts';
import type { NewMemory } from '../../../engine/memories/ports.ts';
import { byId } from '../../../engine/memories/trace.ts';
import type { Entity, Memory, Relation } from '../../../engine/model.ts';
import { readRelation } from '../../rows/graph.ts';
import type { Row } from '../../rows/row.ts';
import { ObservationRow, RelationshipRow, readNotedPair } from '../../rows/transfer.ts';
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
import { typeClause } from '../memories/filter.ts';
import { MEMORY, readMemory, WITH_SCOPE } from '../memories/memory-row.ts';
import { lockSpaces, placeOf, scopeClause } from '../memories/scopes.ts';
import { insertTrace } from '../memories/trace.ts';
import { insertMemories, rewriteMemory } from '../memories/writing.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database, Queryable } from '../server/database.ts';
import { hold } from '../server/locks.ts';
import { raw, type Sql, sql, when } from '../server/sql.ts';
import { toVector } from '../server/vector-bytes.ts';
import type { Analysing } from './analysing.ts';

const asStored = (row: Row): StoredMemory => ({
  memory: readMemory(row),
  conversation: z.string().nullable().parse(row.conversation),
  passages: null,
});

/** Exports and imports memories and what people made by hand. */
export class PostgresTransfer implements TransferStore {
  readonly #database: Database;
  readonly #analysing: Analysing;

  constructor(database: Database, analysing: Analysing) {
    this.#database = database;
    this.#analysing = analysing;
  }

  async memories({ within, types, after, passages, learnedBefore, limit }: Parameters<TransferStore['memories']>[0]) {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT ${MEMORY}, m.conversation FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND m.id > ${after}${when(
        learnedBefore !== undefined,
        () => sql` AND m.ingestion_time < ${learnedBefore ?? 0}`,
      )}${scopeClause(tenant, within, 'm.scope_id')}${typeClause(types, 'm')} ORDER BY m.id LIMIT ${limit}`,
      within,
    );
    const stored = rows.map(asStored);
    if (!passages) return stored;
    const known = await this.#passages(stored.map(({ memory }) => memory.row));
    return stored.map((each) => ({ ...each, passages: known.get(each.memory.row) ?? [] }));
  }

  async #passages(rows: readonly number[]): Promise<Map<number, StoredPassage[]>> {
    const { tenant } = this.#database;
    const found =
      await this.#database.all(sql`SELECT p.memory_row, p.terms, vector_send(v.vector) AS vector FROM passages p
      LEFT JOIN vectors v ON v.tenant_id = ${tenant} AND v.passage_id = p.id
      WHERE p.tenant_id = ${tenant} AND p.memory_row = ANY (${rows}::bigint[]) ORDER BY p.memory_row, p.position`);
    const read = (row: Row) => ({
      terms: String(row.terms),
      vector: row.vector === null ? null : toVector(row.vector),
    });
    return new Map(
      [...groupBy(found, (row) => Number(row.memory_row))].map(([memory, passages]) => [memory, passages.map(read)]),
    );
  }

  async relationships({ within, types, after, limit }: Parameters<TransferStore['relationships']>[0]) {
    const { tenant } = this.#database;
    const reach = entityReach(within);
    const end = (alias: string) => sql`${scopeClause(tenant, reach, `${alias}.scope_id`)}${typeClause(types, alias)}`;
    const isInside = (alias: string) => sql`(true${scopeClause(tenant, within, `${alias}.scope_id`)})`;
    const { label, space } = byId('');
    const rows = await this.#database.all(
      sql`SELECT c.type, c.from_key, c.to_key, min(c.created_at) AS created_at FROM trace_claims c
        JOIN memories f ON f.tenant_id = ${tenant} AND f.id = c.from_key JOIN memories t ON t.tenant_id = ${tenant} AND t.id = c.to_key
        WHERE c.tenant_id = ${tenant} AND c.declared = 1 AND c.from_label = ${label} AND c.to_label = ${label} AND c.from_space = ${space} AND c.to_space = ${space}
          AND (c.from_key, c.type, c.to_key) > (${after?.from ?? ''}, ${after?.type ?? ''}, ${after?.to ?? ''})${end('f')}${end('t')}
          AND (${isInside('f')} OR ${isInside('t')})
        GROUP BY c.from_key, c.type, c.to_key ORDER BY c.from_key, c.type, c.to_key LIMIT ${limit}`,
      reach,
    );
    return rows.map((row): Relationship => {
      const { type, from_key: from, to_key: to, created_at: createdAt } = RelationshipRow.parse(row);
      return { type, from, to, createdAt };
    });
  }

  async pairs({ within, types, after, learnedBefore, limit }: Parameters<TransferStore['pairs']>[0]) {
    const { tenant } = this.#database;
    const end = (alias: 'm' | 'o') =>
      sql`${when(
        learnedBefore !== undefined,
        () => sql` AND ${raw(alias)}.ingestion_time < ${learnedBefore ?? 0}`,
      )}${scopeClause(tenant, within, `${alias}.scope_id`)}${typeClause(types, alias)}`;
    const rows = await this.#database.all(
      sql`SELECT p.seq, p.kind, m.id AS memory_id, o.id AS other_id, p.similarity, p.found_at, p.settled FROM memory_pairs p
        JOIN memories m ON m.tenant_id = ${tenant} AND m.row = p.memory_row JOIN memories o ON o.tenant_id = ${tenant} AND o.row = p.other_row
        WHERE p.tenant_id = ${tenant} AND p.seq > ${after}${end('m')}${end('o')} ORDER BY p.seq LIMIT ${limit}`,
      within,
    );
    return rows.map(readNotedPair);
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
    return rows.map((row) => {
      const { fromRow: _from, toRow: _to, ...relation } = readRelation(row);
      return { ...relation, memory: z.string().nullable().parse(row.memory_id) };
    });
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
    return rows.map((row) => {
      const { id, text, entity_id: entity, memory_id: memory, created_at: createdAt } = ObservationRow.parse(row);
      return { id, observation: { entity, text, memory, createdAt } };
    });
  }

  async known(ids: readonly string[]): Promise<StoredMemory[]> {
    const rows = await this.#database.all(sql`SELECT ${MEMORY}, m.conversation FROM memories m ${WITH_SCOPE}
      WHERE m.tenant_id = ${this.#database.tenant} AND m.id = ANY (${ids}::text[])`);
    return rows.map(asStored);
  }

  async put(fresh: readonly NewMemory[], replaced: readonly Replacement[]): Promise<Memory[]> {
    const put = await this.#database.change(async (on) => {
      // Lock the spaces before the check: another import may be adding the same memory.
      const spaces = new Set<number>();
      for (const { scope } of fresh) spaces.add((await placeOf(on, scope)).space);
      await lockSpaces(on, [...spaces]);
      const known = await on.all(
        sql`SELECT id FROM memories WHERE tenant_id = ${on.tenant} AND id = ANY (${fresh.map(({ id }) => id)}::text[])`,
      );
      const there = new Set(known.map(({ id }) => String(id)));
      const written = await insertMemories(
        on,
        fresh.filter(({ id }) => !there.has(id)),
      );
      for (const { before, after } of replaced) {
        const current = await on.get(
          sql`SELECT 1 FROM memories WHERE tenant_id = ${on.tenant} AND row = ${before.row} AND revision = ${before.revision} FOR UPDATE`,
        );
        if (current) written.push(await replace(on, before, after));
      }
      return written;
    });
    this.#analysing.wrote(put.length);
    const all = [...fresh, ...replaced.map(({ after }) => after)];
    feederOf(this.#database, 'vectors').wrote(all.flatMap(({ passages }) => passages));
    return put;
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

  relate({ type, from, to, createdAt }: Relationship, within: ScopeFilter): Promise<boolean | null> {
    return this.#database.change(async (on) => {
      await hold(on, 'trace');
      const rows = await on.all(
        sql`SELECT row, id FROM memories WHERE tenant_id = ${on.tenant} AND id = ANY (${[from, to]}::text[])${scopeClause(on.tenant, within, 'scope_id')}`,
        within,
      );
      const rowOf = (id: string) => rows.find((row) => row.id === id)?.row;
      const [owner, target] = [rowOf(from), rowOf(to)];
      if (owner === undefined || target === undefined) return null;
      const known = await on.get(
        sql`SELECT 1 FROM trace_claims WHERE tenant_id = ${on.tenant} AND declared = 1 AND type = ${type} AND from_key = ${from} AND to_key = ${to}`,
      );
      if (known) return false;
      const declared = [{ type, from: byId(from), to: byId(to) }];
      await insertTrace(on, [
        { row: Number(owner), id: from, trace: { names: [], claims: [] }, declared, at: createdAt },
      ]);
      return true;
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

function replace(
  on: Queryable,
  before: Memory,
  { passages, model, mentions, phrases, conversation, trace, ...after }: NewMemory,
): Promise<Memory> {
  const { relations: _, ...memory } = after;
  return rewriteMemory(
    on,
    before,
    { ...memory, scope: before.scope, row: before.row, revision: before.revision },
    {
      conversation,
      trace,
      names: { mentions, phrases },
      embedded: isIndexedAlike(before, memory) ? undefined : { passages, model },
    },
  );
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
