import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { invalid } from '../errors.ts';

/** The text of a file, including its byte order mark; null if the file does not exist. */
export function readText(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw invalid(`${path} is not UTF-8 text.`, 'Nothing was written. Save the file as UTF-8 first.');
  }
}

/** Writes a file completely or not at all, keeping its mode and following links. Returns the folders created. */
export function writeWhole(path: string, text: string): string[] {
  const there = existsSync(path);
  const target = there ? realpathSync(path) : path;
  const folders = missingFolders(dirname(target));
  mkdirSync(dirname(target), { recursive: true });
  const half = join(dirname(target), `.remanence-${process.pid}.tmp`);
  const mode = there ? statSync(target).mode : undefined;
  try {
    writeFileSync(half, text, { mode });
    // The umask may have taken away what the file allows.
    if (mode !== undefined) chmodSync(half, mode);
    renameSync(half, target);
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  }
  return folders;
}

function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
