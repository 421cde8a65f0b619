// From one store into another, whatever each is kept in: all tables in one snapshot of the source, page by page, each page
// told by a digest. The target is empty, or a copy of the same source that was begun and not finished.
import { createHash, type Hash } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import type { Row } from '../rows/row.ts';
import { type CopiedTable, TABLES } from './tables.ts';

export type Key = readonly (string | number)[];

export interface Source {
  /** What tells this content from any other. */
  identity(): Promise<string>;
  /** By key, behind the one given; vectors and other bytes as Uint8Array. */
  read(table: CopiedTable, after: Key | null, limit: number): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Target extends Source {
  /** The identity of the copy that was begun here; null where there is none, and an error where something else is stored. */
  begun(): Promise<string | null>;
  /** Takes away what a new store begins with, and notes what is copied here. */
  begin(identity: string): Promise<void>;
  /** One transaction. */
  write(table: CopiedTable, rows: readonly Row[]): Promise<void>;
  /** Makes what follows from the rows, and forgets that this is a copy. */
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
    throw new RemanenceError('conflict', 'The target holds the beginning of a copy of something else.', {
      hint: 'Copy into an empty file, or into another tenant.',
    });
  }
  if (begun === null) await to.begin(identity);
  const tables: { name: string; rows: number; digest: string }[] = [];
  for (const table of TABLES) {
    const copied = await copyTable(from, to, table, signal);
    report(table.name, copied.rows);
    tables.push({ name: table.name, ...copied });
  }
  // The mark of a copy that was begun goes last: until then another run goes on with it.
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

/** What is there already of a copy that was begun is read, told and left. */
async function copyTable(from: Source, to: Target, table: CopiedTable, signal?: AbortSignal) {
  const digest = createHash('sha256');
  let rows = 0;
  for (let after: Key | null = null; ; ) {
    signal?.throwIfAborted();
    const page = await from.read(table, after, PAGE);
    const last = page.at(-1);
    if (!last) return { rows, digest: digest.digest('hex') };
    const there = await to.read(table, after, page.length);
    const known = new Set(there.map((row) => JSON.stringify(keyOf(table, row))));
    const missing = page.filter((row) => !known.has(JSON.stringify(keyOf(table, row))));
    if (missing.length > 0) await to.write(table, missing);
    for (const row of page) tell(digest, table, row);
    rows += page.length;
    after = keyOf(table, last);
  }
}

/** Reads the target as a whole: nothing was lost, changed or added on the way. */
async function compare(
  to: Source,
  tables: readonly { name: string; rows: number; digest: string }[],
  signal?: AbortSignal,
) {
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
    throw new RemanenceError('conflict', `The copy of ${table.name} is not the same: somebody wrote meanwhile.`, {
      hint: 'Stop the servers of both and copy into an empty target.',
    });
  }
}

const keyOf = ({ key }: CopiedTable, row: Row): Key =>
  key.map((column) => {
    const value = row[column];
    return typeof value === 'number' ? value : String(value);
  });

function tell(digest: Hash, { columns }: CopiedTable, row: Row): void {
  for (const column of columns) digest.update(`${plain(row[column])}\n`);
}

/** As JSON, but for what JSON does not know: bytes and the sign of a zero. */
function plain(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Object.is(value, -0)) return '-0';
  return JSON.stringify(value ?? null);
}
