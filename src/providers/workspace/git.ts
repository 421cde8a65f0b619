import { lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { quarantined } from './quarantine.ts';
import { headOf, type Repository, repositoryOf } from './repository.ts';

/** A file as git knows it: with its blob id when unchanged since it was added, null when changed or new. */
export interface GitFile {
  readonly path: string;
  readonly blob: string | null;
}

export interface GitListing {
  readonly files: GitFile[];
  readonly commit: string | null;
  /** The list is empty because an ignore rule excludes the folder or one above it. */
  readonly ignored: boolean;
}

const SUBMODULE = '160000';
const SYMLINK = '120000';

const TIMEOUT_MS = 60_000;
const MAX_SUBMODULES = 1000;

/** The state of one listing of a folder. */
interface Look {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Submodules already visited: links, or an index that names its own folder, could recurse endlessly. */
  readonly seen: Set<string>;
}

/** The files below a folder as git sees them, submodules included; null when git cannot tell. */
export async function listGit(
  root: string,
  look: Look = { root, signal: AbortSignal.timeout(TIMEOUT_MS), seen: new Set() },
): Promise<GitListing | null> {
  const repository = await repositoryOf(root);
  if (!repository) return null;
  try {
    const files = await listFiles(root, repository, look);
    const ignored = files.length === 0 && (await isIgnored(root, repository, look.signal));
    return { files, commit: await headOf(repository), ignored };
  } catch (error) {
    log.warn('git could not list a folder; walking it instead', { root, error: messageOf(error) });
    return null;
  }
}

async function listFiles(root: string, repository: Repository, look: Look): Promise<GitFile[]> {
  const [tracked, changed, untracked] = await quarantined(repository, root, look.signal, (git) =>
    Promise.all([
      git('ls-files', '-z', '--stage'),
      git('diff-files', '-z', '--name-only', '--relative', '--ignore-submodules', '--no-ext-diff', '--no-textconv'),
      git('ls-files', '-z', '--others', '--exclude-standard'),
    ]),
  );
  const dirty = new Set(entries(changed));
  const files: GitFile[] = entries(untracked).map((path) => ({ path, blob: null }));
  for (const entry of entries(tracked)) {
    const [, mode, blob = '', path = ''] = /^(\d+) (\w+) \d\t(.*)$/s.exec(entry) ?? [];
    if (mode === SUBMODULE) for (const file of await listSubmodule(root, path, look)) files.push(file);
    // A file with a merge conflict is listed once per side.
    else if (mode !== SYMLINK && files.at(-1)?.path !== path) files.push({ path, blob: dirty.has(path) ? null : blob });
  }
  return files;
}

async function isIgnored(root: string, repository: Repository, signal: AbortSignal): Promise<boolean> {
  if (root === repository.top) return false;
  const left = await quarantined(repository, repository.top, signal, (git) =>
    git(
      'ls-files',
      '-z',
      '--others',
      '--ignored',
      '--exclude-standard',
      '--directory',
      '--',
      relative(repository.top, root),
    ),
  );
  return entries(left).some((path) => `${root}${sep}`.startsWith(join(repository.top, path)));
}

/** A submodule that was never checked out is an empty folder. One behind a link or outside the folder is skipped. */
async function listSubmodule(root: string, path: string, look: Look): Promise<GitFile[]> {
  const folder = join(root, path);
  const [real, base] = await Promise.all([realpath(folder).catch(() => null), realpath(look.root)]);
  const isInside = real?.startsWith(base + sep) && (await lstat(folder)).isDirectory();
  const isCheckedOut = isInside && (await lstat(join(folder, '.git')).catch(() => null)) !== null;
  if (!isCheckedOut || real === null || look.seen.has(real) || look.seen.size >= MAX_SUBMODULES) return [];
  look.seen.add(real);
  const listing = await listGit(folder, look);
  return (listing?.files ?? []).map((file) => ({ ...file, path: `${path}/${file.path}` }));
}

const entries = (output: string): string[] => output.split('\0').filter(Boolean);
