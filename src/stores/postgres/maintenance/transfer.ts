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
import type { Row } from '../../rows/row.ts';
import { readRelationship, readTransferredPair } from '../../rows/transfer.ts';
import { typeClause } from '../memories/filter.ts';
import { MEMORY, readMemory, WITH_SCOPE } from '../memories/memory-row.ts';
import { lockSpaces, placeOf, scopeClause } from '../memories/scopes.ts';
import { insertTrace } from '../memories/trace.ts';
import { insertMemories, rewriteMemory } from '../memories/writing.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database, Queryable } from '../server/database.ts';
import { hold } from '../server/locks.ts';
import { raw, sql, when } from '../server/sql.ts';
import { toVector } from '../server/vector-bytes.ts';
import type { Analysing } from './analysing.ts';
import { PostgresTransferGraph } from './transfer-graph.ts';

const asStored = (row: Row): StoredMemory => ({
  memory: readMemory(row),
  conversation: z.string().nullable().parse(row.conversation),
  passages: null,
});

/** Exports and imports memories and what people made by hand. */
export class PostgresTransfer implements TransferStore {
  readonly #database: Database;
  readonly #analysing: Analysing;
  readonly #graph: PostgresTransferGraph;

  constructor(database: Database, analysing: Analysing) {
    this.#database = database;
    this.#analysing = analysing;
    this.#graph = new PostgresTransferGraph(database);
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
    return rows.map(readRelationship);
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
    return rows.map(readTransferredPair);
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

  entities(query: Parameters<TransferStore['entities']>[0]): Promise<Entity[]> {
    return this.#graph.entities(query);
  }

  relations(query: Parameters<TransferStore['relations']>[0]): Promise<Sourced<Relation>[]> {
    return this.#graph.relations(query);
  }

  observations(query: Parameters<TransferStore['observations']>[0]) {
    return this.#graph.observations(query);
  }

  addEntity(entity: NewEntity): Promise<Entity> {
    return this.#graph.addEntity(entity);
  }

  relateEntities(relation: Sourced<Relation>, within: ScopeFilter): Promise<boolean | null> {
    return this.#graph.relateEntities(relation, within);
  }

  observe(observation: SourcedObservation, within: ScopeFilter): Promise<boolean | null> {
    return this.#graph.observe(observation, within);
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
