import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncFolder } from '../../../durable.ts';

/**
 * Copies everything into a new file while writers continue. Only its owner can read the copy, and it is on disk before
 * this returns. Without secure_delete, SQLite would leave in the unused parts of its pages what other pages held in memory,
 * and nothing erases that later.
 */
export function vacuumInto(run: (sql: string, ...values: string[]) => unknown, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  run('PRAGMA secure_delete = ON');
  run('VACUUM INTO ?', target);
  syncFile(target);
  syncFolder(dirname(target));
}
