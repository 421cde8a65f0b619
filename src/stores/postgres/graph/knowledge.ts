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
import { scopeClause } from '../memories/scopes.ts';
import type { Database, Queryable } from '../server/database.ts';
import { joined, raw, type Sql, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';
import { findEntity, forgetEntityVector, insertEntity, insertRelationOnce, type PostgresGraph } from './graph.ts';
import { linkLate } from './mentions.ts';

/** Returns false if it is already known. Call it inside a change, with the entity's space locked. */
export async function insertObservation(
  on: Queryable,
  entity: number,
  text: string,
  memory: number | null,
  at: number,
): Promise<boolean> {
  const added = await on.run(sql`INSERT INTO observations (tenant_id, entity_row, memory_row, text, created_at)
    SELECT ${on.tenant}, e.row, ${memory}::bigint, ${text}::text, ${at}::bigint FROM entities e
    WHERE e.tenant_id = ${on.tenant} AND e.row = ${entity} AND NOT EXISTS (SELECT 1 FROM observations
      WHERE tenant_id = ${on.tenant} AND entity_row = ${entity} AND md5(text) = md5(${text}::text) AND (memory_row IS NULL OR memory_row IS NOT DISTINCT FROM ${memory}::bigint))
    ON CONFLICT DO NOTHING`);
  if (added > 0) await forgetEntityVector(on, entity);
  if (memory !== null) await linkLate(on, [{ memory, entity }]);
  return added > 0;
}

export class PostgresKnowledge implements KnowledgeStore {
  readonly #database: Database;
  readonly #graph: PostgresGraph;

  constructor(database: Database, graph: PostgresGraph) {
    this.#database = database;
    this.#graph = graph;
  }

  observe(entity: NewEntity, texts: readonly string[], memory: number | null, at: number): Promise<Entity> {
    return this.#database.change(async (on) => {
      const found = await insertEntity(on, entity);
      for (const text of texts) await insertObservation(on, found.row, text, memory, at);
      if (memory !== null) await linkLate(on, [{ memory, entity: found.row }]);
      return (await findEntity(on, found.id, {})) ?? found;
    });
  }

  async observations(entities: readonly number[], most: number): Promise<Observation[]> {
    const { tenant } = this.#database;
    const rows =
      await this.#database.all(sql`SELECT wanted.row, o.text FROM unnest(${entities}::bigint[]) WITH ORDINALITY wanted(row, place)
      CROSS JOIN LATERAL (SELECT text, max(id) AS latest FROM observations WHERE tenant_id = ${tenant} AND entity_row = wanted.row
        GROUP BY text ORDER BY latest DESC LIMIT ${most}) o ORDER BY wanted.place, o.latest DESC`);
    return rows.map((row) => ({ entity: Number(row.row), text: String(row.text) }));
  }

  relateOnce({ from, to, ...rest }: NewRelation, memory: number | null): Promise<number> {
    return this.#database.change(async (on) => {
      const source = await insertEntity(on, from);
      const target = await insertEntity(on, to);
      return z.number().parse(await insertRelationOnce(on, { ...rest, from: source.id, to: target.id }, memory));
    });
  }

  async newest(within: ScopeFilter, limit: number): Promise<Entity[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT row FROM entities WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'scope_id')} ORDER BY declared DESC, row DESC LIMIT ${limit}`,
      within,
    );
    return this.#graph.entitiesByRow(rows.map(({ row }) => Number(row)));
  }

  async withoutVector({ name }: VectorModel, within: ScopeFilter, limit: number): Promise<Entity[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT e.row FROM entities e WHERE e.tenant_id = ${tenant} AND NOT EXISTS
        (SELECT 1 FROM entity_vectors v WHERE v.tenant_id = ${tenant} AND v.entity_row = e.row AND v.model = ${name})${scopeClause(tenant, within, 'e.scope_id')}
        ORDER BY e.declared DESC, e.row DESC LIMIT ${limit}`,
      within,
    );
    return this.#graph.entitiesByRow(rows.map(({ row }) => Number(row)));
  }

  async addVectors({ name }: VectorModel, vectors: readonly { entity: number; vector: Float32Array }[]): Promise<void> {
    const { tenant } = this.#database;
    await this.#database.run(sql`INSERT INTO entity_vectors (tenant_id, entity_row, model, vector)
      SELECT ${tenant}, e.row, ${name}, v.vector::vector FROM unnest(${vectors.map(({ entity }) => entity)}::bigint[],
        ${vectors.map(({ vector }) => toText(vector))}::text[]) v(entity, vector) JOIN entities e ON e.tenant_id = ${tenant} AND e.row = v.entity
      ON CONFLICT (tenant_id, entity_row) DO UPDATE SET model = excluded.model, vector = excluded.vector`);
  }

  async nearest(
    vector: Float32Array,
    { name }: VectorModel,
    within: ScopeFilter,
    limit: number,
  ): Promise<NearEntity[]> {
    const { tenant } = this.#database;
    const asked = sql`${toText(vector)}::vector`;
    const rows = await this.#database.all(
      sql`SELECT e.row, e.declared, CASE WHEN vector_dims(v.vector) = ${vector.length} THEN -(v.vector <#> ${asked}) ELSE 0 END AS score
        FROM entity_vectors v JOIN entities e ON e.tenant_id = ${tenant} AND e.row = v.entity_row
        WHERE v.tenant_id = ${tenant} AND v.model = ${name}${scopeClause(tenant, within, 'e.scope_id')} ORDER BY score DESC, e.row LIMIT ${limit}`,
      within,
    );
    return rows.map((row) => ({ row: Number(row.row), score: Number(row.score), declared: row.declared === 1 }));
  }

  async holding(words: readonly string[], within: ScopeFilter, limit: number): Promise<ScoredEntity[]> {
    const { tenant } = this.#database;
    const found = await this.#heldBeyondAscii(words, [observed(tenant, within)], within);
    const rows = await this.#database.all(
      sql`SELECT e.row, count(*) AS held FROM unnest(${words}::text[]) word JOIN entities e ON e.tenant_id = ${tenant}
        AND (strpos(e.key, word) > 0 OR (e.declared = 1 AND EXISTS
          (SELECT 1 FROM observations o WHERE o.tenant_id = ${tenant} AND o.entity_row = e.row AND strpos(${lower('o.text')}, word) > 0)) OR ${found})
        WHERE true${scopeClause(tenant, within, 'e.scope_id')}
        GROUP BY e.row, e.declared, e.mentions ORDER BY held DESC, e.declared DESC, e.mentions DESC, e.row DESC LIMIT ${limit}`,
      within,
    );
    return rows.map((row) => ({ row: Number(row.row), score: Number(row.held) / words.length }));
  }

  async declaredWith(beginnings: readonly string[], within: ScopeFilter, limit: number): Promise<number[]> {
    const { tenant } = this.#database;
    const told = [observed(tenant, within), described(tenant, within)];
    const found = await this.#heldBeyondAscii(beginnings, told, within);
    const rows = await this.#database.all(
      sql`SELECT found.row FROM (SELECT e.row, (SELECT count(*) FROM unnest(${beginnings}::text[]) word
          WHERE strpos(e.key || ' ' || ${lower("coalesce(e.description, '')")}, word) > 0 OR EXISTS
            (SELECT 1 FROM observations o WHERE o.tenant_id = ${tenant} AND o.entity_row = e.row AND strpos(${lower('o.text')}, word) > 0) OR ${found}) AS held
        FROM entities e WHERE e.tenant_id = ${tenant} AND e.declared = 1${scopeClause(tenant, within, 'e.scope_id')}) found
        WHERE found.held > 0 ORDER BY found.held DESC, found.row DESC LIMIT ${limit}`,
      within,
    );
    return rows.map((row) => Number(row.row));
  }

  /** Compares what SQL cannot, and gives the condition for an entity `e` and a `word`. */
  async #heldBeyondAscii(words: readonly string[], told: readonly Sql[], within: ScopeFilter): Promise<Sql> {
    const texts = await this.#database.all(
      sql`SELECT row, text FROM (${joined(told, ' UNION ALL ')}) t WHERE octet_length(text) > length(text)`,
      within,
    );
    const held = heldWords(words, texts);
    return sql`(e.row, word) IN (SELECT * FROM unnest(${held.map(({ row }) => row)}::bigint[], ${held.map(({ word }) => word)}::text[]))`;
  }
}

/** Lowers only ASCII, in every locale: what other texts hold is found beforehand. */
const lower = (text: string): Sql => raw(`lower(${text} COLLATE "C")`);

/** What is told of declared entities. */
const observed = (tenant: number, within: ScopeFilter): Sql =>
  sql`SELECT e.row, o.text FROM entities e JOIN observations o ON o.tenant_id = ${tenant} AND o.entity_row = e.row
    WHERE e.tenant_id = ${tenant} AND e.declared = 1${scopeClause(tenant, within, 'e.scope_id')}`;
const described = (tenant: number, within: ScopeFilter): Sql =>
  sql`SELECT e.row, e.description AS text FROM entities e
    WHERE e.tenant_id = ${tenant} AND e.declared = 1${scopeClause(tenant, within, 'e.scope_id')}`;
