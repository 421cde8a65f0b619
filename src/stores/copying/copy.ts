// Copies one store into another, file or database: all tables from one snapshot of the source, page by page, checked by
// digests. The target is empty, or an unfinished copy of the same source.
import { createHash, type Hash } from 'node:crypto';
import { RemanenceError } from '../../errors.ts';
import type { Row } from '../rows/row.ts';
import { type CopiedTable, TABLES } from './tables.ts';

export type Key = readonly (string | number)[];

export interface Source {
  /** Identifies this content. */
  identity(): Promise<string>;
  /** Rows ordered by key, after the given one; vectors and other bytes as Uint8Array. */
  read(table: CopiedTable, after: Key | null, limit: number): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Target extends Source {
  /** The identity of the copy begun here, or null for an empty store; throws if anything else is stored. */
  begun(): Promise<string | null>;
  /** Removes what a new store starts with, and records the identity of the copy. */
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
  if (begun === null) await to.begin(identity);
  const tables: { name: string; rows: number; digest: string }[] = [];
  for (const table of TABLES) {
    const copied = await copyTable(from, to, table, signal);
    report(table.name, copied.rows);
    tables.push({ name: table.name, ...copied });
  }
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

/** Rows already copied by an earlier run are read into the digest and left as they are. */
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

/** Reads the whole target to check that nothing was lost, changed or added. */
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
    throw new RemanenceError(
      'conflict',
      `The copy of ${table.name} differs from the source: something wrote to the target meanwhile.`,
      {
        hint: 'Stop the servers of both, and copy into an empty target.',
      },
    );
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

/** JSON, plus what JSON cannot express: bytes and negative zero. */
function plain(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Object.is(value, -0)) return '-0';
  return JSON.stringify(value ?? null);
}
