import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MOST_OUTPUT = 512 * 1024 * 1024;

/** What git knows of a file: a blob id for one that is as it was added, null for one that was changed since or is new. */
export interface GitFile {
  readonly path: string;
  readonly blob: string | null;
}

export interface GitListing {
  readonly files: GitFile[];
  readonly commit: string | null;
}

const SUBMODULE = '160000';
const SYMLINK = '120000';

/** The files below a folder as git sees them, submodules included; null where the folder is not under git. */
export async function listGit(root: string): Promise<GitListing | null> {
  const answers = await Promise.all([
    git(root, 'ls-files', '-z', '--stage'),
    git(root, 'diff-files', '-z', '--name-only', '--relative', '--ignore-submodules'),
    git(root, 'ls-files', '-z', '--others', '--exclude-standard'),
    git(root, 'rev-parse', '--verify', 'HEAD').catch(() => ''),
  ]).catch(async (error) => {
    const inside = await git(root, 'rev-parse', '--is-inside-work-tree').catch(() => '');
    if (inside.trim() === 'true') throw error;
    return null;
  });
  if (!answers) return null;
  const [tracked, changed, untracked, commit] = answers;
  const dirty = new Set(entries(changed));
  const files: GitFile[] = entries(untracked).map((path) => ({ path, blob: null }));
  for (const entry of entries(tracked)) {
    const [, mode, blob = '', path = ''] = /^(\d+) (\w+) \d\t(.*)$/s.exec(entry) ?? [];
    if (mode === SUBMODULE) files.push(...(await listSubmodule(root, path)));
    // A file in conflict is listed once for each side.
    else if (mode !== SYMLINK && files.at(-1)?.path !== path) files.push({ path, blob: dirty.has(path) ? null : blob });
  }
  return { files, commit: commit.trim() || null };
}

/** A submodule that was never checked out is an empty folder. */
async function listSubmodule(root: string, path: string): Promise<GitFile[]> {
  const folder = join(root, path);
  const isCheckedOut = await lstat(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const listing = isCheckedOut ? await listGit(folder) : null;
  return (listing?.files ?? []).map((file) => ({ ...file, path: `${path}/${file.path}` }));
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, {
    cwd,
    maxBuffer: MOST_OUTPUT,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' },
  });
  return stdout;
}

const entries = (output: string): string[] => output.split('\0').filter(Boolean);
