// The backups that lie in a folder.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { admit } from './admission.ts';

export interface Backup {
  readonly path: string;
  /** When it was made. */
  readonly at: number;
  readonly bytes: number;
}

/** Newest first. */
export function listBackups(folder: string): Backup[] {
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
export function newestBackup(folder: string): Backup | null {
  const isWhole = ({ path }: Backup) => {
    try {
      admit(path);
      return true;
    } catch {
      return false;
    }
  };
  return listBackups(folder).find(isWhole) ?? null;
}
