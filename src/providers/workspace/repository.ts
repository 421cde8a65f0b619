// Locates a repository by its plain files. Its configuration can name commands, so it is never read.
import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readPlainFile } from './plain-file.ts';

export interface Repository {
  /** The folder that holds `.git`. */
  readonly top: string;
  /** The folder of HEAD and the index. */
  readonly gitDir: string;
  /** The folder of objects and branches, which worktrees share with the main checkout. */
  readonly commonDir: string;
}

const MAX_POINTER_BYTES = 64 * 1024;
const MAX_PACKED_REFS_BYTES = 64 * 1024 * 1024;

/** The repository of a folder. Only `.git` marks one: a folder that looks like a bare repository is just a folder. */
export async function repositoryOf(folder: string): Promise<Repository | null> {
  const gitDir = await gitDirAt(folder);
  if (gitDir) return { top: folder, gitDir, commonDir: await commonDirOf(gitDir) };
  const parent = dirname(folder);
  return parent === folder ? null : repositoryOf(parent);
}

async function gitDirAt(folder: string): Promise<string | null> {
  const path = join(folder, '.git');
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return (await readText(join(path, 'HEAD'))) === null ? null : path;
  const [, target] = /^gitdir: (.+)$/m.exec((await readText(path)) ?? '') ?? [];
  return target === undefined ? null : resolve(folder, target.trim());
}

async function commonDirOf(gitDir: string): Promise<string> {
  const shared = await readText(join(gitDir, 'commondir'));
  return shared === null ? gitDir : resolve(gitDir, shared.trim());
}

/** The checked-out commit; null before the first one, or when branches are stored in another format. */
export async function headOf({ gitDir, commonDir }: Repository): Promise<string | null> {
  const head = (await readText(join(gitDir, 'HEAD')))?.trim() ?? '';
  const [, branch] = /^ref: (refs\/[^\0]+)$/.exec(head) ?? [];
  if (branch === undefined || branch.includes('..')) return asCommit(head);
  const loose = await readText(join(commonDir, branch));
  return asCommit(loose?.trim() ?? (await packedRef(commonDir, branch)));
}

async function packedRef(commonDir: string, branch: string): Promise<string> {
  const packed = await readText(join(commonDir, 'packed-refs'), MAX_PACKED_REFS_BYTES);
  const line = packed?.split('\n').find((each) => each.endsWith(` ${branch}`));
  return line?.split(' ')[0] ?? '';
}

const asCommit = (text: string): string | null => (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? text : null);

const readText = async (path: string, mostBytes = MAX_POINTER_BYTES): Promise<string | null> =>
  (await readPlainFile(path, mostBytes))?.toString('utf8') ?? null;
