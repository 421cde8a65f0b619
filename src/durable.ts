// Makes writes durable: on the disk itself, not only in the machine's memory.
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs a folder, so that a new name in it is on the disk. Windows does not support this. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
