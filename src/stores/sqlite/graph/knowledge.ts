import * as z from 'zod';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type {
  KnowledgeStore,
  NearEntity,
  NewEntity,
  NewRelation,
  Observation,
  ScoredEntity,
} from '../../../engine/graph/ports.ts';
import type { VectorModel } from '../../../engine/memories/ports.ts';
import type { Entity } from '../../../engine/model.ts';
import { heldWords } from '../../rows/held-words.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { toBlob } from '../memories/passages.ts';
import { type Scopes, scopeClause } from '../memories/scopes.ts';
import { cosine } from '../retrieval/search.ts';
import type { SqliteGraph } from './graph.ts';
import type { SqliteMentions } from './mentions.ts';

const Numbered = z.object({ row: z.number() });

/** What is told of declared entities. */
const OBSERVED = `SELECT e.row, o.text AS text FROM entities e JOIN observations o ON o.entity_row = e.row WHERE e.declared = 1`;
const DESCRIBED = `SELECT e.row, e.description AS text FROM entities e WHERE e.declared = 1`;
/** SQLite lowers only ASCII, and keeps accents: what other texts hold is found beforehand. */
const FOUND = `(e.row, word.value) IN (SELECT value ->> 'row', value ->> 'word' FROM json_each(?))`;

/** How many more entities than wanted are collected before all but the nearest are dropped. */
const SURPLUS = 100;

export class SqliteKnowledge implements KnowledgeStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #graph: SqliteGraph;
  readonly #mentions: SqliteMentions;

  constructor(database: Database, scopes: Scopes, graph: SqliteGraph, mentions: SqliteMentions) {
    this.#database = database;
    this.#scopes = scopes;
    this.#graph = graph;
    this.#mentions = mentions;
  }

  async observe(entity: NewEntity, texts: readonly string[], memory: number | null, at: number): Promise<Entity> {
    return this.#database.change(() => {
      const found = this.#graph.insertEntity(entity);
      for (const text of texts) this.insertObservation(found.row, text, memory, at);
      if (memory !== null) this.#mentions.linkTold(memory, found.row);
      return this.#graph.findEntity(found.id, {}) ?? found;
    });
  }

  /** Returns false if it is already known. Call it inside a change. */
  insertObservation(entity: number, text: string, memory: number | null, at: number): boolean {
    const { changes } = this.#database.run(
      `INSERT INTO observations (entity_row, memory_row, text, created_at) SELECT ?1, ?2, ?3, ?4
       WHERE NOT EXISTS (SELECT 1 FROM observations
         WHERE entity_row = ?1 AND text = ?3 AND (memory_row IS NULL OR memory_row IS ?2))`,
      entity,
      memory,
      text,
      at,
    );
    if (memory !== null) this.#mentions.linkTold(memory, entity);
    return changes > 0;
  }

  async observations(entities: readonly number[], most: number): Promise<Observation[]> {
    const sql = `SELECT text, max(id) AS latest FROM observations WHERE entity_row = ? GROUP BY text
                 ORDER BY latest DESC LIMIT ?`;
    return entities.flatMap((entity) =>
      this.#database.all(sql, entity, most).map((row) => ({ entity, text: String(row.text) })),
    );
  }

  async relateOnce({ from, to, ...rest }: NewRelation, memory: number | null): Promise<number> {
    return this.#database.change(() => {
      const relation = { ...rest, from: this.#graph.insertEntity(from).id, to: this.#graph.insertEntity(to).id };
      return Numbered.parse(this.#graph.insertRelationOnce(relation, memory)).row;
    });
  }

  async newest(within: ScopeFilter, limit: number): Promise<Entity[]> {
    const scope = scopeClause(this.#scopes.within(within), 'scope_id');
    const sql = `SELECT row FROM entities WHERE true${scope.sql} ORDER BY declared DESC, row DESC LIMIT ?`;
    return this.#read(this.#database.all(sql, ...scope.values, limit));
  }

  async withoutVector({ name }: VectorModel, within: ScopeFilter, limit: number): Promise<Entity[]> {
    const scope = scopeClause(this.#scopes.within(within), 'e.scope_id');
    const rows = this.#database.all(
      `SELECT e.row FROM entities e
       WHERE NOT EXISTS (SELECT 1 FROM entity_vectors v WHERE v.entity_row = e.row AND v.model = ?)${scope.sql}
       ORDER BY e.declared DESC, e.row DESC LIMIT ?`,
      name,
      ...scope.values,
      limit,
    );
    return this.#read(rows);
  }

  async addVectors({ name }: VectorModel, vectors: readonly { entity: number; vector: Float32Array }[]): Promise<void> {
    await this.#database.change(() => {
      for (const { entity, vector } of vectors) {
        this.#database.run(
          `INSERT OR REPLACE INTO entity_vectors (entity_row, model, vector)
           SELECT row, ?, ? FROM entities WHERE row = ?`,
          name,
          toBlob(vector),
          entity,
        );
      }
    });
  }

  async nearest(
    vector: Float32Array,
    { name }: VectorModel,
    within: ScopeFilter,
    limit: number,
  ): Promise<NearEntity[]> {
    const scope = scopeClause(this.#scopes.within(within), 'e.scope_id');
    const sql = `SELECT v.entity_row, v.vector, e.declared FROM entity_vectors v JOIN entities e ON e.row = v.entity_row
      WHERE v.model = ?${scope.sql}`;
    let best: NearEntity[] = [];
    const keepBest = () => {
      best = best.sort((a, b) => b.score - a.score).slice(0, limit);
    };
    this.#database.each(sql, [name, ...scope.values], (row) => {
      best.push({ row: Number(row.entity_row), score: cosine(vector, row), declared: row.declared === 1 });
      if (best.length >= limit + SURPLUS) keepBest();
    });
    keepBest();
    return best;
  }

  async holding(words: readonly string[], within: ScopeFilter, limit: number): Promise<ScoredEntity[]> {
    const scope = scopeClause(this.#scopes.within(within), 'e.scope_id');
    const rows = this.#database.all(
      `SELECT e.row, count(*) AS held FROM json_each(?) word JOIN entities e
       WHERE (instr(e.key, word.value) > 0 OR (e.declared = 1 AND EXISTS
         (SELECT 1 FROM observations o WHERE o.entity_row = e.row AND instr(lower(o.text), word.value) > 0))
         OR ${FOUND})${scope.sql}
       GROUP BY e.row ORDER BY held DESC, e.declared DESC, e.mentions DESC, e.row DESC LIMIT ?`,
      JSON.stringify(words),
      this.#heldBeyondAscii(words, [OBSERVED], scope),
      ...scope.values,
      limit,
    );
    return rows.map((row) => ({ row: Number(row.row), score: Number(row.held) / words.length }));
  }

  async declaredWith(beginnings: readonly string[], within: ScopeFilter, limit: number): Promise<number[]> {
    const scope = scopeClause(this.#scopes.within(within), 'e.scope_id');
    const rows = this.#database.all(
      `SELECT e.row, (SELECT count(*) FROM json_each(?) word
         WHERE instr(e.key || ' ' || lower(ifnull(e.description, '')), word.value) > 0 OR EXISTS
           (SELECT 1 FROM observations o WHERE o.entity_row = e.row AND instr(lower(o.text), word.value) > 0) OR ${FOUND}) AS held
       FROM entities e WHERE e.declared = 1${scope.sql} AND held > 0 ORDER BY held DESC, e.row DESC LIMIT ?`,
      JSON.stringify(beginnings),
      this.#heldBeyondAscii(beginnings, [OBSERVED, DESCRIBED], scope),
      ...scope.values,
      limit,
    );
    return rows.map((row) => Number(row.row));
  }

  /** Compares what SQL cannot; gives pairs of an entity and a word, as JSON. */
  #heldBeyondAscii(words: readonly string[], told: readonly string[], scope: ReturnType<typeof scopeClause>): string {
    const texts = told.flatMap((sql) =>
      this.#database.all(`${sql}${scope.sql} AND length(CAST(text AS BLOB)) > length(text)`, ...scope.values),
    );
    return JSON.stringify(heldWords(words, texts));
  }

  #read(rows: readonly Row[]): Promise<Entity[]> {
    return this.#graph.entitiesByRow(rows.map((row) => Number(row.row)));
  }
}
