import type { Authorship } from '../../engine/code/code-base.ts';
import { messageOf } from '../../errors.ts';
import { log } from '../../log.ts';
import { quarantined } from './quarantine.ts';
import { repositoryOf } from './repository.ts';

const TIMEOUT_MS = 5000;

/** Ignores line endings, and runs no program configured by the repository, nor git in a submodule. */
const CHANGED = [
  ...['--literal-pathspecs', '-c', 'core.autocrlf=input', 'diff', '--name-only'],
  ...['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
];

interface Lines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Who wrote these lines of a file; null when it has changed since the commit or git cannot tell. */
export async function authorshipOf(
  root: string,
  commit: string | null,
  { path, startLine, endLine }: Lines,
  asked?: AbortSignal,
): Promise<Authorship | null> {
  const repository = commit === null ? null : await repositoryOf(root);
  if (!repository || commit === null) return null;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = asked ? AbortSignal.any([asked, timeout]) : timeout;
  try {
    return await quarantined(repository, root, signal, async (git) => {
      // A changed file has different line numbers in the commit.
      if ((await git(...CHANGED, commit, '--', path)) !== '') return null;
      return readBlame(await git('blame', '--porcelain', `-L${startLine},${endLine}`, commit, '--', path));
    });
  } catch (error) {
    // A new file, or one that was shorter in the commit.
    log.debug('git could not tell who wrote a file', { path, error: messageOf(error) });
    return null;
  }
}

interface Commit {
  author: string;
  time: number;
  lines: number;
}

/** Each line begins with its commit, whose details follow only the first time. */
function readBlame(told: string): Authorship | null {
  const commits = new Map<string, Commit>();
  let current: Commit | undefined;
  for (const line of told.split('\n')) {
    const [, id] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line) ?? [];
    if (id !== undefined) {
      current = commits.get(id) ?? { author: '', time: 0, lines: 0 };
      current.lines++;
      commits.set(id, current);
    } else if (current && line.startsWith('author ')) current.author = line.slice('author '.length);
    else if (current && line.startsWith('author-time '))
      current.time = Number(line.slice('author-time '.length)) * 1000;
  }
  const byTime = [...commits].sort(([, a], [, b]) => b.time - a.time);
  const [newest] = byTime;
  const oldest = byTime.at(-1);
  if (!newest || !oldest) return null;
  const lines = new Map<string, number>();
  for (const { author, lines: written } of commits.values()) lines.set(author, (lines.get(author) ?? 0) + written);
  const [most] = [...lines].sort(([, a], [, b]) => b - a);
  return {
    commit: newest[0],
    changedBy: newest[1].author,
    changedAt: newest[1].time,
    mostlyBy: most?.[0] ?? newest[1].author,
    since: oldest[1].time,
  };
}
