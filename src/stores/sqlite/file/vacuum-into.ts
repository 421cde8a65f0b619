import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncFolder } from '../../../durable.ts';

/**
 * One read of everything into a new file: writers go on meanwhile. The copy is for its owner alone, and on the disk before
 * anybody relies on it.
 */
export function vacuumInto(run: (sql: string, target: string) => unknown, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  run('VACUUM INTO ?', target);
  syncFile(target);
  syncFolder(dirname(target));
}
