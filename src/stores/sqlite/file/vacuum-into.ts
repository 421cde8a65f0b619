import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncFolder } from '../../../durable.ts';

/**
 * Copies everything into a new file while writers continue. Only its owner can read the copy, and it is on disk before
 * this returns.
 */
export function vacuumInto(run: (sql: string, target: string) => unknown, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  run('VACUUM INTO ?', target);
  syncFile(target);
  syncFolder(dirname(target));
}
