// The backups of a store that lie in its own folder.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BACKUPS } from '../../data-folder.ts';
import { inspect } from './copies.ts';

export interface Backup {
  readonly path: string;
  /** When it was made. */
  readonly at: number;
  readonly bytes: number;
}

export const backupsFolder = (file: string): string => join(dirname(file), BACKUPS);

/** Newest first. */
export function listBackups(file: string): Backup[] {
  const folder = backupsFolder(file);
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.db'))
    .map((name) => {
      const path = join(folder, name);
      const { mtimeMs, size } = statSync(path);
      return { path, at: mtimeMs, bytes: size };
    })
    .sort((a, b) => b.at - a.at);
}

/** The newest that can be restored; null where none can. */
export function newestBackup(file: string): Backup | null {
  const isWhole = ({ path }: Backup) => {
    try {
      inspect(path);
      return true;
    } catch {
      return false;
    }
  };
  return listBackups(file).find(isWhole) ?? null;
}
