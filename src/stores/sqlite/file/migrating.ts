// Migrates a file of an older version after making a copy of it.
import { renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { schemaBackup, storeFiles } from '../../../data-folder.ts';
import { syncFolder } from '../../../durable.ts';
import { RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Migration } from '../migrations/migration.ts';
import { copySnapshot } from './snapshot.ts';
import { foreign } from './store-file.ts';

/** What a migration needs of a connection that nobody else uses yet. */
interface Opening {
  version(): number;
  get(sql: string): Record<string, unknown> | undefined;
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
  opening.change(() => {
    // Another process may have migrated while we waited for the lock.
    const version = opening.version();
    if (version > 0 && version < migrations.length) backUp(path, version);
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue;
      opening.exec(migration.sql);
      opening.exec(`PRAGMA user_version = ${index + 1}`);
      log.debug('migrated', { to: migration.name });
    }
  });
}

/**
 * The copy is on disk before the first migration starts. It is made under the write lock, by another connection, so it
 * holds everything that is migrated; a copy that an interrupted upgrade left may be older, and is replaced.
 */
function backUp(path: string, version: number): void {
  const copy = join(dirname(path), schemaBackup(basename(path, '.db'), version + 1));
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  copySnapshot(path, part);
  // A log that stayed beside an earlier copy would be read into this one.
  for (const file of storeFiles(copy)) rmSync(file, { force: true });
  renameSync(part, copy);
  syncFolder(dirname(copy));
  log.info('backed up before migrating', { copy });
}
