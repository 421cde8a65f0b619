// The backups in a folder.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RemanenceError } from '../../../errors.ts';
import { verifyBackup } from './verify-backup.ts';

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

/** The newest restorable backup; null if there is none. */
export function newestBackup(folder: string): Backup | null {
  const isWhole = ({ path }: Backup) => {
    try {
      verifyBackup(path);
      return true;
    } catch {
      return false;
    }
  };
  return listBackups(folder).find(isWhole) ?? null;
}

/** A new store in place of a lost one would hide the loss, and its backups would displace the good ones. */
export function checkNotLost(file: string, folder: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const newest = newestBackup(folder);
  if (newest === null) return;
  throw new RemanenceError('storage', `${file} is missing or empty, but backups of it exist.`, {
    hint: `Restore the newest one: remanence restore ${newest.path}. To start afresh, move ${folder} away.`,
  });
}
