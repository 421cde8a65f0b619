import { constants, open } from 'node:fs/promises';

/**
 * A file of a folder that nobody vouches for. Opening a pipe would wait for ever, a device may never end, and a file may be
 * exchanged for either after it was listed: so it is opened without waiting, and looked at once it is open. Null for
 * anything that is not a plain file, is larger than allowed, or cannot be read.
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
  if (!file) return null;
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > mostBytes) return null;
    return await file.readFile();
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
