// Runs git on the index of an untrusted repository as if the repository had no configuration of its own.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPlainFile } from './plain-file.ts';
import type { Repository } from './repository.ts';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
const MAX_RULES_BYTES = 1024 * 1024;

/** Runs git on the files below a folder, always with the same repository. */
export type Git = (...args: string[]) => Promise<string>;

/**
 * A repository's configuration may start programs: monitors, hooks, filters, transports of missing objects. No flag
 * turns filters off, so git gets a repository folder of ours instead, with the index, objects and ignore rules of the
 * real one. Programs that users configured for themselves are left out too: the folder could decide when they run.
 */
export async function quarantined<T>(
  repository: Repository,
  folder: string,
  signal: AbortSignal,
  work: (git: Git) => Promise<T>,
): Promise<T> {
  const stand = await mkdtemp(join(tmpdir(), 'remanence-git-'));
  try {
    await furnish(stand, repository);
    const settings = ['core.fsmonitor=false', 'safe.bareRepository=explicit', `core.hooksPath=${devNull}`];
    const excludes = await userExcludes();
    if (excludes) settings.push(`core.excludesFile=${excludes}`);
    const flags = ['--no-pager', ...settings.flatMap((setting) => ['-c', setting]), '-C', folder];
    return await work((...args) => git(stand, [...flags, ...args], environment(stand, repository), signal));
  } finally {
    await rm(stand, { recursive: true, force: true });
  }
}

/** Creates what git needs to recognise a folder as a repository, and what its index may refer to. */
async function furnish(stand: string, { gitDir, commonDir }: Repository): Promise<void> {
  for (const folder of ['objects', 'refs', 'info']) await mkdir(join(stand, folder));
  const [configuration, rules, files] = await Promise.all([
    readPlainFile(join(commonDir, 'config'), MAX_RULES_BYTES),
    readPlainFile(join(commonDir, 'info', 'exclude'), MAX_RULES_BYTES),
    readdir(gitDir, { withFileTypes: true }).catch(() => []),
  ]);
  const isSha256 = /^\s*objectformat\s*=\s*"?sha256\b/im.test(configuration?.toString('latin1') ?? '');
  await writeFile(join(stand, 'HEAD'), 'ref: refs/heads/none\n');
  await writeFile(join(stand, 'config'), configOf(isSha256));
  if (rules) await writeFile(join(stand, 'info', 'exclude'), rules);
  // The index, and the shared part of a split one. Git would block forever on a pipe.
  for (const file of files.filter(({ name }) => /^(?:index$|sharedindex\.)/.test(name))) {
    if (file.isFile()) await symlink(join(gitDir, file.name), join(stand, file.name));
  }
}

/** As `git init` would write it on this platform. */
function configOf(isSha256: boolean): string {
  const isWindows = process.platform === 'win32';
  const isMac = process.platform === 'darwin';
  return [
    '[core]',
    `repositoryformatversion = ${isSha256 ? 1 : 0}`,
    'bare = false',
    `filemode = ${!isWindows}`,
    `symlinks = ${!isWindows}`,
    `ignorecase = ${isWindows || isMac}`,
    `precomposeunicode = ${isMac}`,
    'longpaths = true',
    'untrackedCache = false',
    ...(isSha256 ? ['[extensions]', 'objectformat = sha256'] : []),
    '',
  ].join('\n');
}

/** No variables of a surrounding git, no prompt, no network, no configuration except ours. */
const environment = (stand: string, { top, commonDir }: Repository): NodeJS.ProcessEnv => ({
  ...withoutGit(process.env),
  GIT_DIR: stand,
  GIT_WORK_TREE: top,
  GIT_OBJECT_DIRECTORY: join(commonDir, 'objects'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
});

const withoutGit = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));

/** Started outside the folder, because Windows looks for programs in the working folder first. */
async function git(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<string> {
  const { stdout } = await run('git', args, { cwd, env, maxBuffer: MAX_OUTPUT_BYTES, signal });
  return stdout;
}

let excludes: Promise<string> | undefined;

/** The user's global excludes file, if it is not in the default place. */
function userExcludes(): Promise<string> {
  excludes ??= git(tmpdir(), ['config', '--global', '--type=path', '--get', 'core.excludesFile'], {
    ...withoutGit(process.env),
    GIT_DIR: devNull,
  }).then(
    (path) => path.trim(),
    () => '',
  );
  return excludes;
}
