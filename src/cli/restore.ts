import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { OPENING } from '../engine/maintenance/transfer/records.ts';
import { asRemanenceError, invalid } from '../errors.ts';
import { inShell } from '../in-shell.ts';
import { restore as restoreBackup } from './backup.ts';
import type { StoreFlags } from './store-command.ts';
import { bringBack } from './terminal/forget.ts';
import { isIdLike } from './terminal/ids.ts';

/** A memory from the bin, or a backup. A file wins over an id of the same name. */
export async function restore(what: string, flags: StoreFlags): Promise<void> {
  if (existsSync(what)) {
    if (isExport(what)) throw invalid(`${what} is an export.`, `Import it: remanence import ${inShell(what)}`);
    if (isIdLike(what)) process.stderr.write(`Taking the file ${resolve(what)}, not a memory with this id.\n`);
    return restoreBackup(what, flags);
  }
  if (isIdLike(what))
    return bringBack(what, flags).catch((thrown: unknown) => {
      throw asRemanenceError(thrown).code === 'not_found' ? unknown(what) : thrown;
    });
  if (basename(what) === what) throw unknown(what);
  return restoreBackup(what, flags);
}

const unknown = (what: string) =>
  invalid(
    `Neither a file nor an id in the bin has the name ${what}.`,
    '`remanence bin` lists what can be taken out of the bin; a backup is named by its path.',
  );

function isExport(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(OPENING.length);
    readSync(file, start, 0, start.length, 0);
    return start.toString('latin1') === OPENING;
  } finally {
    closeSync(file);
  }
}
