// Reads the files of a store without changing them: only the next server may clean up after a dead process.
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { temporaryFolder } from '../open.ts';

/** Opens a copy of a database, including its log. */
export function look<T>(file: string, work: (database: DatabaseSyncInstance) => T): T {
  const scratch = temporaryFolder();
  const copy = join(scratch, 'copy.db');
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
  try {
    const database = new DatabaseSync(copy);
    try {
      return work(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What is wrong with a database, as text: pages, references, text indexes, and incomplete memories. */
export function inspect(file: string): string[] {
  return look(file, (database) => {
    const problems = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row.integrity_check))
      .filter((line) => line !== 'ok');
    for (const { table, parent } of database.prepare('PRAGMA foreign_key_check').all()) {
      problems.push(`a row of ${table} refers to a missing row of ${parent}`);
    }
    for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE '%USING fts5 %'").all()) {
      try {
        database.exec(`INSERT INTO ${name} (${name}) VALUES ('integrity-check')`);
      } catch (error) {
        problems.push(`the text index ${name}: ${error}`);
      }
    }
    for (const [what, sql] of HALVES) {
      const count = Number(database.prepare(sql).get()?.n);
      if (count > 0) problems.push(`${count} ${what}`);
    }
    return problems;
  });
}

/** The parts of a memory, which must appear and disappear together. */
const HALVES: readonly (readonly [string, string])[] = [
  [
    'memories without passages',
    'SELECT count(*) AS n FROM memories WHERE NOT EXISTS (SELECT 1 FROM passages WHERE memory_row = memories.row)',
  ],
  ['passages of no memory', 'SELECT count(*) AS n FROM passages WHERE memory_row NOT IN (SELECT row FROM memories)'],
  [
    'passages without an entry in the text index',
    'SELECT count(*) AS n FROM passages WHERE id NOT IN (SELECT id FROM passage_text_docsize)',
  ],
  [
    'entries in the text index without a passage',
    'SELECT count(*) AS n FROM passage_text_docsize WHERE id NOT IN (SELECT id FROM passages)',
  ],
];
