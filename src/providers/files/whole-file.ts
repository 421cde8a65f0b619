import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../durable.ts';
import type { Written } from '../../engine/maintenance/transfer/files.ts';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';

const FLUSH_BYTES = 256 * 1024;

/** Writes lines to a file whole or not at all, for its owner alone; what was there is replaced. */
export async function writeWhole(target: string, lines: AsyncIterable<string>): Promise<Written> {
  const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
  const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
    if (isDiskFull(error)) throw full(error);
    throw invalid(`${target} cannot be written: ${messageOf(error)}`, 'Name a file in a folder that you may write to.');
  });
  try {
    const bytes = await writeLines(file, lines).finally(() => file.close());
    await rename(part, target);
    syncFolder(dirname(target));
    return { path: target, bytes };
  } catch (error) {
    await rm(part, { force: true });
    if (isDiskFull(error)) throw full(error);
    // A delete for good takes along what is half written and tells of the memory.
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
  new RemanenceError('conflict', 'Something was deleted while the file was written, so it was given up.', {
    hint: 'Try again.',
    cause,
  });

const full = (cause: unknown): RemanenceError =>
  new RemanenceError('storage', 'The disk is full; no file was written.', {
    hint: 'Free some space and try again.',
    cause,
  });
