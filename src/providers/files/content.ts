import { open } from 'node:fs/promises';
import { unhurried } from '../../engine/waiting.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Only the beginning of a long text is searched for: a store may keep the rest elsewhere. */
const MAX_SOUGHT_BYTES = 200;

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** False for a folder, or when the file no longer exists. */
export async function begins(path: string, opening: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return false;
  const bytes = Buffer.alloc(Buffer.byteLength(opening));
  const read = await file
    .read(bytes, 0, bytes.length, 0)
    .catch(() => null)
    .finally(() => file.close());
  return read?.bytesRead === bytes.length && bytes.toString('utf8') === opening;
}

/** Whether a file of any size contains one of these texts; false when it no longer exists. */
export async function contains(path: string, texts: readonly string[]): Promise<boolean> {
  const sought = texts.filter((text) => text !== '').map((text) => Buffer.from(text).subarray(0, MAX_SOUGHT_BYTES));
  if (sought.length === 0) return false;
  const overlap = Math.max(...sought.map(({ length }) => length)) - 1;
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (file === null) return false;
  const bytes = Buffer.allocUnsafe(overlap + CHUNK_BYTES);
  try {
    for (let kept = 0; ; ) {
      const { bytesRead } = await file.read(bytes, kept, CHUNK_BYTES);
      if (bytesRead === 0) return false;
      const filled = bytes.subarray(0, kept + bytesRead);
      for await (const text of unhurried(sought)) if (filled.includes(text)) return true;
      kept = Math.min(overlap, filled.length);
      filled.copy(bytes, 0, filled.length - kept);
    }
  } finally {
    await file.close();
  }
}
