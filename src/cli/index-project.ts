import { statSync } from 'node:fs';
import { openEngine } from '../compose.ts';
import { type ProjectStatus, unreadNote } from '../engine/code/projects.ts';
import { pause } from '../engine/waiting.ts';
import { RemanenceError } from '../errors.ts';
import { inShell } from '../in-shell.ts';
import { findProject } from '../project-folder.ts';
import { configOf, localOwner } from './options.ts';
import { progressBar } from './progress.ts';

interface IndexFlags extends Record<string, unknown> {
  readonly watch?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly vectors?: boolean;
  readonly stop?: boolean;
  readonly json?: boolean;
}

const STAGES: Readonly<Record<string, string>> = {
  read: 'reading files',
  resolve: 'following calls',
  embed: 'embedding chunks',
};

/** A pending timer keeps the process alive. */
const STILL_ALIVE_MS = 60_000;

/** It stays where it is: memories that belong to no project are tied to it. */
const inNoProject = (root: string): string =>
  `This folder was indexed without a project, so servers with --project do not see its code. To index it for them, too: remanence index ${inShell(root)} --project ${inShell(`auto:${root}`)}`;

/** Indexes a folder in this process; Ctrl-C stops it, and the next run resumes there. */
export async function indexProject(path: string, flags: IndexFlags): Promise<void> {
  const config = configOf(flags);
  const owner = localOwner(config);
  const engine = await openEngine(config, { tends: flags.watch === true, reads: !flags.stop });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const bar = progressBar();
  try {
    if (flags.stop) {
      const stopped = await engine.code.cancel(owner, path);
      process.stdout.write(stopped ? 'Asked the indexing to stop.\n' : 'This folder is not being indexed.\n');
      return;
    }
    const { include = [], exclude = [] } = flags;
    const { status } = await engine.code.index(owner, path, {
      newIn: projectOf(path),
      watch: flags.watch,
      vectors: flags.vectors,
      ...(include.length + exclude.length > 0 ? { selection: { include, exclude } } : {}),
      signal: stop.signal,
      onProgress: ({ name, done, total }) => bar.show((STAGES[name] ?? name).padEnd(16), done, total),
    });
    bar.end();
    process.stdout.write(flags.json ? `${JSON.stringify(status)}\n` : `${describe(status)}\n`);
    if (status.project.scope.project === null) process.stderr.write(`${inNoProject(status.project.root)}\n`);
    if (status.state === 'failed') throw new RemanenceError('internal', status.error ?? 'The indexing was cancelled.');
    if (flags.watch) {
      process.stderr.write('Watching. Ctrl-C to stop.\n');
      while (!stop.signal.aborted) await pause(STILL_ALIVE_MS, stop.signal);
    }
  } finally {
    bar.end();
    await engine.close();
  }
}

/** What `--project auto` means in the folder, so that a server there finds the code. */
const projectOf = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? findProject(`auto:${path}`) : undefined;

function describe(status: ProjectStatus): string {
  const { project, files, chunks, symbols, stages, state } = status;
  const times = stages.map(({ name, ms }) => `${name} ${(ms / 1000).toFixed(1)} s`).join(', ');
  const running = state === 'indexing' ? ' Another process is indexing it.' : '';
  const unread = unreadNote(status);
  return `${project.name}: ${files} files, ${symbols} symbols, ${chunks} chunks (${times}).${running}${unread ? `\n${unread}` : ''}`;
}
