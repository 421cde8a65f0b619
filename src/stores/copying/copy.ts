// Copies one store into another, file or database: all tables from one snapshot of the source, page by page, checked by
// digests. The target is empty, or an unfinished copy of the same source.
import { createHash, type Hash } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import type { Row } from '../rows/row.ts';
import { type CopiedTable, TABLES } from './tables.ts';

export type Key = readonly (string | number)[];

export interface Source {
  /** Identifies the store, whatever it holds. */
  identity(): Promise<string>;
  /** Rows ordered by key, after the given one; vectors and other bytes as Uint8Array. */
  read(table: CopiedTable, after: Key | null, limit: number): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Target extends Source {
  /** The identity of the copy begun here, or null for an empty store; throws if anything else is stored. */
  begun(): Promise<string | null>;
  /** Removes what a new store starts with, or what an earlier copy left, and records the identity of the copy. */
  begin(identity: string): Promise<void>;
  /** Writes the rows in one transaction. */
  write(table: CopiedTable, rows: readonly Row[]): Promise<void>;
  /** Derives what follows from the rows, and removes the mark of the copy. */
  finish(): Promise<void>;
}

export interface Copied {
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly rows: number;
  readonly digest: string;
}

const PAGE = 1000;

export async function copyStore(
  from: Source,
  to: Target,
  report: (table: string, rows: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Copied> {
  const identity = await from.identity();
  const begun = await to.begun();
  if (begun !== null && begun !== identity) {
    throw new RemanenceError('conflict', 'The target holds an unfinished copy of another store.', {
      hint: 'Copy into an empty file, or into another tenant.',
    });
  }
  const resumed = begun === null ? null : await copyTables(from, to, report, signal);
  if (resumed === null) await to.begin(identity);
  const tables = resumed ?? (await copyTables(from, to, report, signal));
  if (tables === null) throw differs('The copy');
  // Remove the mark last: until then another run can resume the copy.
  await compare(to, tables, signal);
  await to.finish();
  const digest = createHash('sha256')
    .update(tables.map((each) => each.digest).join(''))
    .digest('hex');
  return {
    tables: tables.map(({ name, rows }) => ({ name, rows })),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    digest,
  };
}

interface CopiedRows {
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

/** Null if the target holds what the source does not: rows of an earlier run, after which the source has changed. */
async function copyTables(
  from: Source,
  to: Target,
  report: (table: string, rows: number) => void,
  signal?: AbortSignal,
): Promise<CopiedRows[] | null> {
  const tables: CopiedRows[] = [];
  for (const table of TABLES) {
    const copied = await copyTable(from, to, table, signal);
    if (copied === null) return null;
    report(table.name, copied.rows);
    tables.push(copied);
  }
  return tables;
}

/** Rows already copied by an earlier run, which are the first, are compared and left as they are. */
async function copyTable(
  from: Source,
  to: Target,
  table: CopiedTable,
  signal?: AbortSignal,
): Promise<CopiedRows | null> {
  const digest = createHash('sha256');
  let rows = 0;
  for (let after: Key | null = null; ; ) {
    signal?.throwIfAborted();
    const page = await from.read(table, after, PAGE);
    const there = await to.read(table, after, Math.max(page.length, 1));
    if (there.some((row, i) => !isSame(table, row, page[i]))) return null;
    const last = page.at(-1);
    if (!last) return { name: table.name, rows, digest: digest.digest('hex') };
    const missing = page.slice(there.length);
    if (missing.length > 0) await to.write(table, missing);
    for (const row of page) tell(digest, table, row);
    rows += page.length;
    after = keyOf(table, last);
  }
}

/** Reads the whole target to check that nothing was lost, changed or added. */
async function compare(to: Source, tables: readonly CopiedRows[], signal?: AbortSignal) {
  for (const [i, table] of TABLES.entries()) {
    const digest = createHash('sha256');
    let rows = 0;
    for (let after: Key | null = null; ; ) {
      signal?.throwIfAborted();
      const page: Row[] = await to.read(table, after, PAGE);
      const last = page.at(-1);
      if (!last) break;
      for (const row of page) tell(digest, table, row);
      rows += page.length;
      after = keyOf(table, last);
    }
    if (tables[i]?.rows === rows && tables[i]?.digest === digest.digest('hex')) continue;
    throw differs(`The copy of ${table.name}`);
  }
}

const differs = (what: string): RemanenceError =>
  new RemanenceError('conflict', `${what} differs from the source: something wrote to the target meanwhile.`, {
    hint: 'Stop the servers of both, and copy into an empty target.',
  });

const keyOf = ({ key }: CopiedTable, row: Row): Key =>
  key.map((column) => {
    const value = row[column];
    return typeof value === 'number' ? value : String(value);
  });

const isSame = ({ columns }: CopiedTable, row: Row, other: Row | undefined): boolean =>
  other !== undefined && columns.every((column) => plain(row[column]) === plain(other[column]));

function tell(digest: Hash, { columns }: CopiedTable, row: Row): void {
  for (const column of columns) digest.update(`${plain(row[column])}\n`);
}

/** JSON, plus what JSON cannot express: bytes and negative zero. */
function plain(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Object.is(value, -0)) return '-0';
  return JSON.stringify(value ?? null);
}
