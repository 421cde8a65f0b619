import { constants, type FileHandle, open } from 'node:fs/promises';

/**
 * Reads a file of an untrusted folder. Opening a pipe could block forever, a device may never end, and a file may be
 * replaced by either after it was listed, so it is opened without blocking and checked once open. Null for anything
 * that is not a plain file, is larger than allowed, or cannot be read.
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<Buffer | null> {
  const file = await openPlainly(path).catch(() => null);
  if (!file) return null;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > mostBytes) return null;
    return await whole(file, stats.size);
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** In one call where `readFile` makes three. If the file has changed meanwhile, or tells no size, that reads it. */
async function whole(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  return bytesRead === size && size > 0 ? bytes.subarray(0, size) : file.readFile();
}

/** Fails if the file may not be read. */
export async function checkReadable(path: string): Promise<void> {
  await (await openPlainly(path)).close();
}

const openPlainly = (path: string) => open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
