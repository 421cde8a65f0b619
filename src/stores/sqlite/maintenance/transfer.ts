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
import type { SqliteGraph } from '../graph/graph.ts';
import type { SqliteKnowledge } from '../graph/knowledge.ts';
import { typeClause } from '../memories/filter.ts';
import { MEMORY_COLUMNS, readMemory, readMemoryRows } from '../memories/memory-row.ts';
import { toVector } from '../memories/passages.ts';
import { scopeClause } from '../memories/scopes.ts';
import type { Writing } from '../memories/writing.ts';
import { SqliteTransferGraph } from './transfer-graph.ts';

const asStored = (memory: Memory, row: Row): StoredMemory => ({
  memory,
  conversation: z.string().nullable().parse(row.conversation),
  passages: null,
});

/** Exports and imports memories and what people made by hand. */
export class SqliteTransfer implements TransferStore {
  readonly #on: Writing;
  readonly #graph: SqliteTransferGraph;

  constructor(on: Writing, graph: SqliteGraph, knowledge: SqliteKnowledge) {
    this.#on = on;
    this.#graph = new SqliteTransferGraph(on, graph, knowledge);
  }

  async memories({ within, types, after, passages, learnedBefore, limit }: Parameters<TransferStore['memories']>[0]) {
    const { database, scopes } = this.#on;
    const scope = scopeClause(scopes.within(within), 'm.scope_id');
    const type = typeClause(types, 'm');
    const page = (behind: string) =>
      database.all(
        `SELECT ${MEMORY_COLUMNS}, m.conversation FROM memories m WHERE m.id > ? AND (? IS NULL OR m.ingestion_time < ?)${scope.sql}${type.sql} ORDER BY m.id LIMIT ?`,
        behind,
        learnedBefore ?? null,
        learnedBefore ?? null,
        ...scope.values,
        ...type.values,
        limit,
      );
    let rows = page(after);
    let stored = this.#intact(rows);
    // A page of only damaged memories is not the end.
    for (let last = rows.at(-1); stored.length === 0 && last; last = rows.at(-1)) {
      rows = page(String(last.id));
      stored = this.#intact(rows);
    }
    if (!passages) return stored;
    const known = this.#passages(stored.map(({ memory }) => memory.row));
    return stored.map((each) => ({ ...each, passages: known.get(each.memory.row) ?? [] }));
  }

  #intact(rows: readonly Row[]): StoredMemory[] {
    return readMemoryRows(rows, this.#on.scopes).map(({ memory, row }) => asStored(memory, row));
  }

  #passages(rows: readonly number[]): Map<number, StoredPassage[]> {
    const found = this.#on.database.all(
      `SELECT p.memory_row, p.vector, t.terms FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
       JOIN passage_text t ON t.rowid = p.id ORDER BY p.memory_row, p.position`,
      JSON.stringify(rows),
    );
    const byMemory = groupBy(found, (row) => Number(row.memory_row));
    const read = (row: Row) => ({
      terms: String(row.terms),
      vector: row.vector === null ? null : toVector(row.vector),
    });
    return new Map([...byMemory].map(([memory, passages]) => [memory, passages.map(read)]));
  }

  async relationships({ within, types, after, limit }: Parameters<TransferStore['relationships']>[0]) {
    const { database, scopes } = this.#on;
    const inside = ['f', 't'].map((end) => scopeClause(scopes.within(within), `${end}.scope_id`));
    const ends = ['f', 't'].map((end) => {
      const scope = scopeClause(scopes.within(entityReach(within)), `${end}.scope_id`);
      const type = typeClause(types, end);
      return { sql: scope.sql + type.sql, values: [...scope.values, ...type.values] };
    });
    const { label, space } = byId('');
    const rows = database.all(
      `SELECT c.type, c.from_key, c.to_key, min(c.created_at) AS created_at FROM trace_claims c
       JOIN memories f ON f.id = c.from_key JOIN memories t ON t.id = c.to_key
       WHERE c.declared = 1 AND c.from_label = ?1 AND c.to_label = ?1 AND c.from_space = ?2 AND c.to_space = ?2
         AND (c.from_key, c.type, c.to_key) > (?3, ?4, ?5)${ends.map(({ sql }) => sql).join('')}
         AND (${inside.map(({ sql }) => `(true${sql})`).join(' OR ')})
       GROUP BY c.from_key, c.type, c.to_key ORDER BY c.from_key, c.type, c.to_key LIMIT ?`,
      label,
      space,
      after?.from ?? '',
      after?.type ?? '',
      after?.to ?? '',
      ...ends.flatMap(({ values }) => values),
      ...inside.flatMap(({ values }) => values),
      limit,
    );
    return rows.map(readRelationship);
  }

  async pairs({ within, types, after, learnedBefore, limit }: Parameters<TransferStore['pairs']>[0]) {
    const { database, scopes } = this.#on;
    const before = learnedBefore ?? null;
    const ends = ['m', 'o'].map((end) => {
      const scope = scopeClause(scopes.within(within), `${end}.scope_id`);
      const type = typeClause(types, end);
      return {
        sql: ` AND (? IS NULL OR ${end}.ingestion_time < ?)${scope.sql}${type.sql}`,
        values: [before, before, ...scope.values, ...type.values],
      };
    });
    const rows = database.all(
      `SELECT p.seq, p.kind, m.id AS memory_id, o.id AS other_id, p.similarity, p.found_at, p.settled FROM memory_pairs p
       JOIN memories m ON m.row = p.memory_row JOIN memories o ON o.row = p.other_row
       WHERE p.seq > ?${ends.map(({ sql }) => sql).join('')} ORDER BY p.seq LIMIT ?`,
      after,
      ...ends.flatMap(({ values }) => values),
      limit,
    );
    return rows.map(readTransferredPair);
  }

  async known(ids: readonly string[]): Promise<StoredMemory[]> {
    const rows = this.#on.database.all(
      `SELECT ${MEMORY_COLUMNS}, m.conversation FROM json_each(?) wanted JOIN memories m ON m.id = wanted.value`,
      JSON.stringify(ids),
    );
    return rows.map((row) => asStored(readMemory(row, this.#on.scopes), row));
  }

  async put(fresh: readonly NewMemory[], replaced: readonly Replacement[]): Promise<Memory[]> {
    const { database, memories } = this.#on;
    return database.change(() => {
      // Another import may have added the same memory since the check.
      const added = fresh.flatMap((memory) =>
        database.get('SELECT 1 FROM memories WHERE id = ?', memory.id) ? [] : [memories.insert(memory)],
      );
      const changed = replaced.flatMap(({ before, after }) => {
        const current = database.get(
          'SELECT 1 FROM memories WHERE row = ? AND revision = ?',
          before.row,
          before.revision,
        );
        return current ? [this.#replace(before, after)] : [];
      });
      return [...added, ...changed];
    });
  }

  #replace(before: Memory, { passages, model, mentions, phrases, conversation, trace, ...after }: NewMemory): Memory {
    const { relations: _, ...memory } = after;
    return this.#on.memories.rewrite(
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

  async relate({ type, from, to, createdAt }: Relationship, within: ScopeFilter): Promise<boolean | null> {
    const { database, trace, scopes } = this.#on;
    return database.change(() => {
      const scope = scopeClause(scopes.within(within), 'scope_id');
      const rowOf = (id: string) =>
        database.get(`SELECT row FROM memories WHERE id = ?${scope.sql}`, id, ...scope.values)?.row;
      const [owner, target] = [rowOf(from), rowOf(to)];
      if (owner === undefined || target === undefined) return null;
      const known = database.get(
        'SELECT 1 FROM trace_claims WHERE declared = 1 AND type = ? AND from_key = ? AND to_key = ?',
        type,
        from,
        to,
      );
      if (known) return false;
      trace.declare(Number(owner), [{ type, from: byId(from), to: byId(to) }], createdAt);
      return true;
    });
  }

  async entities(query: Parameters<TransferStore['entities']>[0]): Promise<Entity[]> {
    return this.#graph.entities(query);
  }

  async relations(query: Parameters<TransferStore['relations']>[0]): Promise<Sourced<Relation>[]> {
    return this.#graph.relations(query);
  }

  async observations(query: Parameters<TransferStore['observations']>[0]) {
    return this.#graph.observations(query);
  }

  async addEntity(entity: NewEntity): Promise<Entity> {
    return this.#graph.addEntity(entity);
  }

  async relateEntities(relation: Sourced<Relation>, within: ScopeFilter): Promise<boolean | null> {
    return this.#graph.relateEntities(relation, within);
  }

  async observe(observation: SourcedObservation, within: ScopeFilter): Promise<boolean | null> {
    return this.#graph.observe(observation, within);
  }
}
