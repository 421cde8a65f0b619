// Whether other users of this machine can reach a store.
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { databasePath } from '../compose.ts';
import type { Config } from '../config.ts';
import { storeFiles } from '../data-folder.ts';
import { inShell } from '../in-shell.ts';

const OTHERS = 0o077;

/** The line that closes the paths that others can reach; null if there are none. */
export function openness(config: Config): string | null {
  const paths = openPaths(config);
  if (paths.length === 0) return null;
  return `Others on this machine may reach it: chmod go-rwx ${paths.map(inShell).join(' ')}`;
}

/** The data folder and the files of the database, as far as their modes let others in; Windows has no such modes. */
function openPaths(config: Config): string[] {
  if (process.platform === 'win32') return [];
  const { dataDir } = config;
  const files = config.database === undefined ? storeFiles(resolve(databasePath(config))) : [];
  // A closed folder protects the files in it.
  const reachable = files.filter((file) => dirname(file) !== resolve(dataDir) || isOpen(dataDir));
  return [dataDir, ...reachable].filter(isOpen);
}

const isOpen = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
