// Files beside the store that hold a secret still: backups, what a restore or an upgrade has kept, exports.
import { closeSync, createReadStream, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { holdsSecret } from '../../engine/maintenance/scan.ts';
import { messageOf } from '../../errors.ts';
import { stringPages } from './strings.ts';

export interface HeldCopy {
  readonly path: string;
  /** How many strings, or lines, hold one. */
  readonly secrets: number;
  /** Why it could not be read, where it could not. */
  readonly problem: string | null;
}

const MAGIC = 'SQLite format 3';

export async function secretCopies(
  folders: readonly string[],
  inUse: readonly string[],
  signal: AbortSignal,
): Promise<HeldCopy[]> {
  const files = new Set(folders.flatMap(filesIn).filter((path) => !inUse.includes(path)));
  const held: HeldCopy[] = [];
  for (const path of [...files].sort()) {
    signal.throwIfAborted();
    const found = await (isDatabase(path) ? inDatabase(path, signal) : inLines(path, signal)).then(
      (secrets) => ({ path, secrets, problem: null }),
      (error: unknown) => ({ path, secrets: 0, problem: messageOf(error) }),
    );
    signal.throwIfAborted();
    if (found.secrets > 0 || found.problem !== null) held.push(found);
  }
  return held;
}

/** The log of a copy is read with it. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    readSync(file, start);
    return start.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}

async function inDatabase(path: string, signal: AbortSignal): Promise<number> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    let secrets = 0;
    const readable = { all: (sql: string, ...values: (string | number)[]) => database.prepare(sql).all(...values) };
    for (const { strings } of stringPages(readable)) {
      signal.throwIfAborted();
      secrets += strings.filter(holdsSecret).length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return secrets;
  } finally {
    database.close();
  }
}

async function inLines(path: string, signal: AbortSignal): Promise<number> {
  let secrets = 0;
  for await (const text of createInterface({ input: createReadStream(path, { encoding: 'utf8', signal }) })) {
    if (holdsSecret({ text, form: 'text' })) secrets++;
  }
  return secrets;
}
