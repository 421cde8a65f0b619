import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Files, WriteOptions, Written } from '../../engine/maintenance/files.ts';
import { invalid, messageOf, RemanenceError } from '../../errors.ts';
import { checkAny, isInside, rootsHint } from '../roots.ts';
import { splitLines } from './lines.ts';

const FLUSH_BYTES = 256 * 1024;

/** Exports on this machine's disk. */
export class LocalFiles implements Files {
  readonly #folder: string;

  /** `folder` takes what nobody has named a place for. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  place(name: string): string {
    return join(this.#folder, name);
  }

  async write(path: string, lines: AsyncIterable<string>, { roots, replaces }: WriteOptions): Promise<Written> {
    checkAny(roots);
    if (dirname(resolve(path)) === resolve(this.#folder)) await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const target = await locate(path, roots);
    await checkReplaceable(target, replaces);
    const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`);
    const file = await open(part, 'wx', 0o600).catch((error: unknown) => {
      throw invalid(`${path} cannot be written: ${messageOf(error)}`, 'Name a file in a folder that you may write to.');
    });
    try {
      const bytes = await writeLines(file, lines).finally(() => file.close());
      await rename(part, target);
      return { path: target, bytes };
    } catch (error) {
      await rm(part, { force: true });
      throw asStorageError(error);
    }
  }

  async read(path: string, roots?: readonly string[]): Promise<AsyncIterable<string | null>> {
    checkAny(roots);
    const target = await locate(path, roots);
    const found = await stat(target).catch(() => null);
    if (!found?.isFile()) throw invalid(`There is no file ${path}.`, 'Name a file that was written by an export.');
    const file = await open(target, constants.O_RDONLY).catch((error: unknown) => {
      throw invalid(`${path} cannot be read: ${messageOf(error)}`);
    });
    return splitLines(file.createReadStream({ highWaterMark: FLUSH_BYTES }));
  }
}

/** Without links, as far as it is there; whether something lies outside of the roots is nobody's business. */
async function locate(path: string, roots?: readonly string[]): Promise<string> {
  if (path.trim() === '' || path.includes('\0')) throw invalid('The path is empty.');
  const whole = resolve(path.replace(/^~(?=\/|$)/, homedir()));
  const folder = await realpath(dirname(whole)).catch(() => null);
  const target = await realpath(whole).catch(() => folder && join(folder, basename(whole)));
  if (roots && !(await isInside(target ?? whole, roots))) {
    throw invalid(`${path} is outside of the folders that may be used.`, rootsHint(roots));
  }
  if (target === null) throw invalid(`There is no folder ${dirname(path)}.`, 'Make it first, or name another.');
  return target;
}

async function checkReplaceable(target: string, opening: string): Promise<void> {
  const found = await stat(target).catch(() => null);
  if (!found) return;
  const file = found.isFile() ? await open(target, constants.O_RDONLY) : null;
  const begins = file ? await beginning(file, Buffer.byteLength(opening)) : '';
  if (found.size === 0 && file) return;
  if (begins !== opening)
    throw invalid(`${target} is there, and no export of ours.`, 'Name another file, or move it away.');
}

async function beginning(file: FileHandle, bytes: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0).finally(() => file.close());
  return buffer.toString('utf8', 0, bytesRead);
}

async function writeLines(file: FileHandle, lines: AsyncIterable<string>): Promise<number> {
  let bytes = 0;
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    const { length } = Buffer.from(waiting.join(''));
    await file.writeFile(waiting.join(''));
    bytes += length;
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

function asStorageError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') return error;
  return new RemanenceError('storage', 'The disk is full; no file was written.', {
    hint: 'Free some space and try again.',
    cause: error,
  });
}
