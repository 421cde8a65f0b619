// Migrates a file of an older version after making a copy of it.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { schemaBackup } from '../../../data-folder.ts';
import { syncFolder } from '../../../durable.ts';
import { RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Migration } from '../migrations/migration.ts';
import { foreign } from './store-file.ts';
import { vacuumInto } from './vacuum-into.ts';

/** What a migration needs of a connection that nobody else uses yet. */
interface Opening {
  version(): number;
  get(sql: string): Record<string, unknown> | undefined;
  run(sql: string, target: string): unknown;
  /** Runs several statements. */
  exec(sql: string): void;
  /** Runs one transaction that takes the write lock first. */
  change(work: () => void): void;
}

export function migrate(path: string, opening: Opening, migrations: readonly Migration[]): void {
  // Check the tables first: another process creates them together with the version.
  const isNew = opening.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
  const behind = opening.version();
  if (behind === 0 && !isNew) throw foreign(path);
  if (behind > migrations.length) {
    throw new RemanenceError('storage', `This data folder was written by a newer Remanence (schema ${behind}).`, {
      hint: 'Update Remanence, or use another --data-dir.',
    });
  }
  if (behind === migrations.length) return;
  if (behind > 0) backUp(path, opening, behind);
  opening.change(() => {
    // Another process may have migrated while we waited for the lock.
    for (const [index, migration] of migrations.entries()) {
      if (index < opening.version()) continue;
      opening.exec(migration.sql);
      opening.exec(`PRAGMA user_version = ${index + 1}`);
      log.debug('migrated', { to: migration.name });
    }
  });
}

/** The copy is on disk before the first migration starts. */
function backUp(path: string, opening: Opening, version: number): void {
  const copy = join(dirname(path), schemaBackup(version + 1));
  if (existsSync(copy)) return;
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  vacuumInto((sql, target) => opening.run(sql, target), part);
  renameSync(part, copy);
  syncFolder(dirname(copy));
  log.info('backed up before migrating', { copy });
}
