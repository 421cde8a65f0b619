// What is on the disk itself, and not only in the memory of the machine.
import { closeSync, fsyncSync, openSync } from 'node:fs';

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new name is on the disk once its folder is. Windows has no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
