// Which project a folder belongs to, by plain reads: git is not run, as the folder may not be trusted.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invalid } from './errors.ts';

const AUTO = /^auto(?::(.*))?$/s;
const MAX_LINK_BYTES = 4096;

/** `auto` is the project of the working folder, `auto:FOLDER` that of another one; every other name is a name. */
export function projectNamed(name: string): string {
  const [isAuto, folder = ''] = AUTO.exec(name) ?? [];
  return isAuto === undefined ? name : projectOf(folder === '' ? process.cwd() : folder);
}

/** Readable, and unlike that of every other folder: projects of one name in two places do not mix. */
function projectOf(folder: string): string {
  const root = mainCheckout(folder);
  const place = createHash('sha256').update(root).digest('hex').slice(0, 8);
  return `${basename(root) || 'root'}-${place}`;
}

/** All worktrees of a repository lead to the checkout that they were made from; a folder without git is its own. */
export function mainCheckout(folder: string): string {
  const start = realFolder(folder);
  for (let at = start; ; at = dirname(at)) {
    const entry = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
    if (entry?.isDirectory() && isFile(join(at, '.git', 'HEAD'))) return at;
    if (entry?.isFile()) return checkoutOfWorktree(at) ?? at;
    if (dirname(at) === at) return start;
  }
}

/** Null where it is no worktree (a submodule has no common folder), or where git's own files do not lead back to it. */
function checkoutOfWorktree(worktree: string): string | null {
  const link = join(worktree, '.git');
  const [, target] = /^gitdir: (.+)$/m.exec(readLine(link)) ?? [];
  if (target === undefined) return null;
  // Whoever writes a `.git` file may name any folder. One below the repository's own is written by git alone.
  const own = realpathOf(resolve(worktree, target));
  const common = own && realpathOf(resolve(own, readLine(join(own, 'commondir')) || '.'));
  if (!own || !common || dirname(own) !== join(common, 'worktrees')) return null;
  if (realpathOf(resolve(own, readLine(join(own, 'gitdir')))) !== realpathSync(link)) return null;
  return basename(common) === '.git' ? dirname(common) : common;
}

function realFolder(folder: string): string {
  const path = resolve(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw invalid(`There is no folder ${path} to take the project from.`, 'Pass --project with a name.');
  return realpathSync(path);
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a small plain file without its line end; empty where there is none. */
function readLine(path: string): string {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isFile() || entry.size > MAX_LINK_BYTES) return '';
  return readFileSync(path, 'utf8').trimEnd();
}

function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
