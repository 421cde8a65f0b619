// Every string of a file, read by its own schema, so that tables of later versions are included.
import * as z from 'zod';
import type { StoredString } from '../../../engine/maintenance/ports.ts';
import { CODE_TABLES, keyOf, PAGE, stringsOf, type TableShape } from '../../rows/strings.ts';

/** What is needed of a connection to a store or a copy. */
export interface Readable {
  all(sql: string, ...values: (string | number)[]): Record<string, unknown>[];
}

const Column = z.object({ name: z.string(), type: z.string(), pk: z.number() });

export function tablesOf(database: Readable): TableShape[] {
  const tables = database.all(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  return tables.flatMap(({ name, wr }) => {
    const columns = z
      .array(Column)
      .parse(database.all('SELECT name, type, pk FROM pragma_table_info(?)', String(name)));
    const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    const texts = columns.filter(({ type }) => type === 'TEXT').map((column) => column.name);
    if (texts.length === 0) return [];
    const keys = Number(wr) === 1 ? primary.map((column) => column.name) : ['rowid'];
    return [{ name: String(name), keys, texts, hasId: columns.some((column) => column.name === 'id') }];
  });
}

const quoted = (name: string): string => `"${name}"`;

/** Pages of strings, table by table. */
export function* stringPages(database: Readable): Generator<{ rows: number; strings: StoredString[] }> {
  for (const table of tablesOf(database)) {
    let after: (string | number)[] | null = null;
    for (;;) {
      const rows = page(database, table, after);
      const last = rows.at(-1);
      if (!last) break;
      yield { rows: rows.length, strings: rows.flatMap((row) => stringsOf(table, row)) };
      after = keyOf(last);
    }
  }
}

function page(database: Readable, { name, keys, texts, hasId }: TableShape, after: (string | number)[] | null) {
  const key = keys.map((column) => `t.${quoted(column)}`).join(', ');
  const columns = [
    `json_array(${key}) AS _key`,
    hasId ? 't.id AS _id' : 'NULL AS _id',
    CODE_TABLES.has(name) ? '(SELECT language FROM files f WHERE f.id = t.file_id) AS _language' : 'NULL AS _language',
    ...texts.map((column) => `t.${quoted(column)}`),
  ];
  const behind = after ? `WHERE (${key}) > (${keys.map(() => '?').join(', ')})` : '';
  const sql = `SELECT ${columns.join(', ')} FROM ${quoted(name)} t ${behind} ORDER BY ${key} LIMIT ${PAGE}`;
  return database.all(sql, ...(after ?? []));
}
