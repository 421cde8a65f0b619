// Determines the project of a folder by reading plain files: git is not run, because the folder may be untrusted.
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invalid } from './errors.ts';

const AUTO = /^auto(?::(.*))?$/s;
const MAX_LINK_BYTES = 4096;

/** `auto` is the project of the working folder, `auto:FOLDER` that of another folder; any other value is a name. */
export function findProject(name: string): string {
  const [isAuto, folder = ''] = AUTO.exec(name) ?? [];
  return isAuto === undefined ? name : projectOf(folder === '' ? process.cwd() : folder);
}

/** A readable name, unique to the folder, so that projects of the same name in two places do not mix. */
function projectOf(folder: string): string {
  const root = mainCheckout(folder);
  const place = createHash('sha256').update(root).digest('hex').slice(0, 8);
  return `${basename(root) || 'root'}-${place}`;
}

/** The main checkout for all worktrees of a repository; a folder without git is its own. */
export function mainCheckout(folder: string): string {
  const start = realFolder(folder);
  for (let at = start; ; at = dirname(at)) {
    const entry = lstatSync(join(at, '.git'), { throwIfNoEntry: false });
    if (entry?.isDirectory() && isFile(join(at, '.git', 'HEAD'))) return at;
    if (entry?.isFile()) return checkoutOfWorktree(at) ?? at;
    if (dirname(at) === at) return start;
  }
}

/** Null when it is not a worktree (a submodule has no common folder), or when git's own files do not refer to it. */
function checkoutOfWorktree(worktree: string): string | null {
  const link = join(worktree, '.git');
  const [, target] = /^gitdir: (.+)$/m.exec(readLine(link)) ?? [];
  if (target === undefined) return null;
  // A `.git` file may name any folder, but only git writes below the repository's own folder.
  const own = realpathOf(resolve(worktree, target));
  const common = own && realpathOf(resolve(own, readLine(join(own, 'commondir')) || '.'));
  if (!own || !common || dirname(own) !== join(common, 'worktrees')) return null;
  if (realpathOf(resolve(own, readLine(join(own, 'gitdir')))) !== realpathSync(link)) return null;
  return basename(common) === '.git' ? dirname(common) : common;
}

function realFolder(folder: string): string {
  const path = resolve(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw invalid(`The folder ${path} of the project does not exist.`, 'Pass --project with a name.');
  return realpathSync(path);
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a small plain file without its line end; empty when there is none. */
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
