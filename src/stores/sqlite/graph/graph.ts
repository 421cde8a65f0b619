import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { GraphStore, KnownEntity, MentionEdge, Neighbour, NewEntity } from '../../../engine/graph/ports.ts';
import { newId } from '../../../engine/ids.ts';
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type { Direction, Entity, Relation } from '../../../engine/model.ts';
import { OPENING_LENGTH, readEntity, readMention, readRelation } from '../../rows/graph.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { filterClause } from '../memories/filter.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';
import type { SqliteMentions } from './mentions.ts';
import { nextRow } from './next-row.ts';

export class SqliteGraph implements GraphStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #mentions: SqliteMentions;

  constructor(database: Database, scopes: Scopes, mentions: SqliteMentions) {
    this.#database = database;
    this.#scopes = scopes;
    this.#mentions = mentions;
  }

  async declareEntity(entity: NewEntity): Promise<Entity> {
    return this.#database.change(() => this.insertEntity(entity));
  }

  /** Call it inside a change. */
  insertEntity(entity: NewEntity): Entity {
    const space = this.#scopes.idOf(entity.scope);
    // An import may bring an id that already exists in another scope.
    const isTaken = this.#database.get('SELECT 1 FROM entities WHERE id = ?', entity.id) !== undefined;
    const sql = 'SELECT 1 FROM entities WHERE key = ? AND scope_id = ?';
    const isKnown = this.#database.get(sql, entity.key, space) !== undefined;
    const row = this.#database.get(
      `INSERT INTO entities (id, scope_id, key, name, type, description, declared, created_at, row)
       VALUES (?1, ?2, ?3, ?4, coalesce(?5, ?8, 'concept'), ?6, 1, ?7, ?9) ON CONFLICT (key, scope_id)
       DO UPDATE SET declared = 1, name = iif(declared = 0, ?4, name), type = coalesce(?5, iif(declared = 0, ?8, NULL), type),
         description = ifnull(?6, description) RETURNING *`,
      isTaken ? newId(entity.createdAt) : entity.id,
      space,
      entity.key,
      entity.name,
      entity.type,
      entity.description,
      entity.createdAt,
      entity.typeIfNew ?? null,
      isKnown ? null : nextRow(this.#database, 'entities'),
    );
    const { row: made } = this.readEntity(row);
    this.#mentions.linkOlder(null, made, entity.key, space);
    return this.readEntity(this.#database.get('SELECT * FROM entities WHERE row = ?', made));
  }

  async entity(id: string, within: ScopeFilter): Promise<Entity | null> {
    return this.findEntity(id, within);
  }

  findEntity(id: string, within: ScopeFilter): Entity | null {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const row = this.#database.get(`SELECT * FROM entities WHERE id = ?${scope.sql}`, id, ...scope.values);
    return row ? this.readEntity(row) : null;
  }

  async entitiesByRow(rows: readonly number[]): Promise<Entity[]> {
    const sql = 'SELECT e.* FROM json_each(?) wanted JOIN entities e ON e.row = wanted.value ORDER BY wanted.key';
    return this.#database.all(sql, JSON.stringify(rows)).map((row) => this.readEntity(row));
  }

  async entitiesByKey(keys: readonly string[], within: ScopeFilter): Promise<KnownEntity[]> {
    const scope = scopeClause(this.#scopes.within(within), 'e.scope_id');
    const rows = this.#database.all(
      `SELECT e.row, e.key, e.mentions, e.subjects FROM json_each(?) wanted JOIN entities e ON e.key = wanted.value
       WHERE true${scope.sql}`,
      JSON.stringify(keys),
      ...scope.values,
    );
    return rows.map((row) => ({
      row: Number(row.row),
      key: String(row.key),
      mentions: Number(row.mentions),
      subjects: Number(row.subjects),
    }));
  }

  async relate(relation: Relation): Promise<Relation | null> {
    return this.#database.change(() => {
      const inserted = this.insertRelationOnce(relation, null);
      if (!inserted) return null;
      const row = Number(inserted.row);
      this.#database.run('UPDATE relations SET weight = ? WHERE row = ?', relation.weight, row);
      const found = this.#database.get(
        `SELECT r.*, f.id AS from_id, t.id AS to_id FROM relations r
         JOIN entities f ON f.row = r.from_row JOIN entities t ON t.row = r.to_row WHERE r.row = ?`,
        row,
      );
      const { fromRow: _, toRow: __, ...kept } = readRelation(found);
      return kept;
    });
  }

  /** Returns the row of an equal valid relation or a new one; nothing if an end is missing. Call it inside a change. */
  insertRelationOnce(relation: Relation, memory: number | null): Row | undefined {
    const known = this.#database.get(
      `SELECT r.row FROM relations r JOIN entities f ON f.row = r.from_row JOIN entities t ON t.row = r.to_row
       WHERE f.id = ? AND t.id = ? AND r.type = ? AND (r.valid_until IS NULL OR r.valid_until > ?)`,
      relation.from,
      relation.to,
      relation.type,
      relation.validFrom,
    );
    // A relation also declared by hand outlives the memory that stated it first.
    if (known && memory === null)
      this.#database.run('UPDATE relations SET memory_row = NULL WHERE row = ?', Number(known.row));
    return known ?? this.insertRelation(relation, memory);
  }

  /** Returns its row, or nothing if an end is missing. Call it inside a change. */
  insertRelation(relation: Relation, memory: number | null): Row | undefined {
    return this.#database.get(
      `INSERT INTO relations (id, row, from_row, to_row, type, weight, created_at, valid_from, valid_until, memory_row)
       SELECT ?, ?, f.row, t.row, ?, ?, ?, ?, ?, ?
       FROM entities f, entities t WHERE f.id = ? AND t.id = ? RETURNING row`,
      relation.id,
      nextRow(this.#database, 'relations'),
      relation.type,
      relation.weight,
      relation.createdAt,
      relation.validFrom,
      relation.validUntil,
      memory,
      relation.from,
      relation.to,
    );
  }

  async relations(
    entities: readonly number[],
    direction: Direction,
    { validAt, past }: Pick<SearchFilter, 'validAt' | 'past'>,
    within: ScopeFilter = {},
  ): Promise<(Relation & { fromRow: number; toRow: number })[]> {
    const scopes = this.#scopes.within(within);
    const [from, to] = [scopeClause(scopes, 'f.scope_id'), scopeClause(scopes, 't.scope_id')];
    const ends = { outgoing: ['from_row'], incoming: ['to_row'], both: ['from_row', 'to_row'] }[direction];
    const touching = ends
      .map((end) => `SELECT r.* FROM json_each(?1) wanted JOIN relations r ON r.${end} = wanted.value`)
      .join(' UNION ');
    const rows = this.#database.all(
      `SELECT r.*, f.id AS from_id, t.id AS to_id FROM (${touching}) r
       JOIN entities f ON f.row = r.from_row JOIN entities t ON t.row = r.to_row
       WHERE r.valid_from <= ${past ? '?2' : 'max(?2, r.created_at)'} AND (r.valid_until IS NULL OR r.valid_until > ?2)${from.sql}${to.sql}
       ORDER BY r.weight DESC, r.created_at`,
      JSON.stringify(entities),
      validAt,
      ...from.values,
      ...to.values,
    );
    return rows.map(readRelation);
  }

  async mentionsOf(memories: readonly number[], hub: number): Promise<MentionEdge[]> {
    const rows = this.#database.all(
      `SELECT l.memory_row, l.entity_row, l.subject, e.mentions, e.subjects FROM json_each(?1) wanted
       JOIN mentions l ON l.memory_row = wanted.value JOIN entities e ON e.row = l.entity_row
       WHERE (e.mentions > 1 OR e.declared = 1) AND (e.mentions <= ?2 OR e.subjects > 0)`,
      JSON.stringify(memories),
      hub,
    );
    return rows.map(readMention);
  }

  async mentionedBy(entities: readonly number[], hub: number): Promise<MentionEdge[]> {
    const sql = `SELECT l.memory_row, l.entity_row, l.subject, e.mentions, e.subjects FROM entities e
       JOIN mentions l ON l.entity_row = e.row WHERE e.row = ?1 AND (e.mentions <= ?2 OR l.subject = 1)
       ORDER BY l.subject DESC, l.memory_row DESC LIMIT ?2`;
    return entities.flatMap((entity) => this.#database.all(sql, entity, hub).map(readMention));
  }

  async memoriesNaming(entity: number, filter: SearchFilter, limit: number): Promise<number[]> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT m.row FROM mentions l JOIN memories m ON m.row = l.memory_row WHERE l.entity_row = ? AND ${sql}
       ORDER BY l.subject DESC, m.row DESC LIMIT ?`,
      entity,
      ...values,
      limit,
    );
    return rows.map((row) => Number(row.row));
  }

  async mentioning(
    memories: readonly number[],
    entities: readonly number[],
  ): Promise<{ memory: number; entity: number }[]> {
    const rows = this.#database.all(
      `SELECT l.memory_row, l.entity_row FROM json_each(?) m CROSS JOIN json_each(?) e
       JOIN mentions l ON l.memory_row = m.value AND l.entity_row = e.value`,
      JSON.stringify(memories),
      JSON.stringify(entities),
    );
    return rows.map((row) => ({ memory: Number(row.memory_row), entity: Number(row.entity_row) }));
  }

  async neighbours(memories: readonly number[]): Promise<Neighbour[]> {
    const beside = (order: 'ASC' | 'DESC', compare: '<' | '>') =>
      `(SELECT n.row FROM memories n WHERE n.scope_id = m.scope_id AND n.conversation = m.conversation
         AND (n.event_time, n.row) ${compare} (m.event_time, m.row) ORDER BY n.event_time ${order}, n.row ${order} LIMIT 1)`;
    const rows = this.#database.all(
      `SELECT m.row, substr(m.content, 1, ${OPENING_LENGTH}) AS opening, ${beside('DESC', '<')} AS previous, ${beside('ASC', '>')} AS next
       FROM json_each(?) wanted JOIN memories m ON m.row = wanted.value WHERE m.conversation IS NOT NULL`,
      JSON.stringify(memories),
    );
    const other = `SELECT substr(content, 1, ${OPENING_LENGTH}) AS opening,
      (SELECT count(*) FROM passages WHERE memory_row = row) AS passages FROM memories WHERE row = ?`;
    return rows.flatMap((row) =>
      [row.previous, row.next]
        .filter((neighbour) => neighbour !== null)
        .map((neighbour) => {
          const found = this.#database.get(other, Number(neighbour));
          return {
            memory: Number(row.row),
            neighbour: Number(neighbour),
            passages: Number(found?.passages),
            openings: { memory: String(row.opening), neighbour: String(found?.opening) },
          };
        }),
    );
  }

  readEntity(row: Row | undefined): Entity {
    return readEntity(row, (id) => this.#scopes.scopeOf(id));
  }
}
