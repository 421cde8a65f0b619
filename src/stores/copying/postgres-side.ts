import * as z from 'zod';
import { RemanenceError } from '../../errors.ts';
import { indexChunks, putVectors } from '../postgres/code/adding.ts';
import { countAll } from '../postgres/memories/counters.ts';
import { makeIndexes } from '../postgres/memories/embeddings.ts';
import { currentModel, indexPassages } from '../postgres/memories/passages.ts';
import { enterAll } from '../postgres/retrieval/index-feeder.ts';
import { VECTOR_TABLES } from '../postgres/retrieval/vector-index.ts';
import type { Database, Queryable } from '../postgres/server/database.ts';
import { COPY_BEGUN } from '../postgres/server/opening.ts';
import { joined, NOTHING, raw, type Sql, sql } from '../postgres/server/sql.ts';
import { toText, toVector } from '../postgres/server/vector-bytes.ts';
import type { Row } from '../rows/row.ts';
import type { Key, Target } from './copy.ts';
import { notEmpty } from './sqlite-side.ts';
import { COPIED_SETTINGS, type CopiedTable, STORED, TABLES } from './tables.ts';

/** Columns that the database keeps in other tables. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'passages.vector': 'passage_id',
  'chunks.vector': 'chunk_id',
};
/** What follows from passages and chunks. */
const DERIVED = ['words', 'vectors', 'chunk_words', 'chunk_vectors'];
/** The sequences that number each table, and their columns. */
const SEQUENCES = {
  scope_ids: 'scopes.id',
  memory_rows: 'memories.row',
  revisions: 'memories.revision',
  passage_ids: 'passages.id',
  entity_rows: 'entities.row',
  relation_rows: 'relations.row',
  observation_ids: 'observations.id',
  trace_claim_ids: 'trace_claims.id',
  trace_edge_ids: 'trace_edges.id',
  project_ids: 'projects.id',
  file_ids: 'files.id',
  chunk_ids: 'chunks.id',
  symbol_ids: 'symbols.id',
  reference_ids: 'code_references.id',
  audit_numbers: 'audit.seq',
  chat_numbers: 'chat_messages.seq',
  recall_numbers: 'recalls.seq',
  pair_numbers: 'memory_pairs.seq',
};

const quoted = (name: string): Sql => raw(`"${name}"`);

/** A database tenant as one end of a copy. */
export class PostgresSide implements Target {
  readonly #database: Database;
  readonly #reader: Pick<Queryable, 'tenant' | 'all' | 'get'>;
  readonly #end: () => Promise<void>;
  #types: Promise<Map<string, string>> | null = null;

  private constructor(database: Database, reader: Pick<Queryable, 'tenant' | 'all' | 'get'>, end: () => Promise<void>) {
    this.#database = database;
    this.#reader = reader;
    this.#end = end;
  }

  /** Reads from a single snapshot. */
  static async reading(database: Database): Promise<PostgresSide> {
    const { on, end } = await database.snapshot();
    return new PostgresSide(database, on, end);
  }

  static writing(database: Database): PostgresSide {
    return new PostgresSide(database, database, async () => {});
  }

  async identity(): Promise<string> {
    const row = await this.#reader.get(
      sql`SELECT value FROM settings WHERE tenant_id = ${this.#database.tenant} AND key = 'number_key'`,
    );
    return String(row?.value);
  }

  async read(table: CopiedTable, after: Key | null, limit: number): Promise<Row[]> {
    const { tenant } = this.#database;
    const { name, key, columns } = table;
    const types = await this.#columnTypes();
    const selected = columns.map((column) => {
      const elsewhere = ELSEWHERE[`${name}.${column}`];
      if (elsewhere !== undefined)
        return sql`(SELECT vector_send(x.vector) FROM ${raw(name === 'passages' ? 'vectors' : 'chunk_vectors')} x WHERE x.tenant_id = ${tenant} AND x.${raw(elsewhere)} = t.id) AS ${quoted(column)}`;
      return types.get(`${name}.${column}`) === 'vector'
        ? sql`vector_send(t.${quoted(column)}) AS ${quoted(column)}`
        : sql`t.${quoted(column)}`;
    });
    const keys = joined(
      key.map((column) => sql`t.${quoted(column)}`),
      ', ',
    );
    const behind =
      after === null
        ? NOTHING
        : sql` AND (${keys}) > (${joined(
            after.map((part) => sql`${part}`),
            ', ',
          )})`;
    const copied = name === 'settings' ? sql` AND key = ANY (${COPIED_SETTINGS}::text[])` : NOTHING;
    const rows = await this.#reader.all(
      sql`SELECT ${joined(selected, ', ')} FROM ${raw(name)} t WHERE t.tenant_id = ${tenant}${behind}${copied} ORDER BY ${keys} LIMIT ${limit}`,
    );
    const vectors = columns.filter((column) => column === 'vector');
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(vectors.map((column) => [column, asFloats(row[column])])),
    }));
  }

  #columnTypes(): Promise<Map<string, string>> {
    this.#types ??= this.#readTypes();
    return this.#types;
  }

  async #readTypes(): Promise<Map<string, string>> {
    const rows =
      await this.#reader.all(sql`SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, NULL) AS type FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY (${TABLES.map(({ name }) => name)}::text[])`);
    return new Map(rows.map(({ name, type }) => [String(name), String(type)]));
  }

  async begun(): Promise<string | null> {
    const { tenant } = this.#database;
    const mark = await this.#database.get(
      sql`SELECT value FROM settings WHERE tenant_id = ${tenant} AND key = ${COPY_BEGUN}`,
    );
    if (mark) return String(mark.value);
    const held = STORED.map(
      ({ name, isStored }) => sql`EXISTS (SELECT 1 FROM ${raw(name)} WHERE tenant_id = ${tenant} AND ${raw(isStored)})`,
    );
    if (await this.#database.get(sql`SELECT 1 WHERE ${joined(held, ' OR ')}`)) throw notEmpty('The tenant');
    return null;
  }

  async begin(identity: string): Promise<void> {
    await this.#database.changeMuch(async (on) => {
      for (const name of [...DERIVED, ...TABLES.map(({ name }) => name).toReversed()])
        await on.run(sql`DELETE FROM ${raw(name)} WHERE tenant_id = ${on.tenant}`);
      await on.run(sql`INSERT INTO settings VALUES (${on.tenant}, ${COPY_BEGUN}, ${identity})`);
    });
  }

  async write(table: CopiedTable, rows: readonly Row[]): Promise<void> {
    const { name } = table;
    const columns = table.columns.filter((column) => ELSEWHERE[`${name}.${column}`] === undefined);
    const types = await this.#columnTypes();
    await this.#database.changeMuch(async (on) => {
      const arrays = columns.map((column) =>
        this.#array(
          types.get(`${name}.${column}`) ?? 'text',
          rows.map((row) => row[column]),
        ),
      );
      const names = columns.map((_, i) => raw(`c${i}`));
      const read = columns.map((column, i) => decoded(types.get(`${name}.${column}`) ?? 'text', `r.c${i}`));
      // Unlike the file, the database stores a scope and a pending flag with each passage.
      const more = name === 'passages' ? sql`, scope_id, pending` : NOTHING;
      const waiting = rows.map(({ vector }) => Number(vector == null));
      const own =
        name === 'passages'
          ? sql`, (SELECT m.scope_id FROM memories m WHERE m.tenant_id = ${on.tenant} AND m.row = r.c1), r.waiting`
          : NOTHING;
      if (name === 'passages') {
        arrays.push(sql`${waiting}::smallint[]`);
        names.push(raw('waiting'));
      }
      await on.run(sql`INSERT INTO ${raw(name)} (tenant_id, ${joined(columns.map(quoted), ', ')}${more})
        SELECT ${on.tenant}, ${joined(read, ', ')}${own} FROM unnest(${joined(arrays, ', ')}) r(${joined(names, ', ')})`);
      if (name === 'passages') await indexPassages(on, await placed(on, rows));
      if (name === 'chunks') await writeChunks(on, rows.map(readIndexed));
    });
  }

  #array(type: string, values: readonly unknown[]): Sql {
    if (type === 'bytea')
      return sql`${values.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : null))}::text[]`;
    if (type === 'vector')
      return sql`${values.map((value) => (value instanceof Uint8Array ? toText(floatsOf(value)) : null))}::text[]`;
    return sql`${values.map(asPlain)}::${raw(type)}[]`;
  }

  async finish(): Promise<void> {
    await this.#database.changeMuch(async (on) => {
      for (const [sequence, place] of Object.entries(SEQUENCES)) {
        const [table = '', column = ''] = place.split('.');
        await on.run(sql`SELECT setval(${sequence}::regclass, greatest((SELECT last_value FROM ${raw(sequence)}),
          (SELECT max(${raw(column)}) FROM ${raw(table)} WHERE tenant_id = ${on.tenant}),
          (SELECT CAST(value AS bigint) FROM settings WHERE tenant_id = ${on.tenant} AND key = ${`last_row_of_${table}`}), 1))`);
      }
      await countAll(on);
      for (const each of VECTOR_TABLES) await enterAll(on, each);
      await on.run(sql`DELETE FROM settings WHERE tenant_id = ${on.tenant} AND key = ${COPY_BEGUN}`);
      // Update the planner's statistics now; a role that does not own the tables leaves that to the database.
      for (const { name } of TABLES) await on.run(sql`ANALYZE ${raw(name)}`);
    });
    const model = await currentModel(this.#database);
    if (model) await makeIndexes(this.#database, model.dimensions);
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#database.close();
  }
}

const decoded = (type: string, column: string): Sql =>
  raw(type === 'bytea' ? `decode(${column}, 'hex')` : type === 'vector' ? `${column}::vector` : column);

/** A number as the driver would write it, but keeping negative zero. */
const asPlain = (value: unknown): string | number | null =>
  Object.is(value, -0) ? '-0' : typeof value === 'string' || typeof value === 'number' ? value : null;

const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);
/** A vector's bytes as a file stores them. */
const asFloats = (bytes: unknown): Uint8Array | null => (bytes == null ? null : new Uint8Array(toVector(bytes).buffer));

const Numbered = z.object({ id: z.number(), terms: z.string(), vector: z.instanceof(Uint8Array).nullable() });

const Placed = z.object({ memory_row: z.number(), position: z.number() });

const readIndexed = (row: Row) => {
  const { id, terms, vector } = Numbered.parse(row);
  return { id, terms, vector: vector && floatsOf(vector) };
};

/** Passages that were stored, with the scopes that the database added. */
async function placed(on: Queryable, rows: readonly Row[]) {
  const passages = rows.map((row) => ({ ...readIndexed(row), ...Placed.parse(row) }));
  const stored = await on.all(sql`SELECT id, scope_id FROM passages WHERE tenant_id = ${on.tenant}
    AND id = ANY (${passages.map(({ id }) => id)}::bigint[])`);
  const scopes = new Map(stored.map(({ id, scope_id }) => [Number(id), Number(scope_id)]));
  return passages.map(({ memory_row: row, ...passage }) => {
    const scope = scopes.get(passage.id);
    if (scope === undefined) throw new RemanenceError('internal', 'The scope of a copied passage was not stored.');
    return { ...passage, row, scope };
  });
}

async function writeChunks(on: Queryable, chunks: readonly ReturnType<typeof readIndexed>[]): Promise<void> {
  await indexChunks(on, chunks);
  await putVectors(
    on,
    null,
    chunks.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }])),
  );
}
