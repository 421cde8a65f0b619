// Reads every stored string, and replaces strings together with what was derived from them.
import * as z from 'zod';
import { chunkTerms } from '../../../engine/code/indexing/embedding-text.ts';
import { groupBy } from '../../../engine/group.ts';
import type { ScanStore, StoredString } from '../../../engine/maintenance/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { nameKey } from '../../../engine/text/names.ts';
import { CODE_TABLES, keyOf, PAGE, readRow, stringsOf, type TableShape } from '../../rows/strings.ts';
import { readChunk } from '../../rows/symbol.ts';
import { wordsOf } from '../code/adding.ts';
import { chunksWhere } from '../code/vectors.ts';
import { forgetEntityVector } from '../graph/graph.ts';
import { MEMORY, readMemory, WITH_SCOPE } from '../memories/memory-row.ts';
import { rewriteMemory } from '../memories/writing.ts';
import type { Database, Queryable } from '../server/database.ts';
import { isTaken } from '../server/failure.ts';
import { joined, NOTHING, raw, type Sql, sql } from '../server/sql.ts';

type Replacement = StoredString & { readonly clean: string };

/** Derived from other texts, and rebuilt with them. */
const DERIVED_TABLES = ['tenants', 'schema_version', 'words', 'chunk_words', 'memory_counts'];
const DERIVED_COLUMNS = new Set(['passages.terms', 'chunks.terms']);

const ColumnRow = z.object({ table: z.string(), column: z.string(), type: z.string(), place: z.number().nullable() });

export class PostgresScan implements ScanStore {
  readonly #database: Database;
  #shapes: Promise<TableShape[]> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Read from the schema itself, so that tables of later versions are included. */
  #tables(): Promise<TableShape[]> {
    this.#shapes ??= this.#read();
    return this.#shapes;
  }

  async #read(): Promise<TableShape[]> {
    const rows =
      await this.#database.all(sql`SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
        array_position(i.indkey::int2[], a.attnum) AS place
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT (c.relname = ANY (${DERIVED_TABLES}::text[])) ORDER BY c.relname, a.attnum`);
    const columns = rows.map((row) => ColumnRow.parse(row)).filter(({ column }) => column !== 'tenant_id');
    return [...groupBy(columns, ({ table }) => table)].flatMap(([name, all]): TableShape[] => {
      const texts = all.filter(({ type, column }) => type === 'text' && !DERIVED_COLUMNS.has(`${name}.${column}`));
      if (texts.length === 0) return [];
      const keys = all.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
      const named = (list: typeof all) => list.map(({ column }) => column);
      return [{ name, keys: named(keys), texts: named(texts), hasId: all.some(({ column }) => column === 'id') }];
    });
  }

  async rows(): Promise<number> {
    const { tenant } = this.#database;
    const counts = await this.#database.together(
      (await this.#tables()).map(({ name }) => sql`SELECT count(*) AS n FROM ${raw(name)} WHERE tenant_id = ${tenant}`),
    );
    return counts.reduce((sum, [row]) => sum + Number(row?.n), 0);
  }

  async *pages() {
    for (const table of await this.#tables()) {
      let after: (string | number)[] | null = null;
      for (;;) {
        const rows = await this.#database.all(pageOf(this.#database.tenant, table, after));
        const last = rows.at(-1);
        if (!last) break;
        yield { rows: rows.length, strings: rows.flatMap((row) => stringsOf(table, row)) };
        after = keyOf(last);
      }
    }
  }

  async replace(strings: readonly Replacement[]): Promise<void> {
    if (strings.length === 0) return;
    const keys = new Map((await this.#tables()).map(({ name, keys }) => [name, keys]));
    await this.#database.change(async (on) => {
      // Names are replaced row by row; references are consistent again only at the end.
      await on.run(raw('SET CONSTRAINTS ALL DEFERRED'));
      for (const row of groupBy(strings, ({ key }) => key).values()) await replaceRow(on, row, keys);
    });
  }

  rewrite(
    before: Memory,
    after: Memory,
    { trace, ...derived }: Parameters<ScanStore['rewrite']>[2],
  ): Promise<Memory | null> {
    return this.#database.change(async (on) => {
      const current = await on.get(sql`SELECT ${MEMORY}, m.conversation FROM memories m ${WITH_SCOPE}
        WHERE m.tenant_id = ${on.tenant} AND m.row = ${before.row} AND m.revision = ${before.revision} FOR NO KEY UPDATE OF m`);
      if (!current) return null;
      const conversation = current.conversation === null ? null : String(current.conversation);
      return rewriteMemory(on, readMemory(current), after, {
        conversation,
        embedded: derived,
        names: derived,
        trace,
        isUnlogged: true,
      });
    });
  }

  /** Replaced strings are gone with the commit; the database's log is its own concern. */
  async settle(): Promise<void> {}
}

const quoted = (name: string): Sql => raw(`"${name}"`);

function pageOf(
  tenant: number,
  { name, keys, texts, hasId }: TableShape,
  after: readonly (string | number)[] | null,
): Sql {
  const key = joined(
    keys.map((column) => sql`t.${quoted(column)}`),
    ', ',
  );
  const language = CODE_TABLES.has(name)
    ? sql`(SELECT language FROM files f WHERE f.tenant_id = ${tenant} AND f.id = t.file_id)`
    : sql`NULL`;
  const behind =
    after === null
      ? NOTHING
      : sql` AND (${key}) > (${joined(
          after.map((part) => sql`${part}`),
          ', ',
        )})`;
  return sql`SELECT json_build_array(${key})::text AS _key, ${hasId ? sql`t.id` : sql`NULL`} AS _id, ${language} AS _language,
    ${joined(
      texts.map((column) => sql`t.${quoted(column)}`),
      ', ',
    )} FROM ${quoted(name)} t WHERE t.tenant_id = ${tenant}${behind} ORDER BY ${key} LIMIT ${PAGE}`;
}

/** Replaces strings of one row. */
async function replaceRow(
  on: Queryable,
  strings: readonly Replacement[],
  keys: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const [first] = strings;
  if (!first) return;
  const [table, key] = readRow(first.key);
  // A concurrent change wins.
  const where = joined(
    [
      sql`tenant_id = ${on.tenant}`,
      ...(keys.get(table) ?? []).map((column, i) => sql`${quoted(column)} = ${key[i] ?? ''}`),
      ...strings.map(({ field, text }) => sql`${quoted(field)} = ${text}`),
    ],
    ' AND ',
  );
  const set = joined(
    strings.map(({ field, clean }) => sql`${quoted(field)} = ${clean}`),
    ', ',
  );
  const changed = await unlessTaken(on, sql`UPDATE ${quoted(table)} SET ${set} WHERE ${where}`);
  if (table === 'entities') await rename(on, Number(key[0]), strings.find(({ field }) => field === 'name')?.clean);
  // An equal row already exists.
  else if (changed === null) await on.run(sql`DELETE FROM ${quoted(table)} WHERE ${where}`);
  if (table === 'observations') {
    const row = await on.get(
      sql`SELECT entity_row FROM observations WHERE tenant_id = ${on.tenant} AND id = ${Number(key[0])}`,
    );
    if (row) await forgetEntityVector(on, Number(row.entity_row));
  }
  if (table === 'chunks') await indexChunk(on, Number(key[0]));
}

/** Returns how many rows it changed; null, with nothing changed, if the new row already exists. */
async function unlessTaken(on: Queryable, update: Sql): Promise<number | null> {
  await on.run(raw('SAVEPOINT replacing'));
  try {
    return await on.run(update);
  } catch (error) {
    if (!isTaken(error)) throw error;
    await on.run(raw('ROLLBACK TO SAVEPOINT replacing'));
    return null;
  }
}

/** Renames an entity; its key comes from its name and stays unique. */
async function rename(on: Queryable, row: number, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const set = (key: string) =>
    unlessTaken(
      on,
      sql`UPDATE entities SET name = ${name}, key = ${key} WHERE tenant_id = ${on.tenant} AND row = ${row}`,
    );
  if ((await set(nameKey(name))) === null) await set(`${nameKey(name)} ${row}`);
  await forgetEntityVector(on, row);
}

/** Indexes its words now, its vector in the background; the next indexing reads the file again. */
async function indexChunk(on: Queryable, id: number): Promise<void> {
  const row = await on.get(chunksWhere(on.tenant, sql`c.id = ${id}`));
  if (!row) return;
  const chunk = readChunk(row);
  const terms = chunkTerms(chunk.path, chunk);
  const words = wordsOf([{ id, project: chunk.project, terms }]);
  await on.run(sql`DELETE FROM chunk_words WHERE tenant_id = ${on.tenant} AND chunk_id = ${id} AND project_id = ${chunk.project}
    AND term = ANY (${wordsOf([{ id, project: chunk.project, terms: chunk.terms }]).map(({ term }) => term)}::text[])`);
  await on.run(sql`INSERT INTO chunk_words (tenant_id, term, project_id, chunk_id, tf, length)
    SELECT ${on.tenant}, w.term, ${chunk.project}::bigint, ${id}::bigint, w.tf, w.length FROM unnest(${words.map(({ term }) => term)}::text[],
      ${words.map(({ tf }) => tf)}::int[], ${words.map(({ length }) => length)}::int[]) w(term, tf, length)`);
  await on.run(sql`DELETE FROM chunk_vectors WHERE tenant_id = ${on.tenant} AND chunk_id = ${id}`);
  await on.run(sql`UPDATE chunks SET terms = ${terms}, pending = CASE WHEN digest IS NULL THEN pending ELSE 1 END, digest = NULL
    WHERE tenant_id = ${on.tenant} AND id = ${id}`);
  await on.run(sql`UPDATE files SET content = '' WHERE tenant_id = ${on.tenant} AND id = ${chunk.file}`);
}
