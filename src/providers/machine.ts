// The identity of this machine among those that share a database.
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { MACHINE } from '../data-folder.ts';
import type { Machine } from '../engine/code/ports.ts';
import { messageOf } from '../errors.ts';
import { log } from '../log.ts';

/** A random id, kept in the data folder: host names repeat, and a container gets a new one at each start. */
export function readMachine(folder: string): Machine {
  const name = hostname();
  try {
    return { id: idIn(folder), name };
  } catch (error) {
    // Only code memory needs the id, so the server starts all the same.
    const reason = messageOf(error);
    log.warn('the data folder does not keep the id of this machine, so its host name is used; see --machine', {
      reason,
    });
    return { id: name, name };
  }
}

function idIn(folder: string): string {
  const file = join(folder, MACHINE);
  const id = read(file) ?? create(folder, file);
  if (!id) throw new Error(`${file} is empty`);
  return id;
}

/** Null if there is no such file. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Gives a complete file its name, once: processes that start together get the same id. */
function create(folder: string, file: string): string | null {
  const part = `${file}.${randomUUID()}.part`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(part, `${randomUUID()}\n`, { mode: 0o600, flush: true });
    link(part, file);
  } finally {
    rmSync(part, { force: true });
  }
  return read(file);
}

function link(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    // Some disks have no links.
    if (!hasCode(error, 'EEXIST')) renameSync(part, file);
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
