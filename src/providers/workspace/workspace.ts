import { lstatSync, type Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Listing, Selection, SourceFile } from '../../engine/code/code-base.ts';
import { selectionFilter } from '../../engine/code/indexing/glob.ts';
import { isIgnored, readIgnore, walkFolder } from './folder-files.ts';
import { type GitFile, listGit } from './git.ts';
import { indexableText, isIndexableName, MAX_FILE_BYTES } from './indexable.ts';
import { checkReadable, readPlainFile } from './plain-file.ts';

const EVERYTHING: Selection = { include: [], exclude: [] };

/** Files per batch: synchronous calls are ten times faster than promises; other calls are answered between batches. */
const AT_ONCE = 500;

/** Lists the files of code bases on this machine's disk: with git if possible, otherwise by walking. */
export class LocalWorkspace {
  async list(root: string, { include, exclude }: Selection = EVERYTHING): Promise<Listing> {
    const git = await listGit(root);
    const candidates = git?.files ?? (await walkFolder(root)).map((path): GitFile => ({ path, blob: null }));
    const own = await readIgnore(root, '', '.memoryignore');
    const [included, excluded] = [selectionFilter(include), selectionFilter(exclude)];
    const offered = candidates.filter(({ path }) => isIndexableName(path) && !isIgnored(path, own ? [own] : []));
    const wanted = offered.filter(({ path }) => (include.length === 0 || included(path)) && !excluded(path));
    const files: SourceFile[] = [];
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      files.push(...wanted.slice(start, start + AT_ONCE).flatMap((file) => describe(root, file) ?? []));
      await new Promise((resolve) => setImmediate(resolve));
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const unselected = wanted.length === 0 ? offered.map(({ path }) => path) : [];
    return { files, commit: git?.commit ?? null, ignored: git?.ignored ?? false, unselected };
  }

  async read(root: string, path: string): Promise<string | null> {
    const [base, target] = await Promise.all([realpath(root), realpath(join(root, path)).catch(nullIfGone)]);
    // A folder in the path may have become a link out of the project.
    if (target === null || !target.startsWith(base + sep)) return null;
    const bytes = await readPlainFile(target, MAX_FILE_BYTES);
    // What may not be read is not gone: this fails, and the file is named among those that could not be read.
    if (bytes === null) await checkReadable(target).catch(failIfLocked);
    return bytes && indexableText(bytes);
  }
}

/** Null for anything but a plain file of a readable size. A changed file is recognised by its time and size. */
function describe(root: string, { path, blob }: GitFile): SourceFile | null {
  const stats = statsOf(join(root, path));
  if (stats === 'locked') return { path, content: stats, bytes: 0 };
  if (!stats?.isFile() || stats.size > MAX_FILE_BYTES) return null;
  return { path, content: blob ?? `${stats.mtimeMs}:${stats.size}`, bytes: stats.size };
}

/** Null when the path has vanished or is below a file. */
function statsOf(path: string): Stats | 'locked' | null {
  try {
    return lstatSync(path);
  } catch (error) {
    return isLocked(error) ? 'locked' : null;
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');

function failIfLocked(error: unknown): void {
  if (isLocked(error)) throw error;
}

function nullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
