import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import type { NewEntity } from '../../../engine/graph/ports.ts';
import type { Sourced, SourcedObservation, TransferStore } from '../../../engine/maintenance/ports.ts';
import type { Entity, Relation } from '../../../engine/model.ts';
import { readObservation, readSourcedRelation } from '../../rows/transfer.ts';
import type { SqliteGraph } from '../graph/graph.ts';
import type { SqliteKnowledge } from '../graph/knowledge.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';
import type { Writing } from '../memories/writing.ts';

/** Exports and imports entities, and what is known about them. */
export class SqliteTransferGraph {
  readonly #on: Writing;
  readonly #graph: SqliteGraph;
  readonly #knowledge: SqliteKnowledge;

  constructor(on: Writing, graph: SqliteGraph, knowledge: SqliteKnowledge) {
    this.#on = on;
    this.#graph = graph;
    this.#knowledge = knowledge;
  }

  async entities({ within, after, limit }: Parameters<TransferStore['entities']>[0]): Promise<Entity[]> {
    const { database, scopes } = this.#on;
    const scope = scopeClause(scopes.within(entityReach(within)), 'e.scope_id');
    const rows = database.all(
      `SELECT e.* FROM entities e WHERE e.id > ? AND (e.declared = 1 OR EXISTS (SELECT 1 FROM relations r WHERE r.from_row = e.row)
         OR EXISTS (SELECT 1 FROM relations r WHERE r.to_row = e.row))${scope.sql} ORDER BY e.id LIMIT ?`,
      after,
      ...scope.values,
      limit,
    );
    return rows.map((row) => this.#graph.readEntity(row));
  }

  async relations({ within, after, limit }: Parameters<TransferStore['relations']>[0]): Promise<Sourced<Relation>[]> {
    const { database, scopes } = this.#on;
    const ends = ['f', 't'].map((end) => scopeClause(scopes.within(entityReach(within)), `${end}.scope_id`));
    const told = toldClause(scopes, within, 'r');
    const rows = database.all(
      `SELECT r.*, f.id AS from_id, t.id AS to_id, m.id AS memory_id FROM relations r JOIN entities f ON f.row = r.from_row
       JOIN entities t ON t.row = r.to_row LEFT JOIN memories m ON m.row = r.memory_row
       WHERE r.id > ?${ends.map(({ sql }) => sql).join('')}${told.sql} ORDER BY r.id LIMIT ?`,
      after,
      ...ends.flatMap(({ values }) => values),
      ...told.values,
      limit,
    );
    return rows.map(readSourcedRelation);
  }

  async observations({ within, after, limit }: Parameters<TransferStore['observations']>[0]) {
    const { database, scopes } = this.#on;
    const scope = scopeClause(scopes.within(entityReach(within)), 'e.scope_id');
    const told = toldClause(scopes, within, 'o');
    const rows = database.all(
      `SELECT o.id, o.text, o.created_at, e.id AS entity_id, m.id AS memory_id FROM observations o
       JOIN entities e ON e.row = o.entity_row LEFT JOIN memories m ON m.row = o.memory_row
       WHERE o.id > ?${scope.sql}${told.sql} ORDER BY o.id LIMIT ?`,
      after,
      ...scope.values,
      ...told.values,
      limit,
    );
    return rows.map(readObservation);
  }

  async addEntity(entity: NewEntity): Promise<Entity> {
    const { database, scopes } = this.#on;
    return database.change(() => {
      const known = database.get(
        'UPDATE entities SET description = ifnull(description, ?) WHERE key = ? AND scope_id = ? AND declared = 1 RETURNING *',
        entity.description,
        entity.key,
        scopes.idOf(entity.scope),
      );
      return known ? this.#graph.readEntity(known) : this.#graph.insertEntity(entity);
    });
  }

  async relateEntities({ memory, ...relation }: Sourced<Relation>, within: ScopeFilter): Promise<boolean | null> {
    const { database } = this.#on;
    return database.change(() => {
      const source = this.#source(memory, within);
      const ends = [relation.from, relation.to].map((id) => this.#graph.findEntity(id, entityReach(within)));
      if (ends.includes(null) || source === undefined) return null;
      const same = database.get(
        `SELECT r.row FROM relations r JOIN entities f ON f.row = r.from_row JOIN entities t ON t.row = r.to_row
         WHERE f.id = ? AND t.id = ? AND r.type = ? AND r.valid_from = ? AND r.valid_until IS ?`,
        relation.from,
        relation.to,
        relation.type,
        relation.validFrom,
        relation.validUntil,
      );
      // A relation also declared by hand outlives the memory that stated it first.
      if (same && source === null)
        database.run('UPDATE relations SET memory_row = NULL WHERE row = ?', Number(same.row));
      // Another relation of that id may be out of reach.
      if (same || database.get('SELECT 1 FROM relations WHERE id = ?', relation.id)) return false;
      this.#graph.insertRelation(relation, source);
      return true;
    });
  }

  async observe({ entity, text, memory, createdAt }: SourcedObservation, within: ScopeFilter): Promise<boolean | null> {
    return this.#on.database.change(() => {
      const about = this.#graph.findEntity(entity, entityReach(within));
      const source = this.#source(memory, within);
      if (about === null || source === undefined) return null;
      return this.#knowledge.insertObservation(about.row, text, source, createdAt);
    });
  }

  /** The row of the source memory; null for none, undefined if it is missing. */
  #source(memory: string | null, within: ScopeFilter): number | null | undefined {
    return memory === null ? null : this.#on.memories.find(memory, within)?.row;
  }
}

/** Limits to rows without a source memory, or with one within reach. */
function toldClause(scopes: Scopes, within: ScopeFilter, table: string): ReturnType<typeof scopeClause> {
  const { sql, values } = scopeClause(scopes.within(within), 'm.scope_id');
  return { sql: ` AND (${table}.memory_row IS NULL OR (true${sql}))`, values };
}
