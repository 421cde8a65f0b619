import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../durable.ts';
import type { Written } from '../../engine/maintenance/transfer/files.ts';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';

const FLUSH_BYTES = 256 * 1024;

/** Writes a file completely or not at all, readable by its owner only; replaces an existing one. */
export async function writeWhole(target: string, lines: AsyncIterable<string>): Promise<Written> {
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    if (isDiskFull(error)) throw full(error);
    throw invalid(`${target} cannot be written: ${messageOf(error)}`, 'Name a file in a writable folder.');
  });
  try {
    const bytes = await writeLines(file, lines).finally(() => file.close());
    await rename(part, target);
    syncFolder(dirname(target));
    return { path: target, bytes };
  } catch (error) {
    await rm(part, { force: true });
    if (isDiskFull(error)) throw full(error);
    // A permanent deletion also removes unfinished files that contain the memory.
    throw hasCode(error, 'ENOENT') ? givenUp(error) : error;
  }
}

async function writeLines(file: FileHandle, lines: AsyncIterable<string>): Promise<number> {
  let bytes = 0;
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    const chunk = Buffer.from(waiting.join(''));
    await file.writeFile(chunk);
    bytes += chunk.length;
    waiting = [];
    size = 0;
  };
  for await (const line of lines) {
    waiting.push(`${line}\n`);
    size += line.length;
    if (size >= FLUSH_BYTES) await flush();
  }
  await flush();
  await file.sync();
  return bytes;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const isDiskFull = (error: unknown): boolean => hasCode(error, 'ENOSPC');

const givenUp = (cause: unknown): RemanenceError =>
  new RemanenceError('conflict', 'A memory was deleted while the file was being written, so the file was discarded.', {
    hint: 'Try again.',
    cause,
  });

const full = (cause: unknown): RemanenceError =>
  new RemanenceError('storage', 'The disk is full; no file was written.', {
    hint: 'Free some space and try again.',
    cause,
  });
