// Determines whose file it is without changing anything.
import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { RemanenceError } from '../../../errors.ts';

/** `unreadable`: SQLite cannot read it now, because it is damaged, not a database, or needs recovery. */
type Kind = 'empty' | 'store' | 'foreign' | 'unreadable';

export function kindOf(path: string): Kind {
  if (statSync(path).size === 0) return 'empty';
  try {
    const database = new DatabaseSync(readingAddress(path), { readOnly: true });
    try {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      const { tables, ours } = database
        .prepare(
          "SELECT count(*) AS tables, sum(type = 'table' AND name IN ('settings', 'scopes', 'memories')) AS ours FROM sqlite_schema",
        )
        .get() ?? { tables: 0, ours: 0 };
      if (version >= 1) return Number(ours) === 3 ? 'store' : 'foreign';
      return Number(tables) === 0 ? 'empty' : 'foreign';
    } finally {
      database.close();
    }
  } catch {
    return 'unreadable';
  }
}

/** Throws if the file belongs to another program. */
export function refuseForeign(path: string): void {
  // If a log has just appeared, another process was at work and the result may be wrong.
  const hadLog = hasLog(path);
  if (kindOf(path) === 'foreign' && hasLog(path) === hadLog) throw foreign(path);
}

export const foreign = (path: string): RemanenceError =>
  new RemanenceError('storage', `${path} is the database of another program.`, {
    hint: 'Choose another path or --data-dir; the file was left as it is.',
  });

/**
 * Reading a file in WAL mode creates `-wal` and `-shm` beside it, unless it is opened as immutable; then SQLite does not
 * notice who writes to it later.
 */
export const readingAddress = (path: string): string =>
  hasLog(path) ? path : `${pathToFileURL(path).href}?immutable=1`;

const hasLog = (path: string): boolean => existsSync(`${path}-wal`) || existsSync(`${path}-journal`);
