// Reads as much as possible of a file that SQLite cannot read completely.
import { closeSync, copyFileSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Row } from '../../rows/row.ts';
import type { Connection } from '../backup/copies.ts';

const MAGIC = 'SQLite format 3\0';
const PAGE = 4096;
const BATCH = 200;
/** A header that claims a larger size is damaged itself. */
const MAX_BYTES = 2 ** 38;
/** Beyond any row. */
const FARTHEST = 2 ** 50;

/** Works on a copy, since SQLite writes to the files it opens. */
export function openDamaged(file: string, copy: string): Connection {
  for (const suffix of ['', '-wal']) if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  mendHeader(copy);
  fillUp(copy);
  if (emptyBrokenSchema(copy)) dropOrphans(copy);
  return openLeniently(copy);
}

/** Lets SQLite read a truncated file, and tables next to broken ones, which its defensive mode refuses without a word. */
function openLeniently(copy: string): Connection {
  const database = new DatabaseSync(copy, { defensive: false });
  database.exec('PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON');
  return database;
}

/** What the lost part of the schema held, SQLite does not miss; what refers to it would keep the rest from being read. */
function dropOrphans(copy: string): void {
  const database = openLeniently(copy);
  try {
    database.exec(`DELETE FROM sqlite_schema WHERE type IN ('trigger', 'view')
      OR (type = 'index' AND tbl_name NOT IN (SELECT name FROM sqlite_schema WHERE type = 'table'))`);
  } catch {
    // What is readable without that is read.
  } finally {
    database.close();
  }
}

const [LEAF, INTERIOR] = [0x0d, 0x05];
/** The first page begins with the header of the file. */
const FIRST = 100;

/**
 * Puts empty pages in place of pages of the schema that are none, since SQLite reads no table beside them; returns whether
 * there were any.
 */
function emptyBrokenSchema(copy: string): boolean {
  const file = openSync(copy, 'r+');
  try {
    const start = Buffer.alloc(65_536);
    readSync(file, start, 0, start.length, 0);
    const size = start.readUInt16BE(16) === 1 ? 65_536 : start.readUInt16BE(16);
    if (start[FIRST] !== INTERIOR || size < 512) return false;
    const cells = Math.min(start.readUInt16BE(FIRST + 3), size / 8);
    const places = Array.from({ length: cells }, (_, i) => start.readUInt16BE(FIRST + 12 + 2 * i)).filter(
      (at) => at <= size - 4,
    );
    const children = [start.readUInt32BE(FIRST + 8), ...places.map((at) => start.readUInt32BE(at))];
    const pages = fstatSync(file).size / size;
    const broken = children.filter((page) => page > 1 && page <= pages && !isTablePage(file, (page - 1) * size));
    const empty = Buffer.alloc(size);
    empty[0] = LEAF;
    empty.writeUInt16BE(size % 65_536, 5);
    for (const page of broken) writeSync(file, empty, 0, size, (page - 1) * size);
    return broken.length > 0;
  } finally {
    closeSync(file);
  }
}

function isTablePage(file: number, at: number): boolean {
  const kind = Buffer.alloc(1);
  readSync(file, kind, 0, 1, at);
  return kind[0] === LEAF || kind[0] === INTERIOR;
}

/** Rewrites the header: all stores have the same one, except for counters that can be left out. */
function mendHeader(copy: string): void {
  const file = openSync(copy, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(file, header, 0, 100, 0);
    if (header.toString('latin1', 0, 16) === MAGIC) return;
    header.fill(0, 0, 44);
    header.write(MAGIC, 0, 'latin1');
    header.writeUInt16BE(PAGE, 16);
    // WAL mode for reading and writing; the payload fractions are fixed by the format.
    header.set([2, 2, 0, 64, 32, 32], 18);
    header.writeUInt32BE(Math.floor(fstatSync(file).size / PAGE), 28);
    header.writeUInt32BE(4, 44);
    header.writeUInt32BE(1, 56);
    writeSync(file, header, 0, 100, 0);
  } finally {
    closeSync(file);
  }
}

/** SQLite reads nothing of a truncated file: empty pages in place of the lost ones become ordinary gaps. */
function fillUp(copy: string): void {
  const file = openSync(copy, 'r+');
  try {
    const header = Buffer.alloc(100);
    readSync(file, header, 0, 100, 0);
    // 65 536 does not fit into two bytes and is stored as 1.
    const page = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const whole = page * header.readUInt32BE(28);
    if (whole <= MAX_BYTES && fstatSync(file).size < whole) ftruncateSync(file, whole);
  } finally {
    closeSync(file);
  }
}

export interface Gaps {
  /** Unreadable stretches of the table. */
  count: number;
}

/** The readable rows of a table. */
export function* rowsOf(database: Connection, table: string, gaps: Gaps): Generator<Row> {
  if (isWithoutRowid(database, table)) yield* fromBothEnds(database, table, gaps);
  else yield* aroundGaps(database, table, gaps);
}

const isWithoutRowid = (database: Connection, table: string): boolean =>
  database.prepare('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?').get('main', table)?.wr === 1;

/** For tables without row numbers to jump to: reads forwards until a gap, then backwards. Rows may come twice. */
function* fromBothEnds(database: Connection, table: string, gaps: Gaps): Generator<Row> {
  const keys = database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table);
  const backwards = keys.map(({ name }) => `"${name}" DESC`).join(', ');
  for (const [i, order] of ['', ` ORDER BY ${backwards}`].entries()) {
    try {
      yield* database.prepare(`SELECT * FROM "${table}"${order}`).iterate();
      return;
    } catch {
      if (i === 0) gaps.count++;
    }
  }
}

function* aroundGaps(database: Connection, table: string, gaps: Gaps): Generator<Row> {
  const behind = database.prepare(
    `SELECT rowid AS salvaged_row, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ?`,
  );
  const read = (after: number, limit: number): Row[] | null => {
    try {
      return behind.all(after, limit);
    } catch {
      return null;
    }
  };
  for (let after = 0; ; ) {
    const rows = read(after, BATCH) ?? read(after, 1);
    if (rows === null) {
      gaps.count++;
      const next = beyond(after, (start) => read(start, 1) !== null);
      if (next === null) return;
      after = next;
      continue;
    }
    yield* rows;
    const last = rows.at(-1)?.salvaged_row;
    if (last === undefined) return;
    if (Number(last) <= after) {
      // A broken tree may contain a cycle.
      gaps.count++;
      return;
    }
    after = Number(last);
  }
}

/** The first row number after the gap from which the table is readable again. */
function beyond(gap: number, isReadable: (start: number) => boolean): number | null {
  let step = 1;
  while (!isReadable(gap + step)) {
    step *= 2;
    if (step > FARTHEST) return null;
  }
  let [broken, whole] = [gap + Math.floor(step / 2), gap + step];
  while (whole - broken > 1) {
    const middle = Math.floor((broken + whole) / 2);
    if (isReadable(middle)) whole = middle;
    else broken = middle;
  }
  return whole;
}
