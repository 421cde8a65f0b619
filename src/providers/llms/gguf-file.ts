import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { messageOf } from '../../errors.ts';

const HEADER = 24;
const KNOWN_VERSIONS = [2, 3];
/** Far more tensors or fields than any model has. */
const MAX_ENTRIES = 1_000_000n;

/** Why a file cannot be a GGUF model, by its first bytes; null when it may be one. The library hangs on some others. */
export function ggufProblem(path: string): string | null {
  const header = Buffer.alloc(HEADER);
  try {
    const file = openSync(path, 'r');
    try {
      if (readSync(file, header, 0, HEADER, 0) < HEADER) return `${path} is too short for a GGUF file.`;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `${path} cannot be read: ${messageOf(error)}. Models are not downloaded.`;
  }
  const isKnown = header.toString('latin1', 0, 4) === 'GGUF' && KNOWN_VERSIONS.includes(header.readUInt32LE(4));
  const isPlausible = header.readBigUInt64LE(8) < MAX_ENTRIES && header.readBigUInt64LE(16) < MAX_ENTRIES;
  return isKnown && isPlausible ? null : `${path} is not a GGUF file of version ${KNOWN_VERSIONS.join(' or ')}.`;
}

/** Whether the script's thread will find the library, a package or a URL. A package may refuse to be required. */
export function isInstalled(library: string, script: string): boolean {
  if (URL.canParse(library)) return true;
  try {
    createRequire(script).resolve(library);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND');
  }
}
