// Files beside the store that still hold a secret: backups, copies kept by a restore or an upgrade, exports.
import { closeSync, createReadStream, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Folders, isPart, isStagingFolder, isStoreCopy, storeFiles } from '../../../data-folder.ts';
import { holdsSecret } from '../../../engine/maintenance/scan.ts';
import { splitLines } from '../../../engine/text/lines.ts';
import { yieldToEventLoop } from '../../../engine/waiting.ts';
import { messageOf } from '../../../errors.ts';
import { stringPages } from '../maintenance/strings.ts';

export interface HeldCopy {
  readonly path: string;
  /** How many strings or lines hold a secret. */
  readonly secrets: number;
  /** Why it could not be read; null if it could. */
  readonly problem: string | null;
}

const MAGIC = 'SQLite format 3';

/** `cubes` are the files of cubes, which may be anywhere; copies kept by a restore are beside them. */
export async function secretCopies(
  { data, beside, database, exports, bin, backups }: Folders,
  cubes: readonly string[],
  signal: AbortSignal,
): Promise<HeldCopy[]> {
  const inUse = new Set([database, ...cubes].flatMap(storeFiles));
  const shared = new Set([data, beside, ...cubes.map((path) => dirname(path))]);
  const found = [...[...shared].flatMap(copiesIn), ...[exports, bin, backups].flatMap(filesIn)];
  const files = new Set(found.filter((path) => !inUse.has(path)));
  const held: HeldCopy[] = [];
  for (const path of [...files].sort()) {
    signal.throwIfAborted();
    const found = await secretsIn(path, signal).then(
      (secrets) => ({ path, secrets, problem: null }),
      (error: unknown) => ({ path, secrets: 0, problem: messageOf(error) }),
    );
    signal.throwIfAborted();
    if (found.secrets > 0 || found.problem !== null) held.push(found);
  }
  return held;
}

const secretsIn = async (path: string, signal: AbortSignal): Promise<number> =>
  isDatabase(path) ? inDatabase(path, signal) : inLines(path, signal);

/** Only our copies: other files in a shared folder are not ours. */
const copiesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []).flatMap((entry) => {
    const { name } = entry;
    if (!isStoreCopy(name) && !isPart(name) && !isStagingFolder(name)) return [];
    return entry.isDirectory() ? filesIn(join(folder, name)) : [join(folder, name)];
  });

/** Without logs, which are read together with their copy. */
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
      await yieldToEventLoop();
    }
    return secrets;
  } finally {
    database.close();
  }
}

async function inLines(path: string, signal: AbortSignal): Promise<number> {
  let secrets = 0;
  for await (const text of splitLines(createReadStream(path, { signal }))) {
    if (text === null) throw new Error('it has a line too long for an export');
    if (holdsSecret({ text, form: 'text' })) secrets++;
  }
  return secrets;
}
