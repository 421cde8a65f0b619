import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../abandoned.ts';
import { HOOKS } from '../../data-folder.ts';
import type { Actor } from '../../engine/access/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ShownJob } from '../../engine/maintenance/figures/known-jobs.ts';
import type { Recall } from '../../engine/recalls/ports.ts';
import { configOf } from '../options.ts';
import { type StoreFlags, withStore } from '../store-command.ts';
import { bar, clipped, ownScreen, paint, type Screen, sanitize, spread } from './screen.ts';

const DRAW_EVERY_MS = 1000;
const LOOKED_BACK_MS = 60_000;
const MAX_RECALLS = 1000;
const LATEST = 5;
const CELLS = 20;
const CLEAR = '\u001b[H\u001b[J';

export interface Calls {
  readonly client: string;
  readonly tool: string;
  readonly count: number;
  readonly medianMs: number;
  readonly slowMs: number;
  readonly tokens: number;
}

/** What one refresh shows. */
export interface Frame {
  readonly at: number;
  readonly memories: number;
  /** Servers that hooks can reach. */
  readonly servers: number;
  readonly waiting: number;
  /** Calls of the last minute. */
  readonly calls: readonly Calls[];
  readonly searchMs: number | null;
  readonly writeMs: number | null;
  readonly jobs: readonly Pick<ShownJob, 'kind' | 'done' | 'total'>[];
  readonly latest: readonly Pick<Recall, 'at' | 'client' | 'who' | 'tool' | 'question' | 'ms'>[];
}

/** Redraws continuously on a terminal; prints once in a pipe or as JSON. */
export async function top(flags: StoreFlags): Promise<void> {
  const { dataDir } = configOf(flags);
  await withStore(flags, async (engine, owner, signal) => {
    const screen = ownScreen();
    const look = () => frameOf(engine, owner, dataDir);
    if (flags.json) process.stdout.write(`${JSON.stringify(await look())}\n`);
    else if (screen.columns === null) process.stdout.write(render(screen, await look()));
    else
      while (!signal.aborted) {
        process.stdout.write(CLEAR + render(ownScreen(), await look()));
        await delay(DRAW_EVERY_MS, undefined, { signal }).catch(() => {});
      }
  });
}

async function frameOf(engine: Engine, owner: Actor, dataDir: string): Promise<Frame> {
  const at = Date.now();
  const { items } = await engine.recalls.list(owner, { only: 'all', since: at - LOOKED_BACK_MS, limit: MAX_RECALLS });
  const counts = await engine.inbox.counts(owner);
  const hour = (await engine.operating.hours(owner, 1)).at(-1);
  const jobs = (await engine.operating.jobs(owner)).filter(({ state }) => state === 'running');
  return {
    at,
    memories: (await engine.memories.counts(owner)).memories,
    servers: serversOn(dataDir),
    waiting: Object.values(counts).reduce((sum, count) => sum + count, 0),
    calls: callsOf(items),
    searchMs: hour?.searchMs ?? null,
    writeMs: hour?.writeMs ?? null,
    jobs: jobs.map(({ kind, done, total }) => ({ kind, done, total })),
    latest: items
      .slice(0, LATEST)
      .map(({ at, client, who, tool, question, ms }) => ({ at, client, who, tool, question, ms })),
  };
}

function serversOn(dataDir: string): number {
  const folder = join(dataDir, HOOKS);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const pids = names.flatMap((name) => /^(\d+)\.(?:sock|pipe)$/.exec(name)?.[1] ?? []);
  return pids.filter((pid) => isAlive(Number(pid))).length;
}

/** Calls by client and tool, busiest first. */
export function callsOf(recalls: readonly Pick<Recall, 'client' | 'who' | 'tool' | 'ms' | 'tokens'>[]): Calls[] {
  const groups = new Map<string, (typeof recalls)[number][]>();
  for (const recall of recalls) {
    const key = `${recall.client ?? recall.who}\n${recall.tool}`;
    groups.set(key, [...(groups.get(key) ?? []), recall]);
  }
  return [...groups]
    .map(([key, group]): Calls => {
      const [client = '', tool = ''] = key.split('\n');
      const times = group.map(({ ms }) => ms).sort((a, b) => a - b);
      const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
      const tokens = group.reduce((sum, each) => sum + each.tokens, 0);
      return { client, tool, count: group.length, medianMs: share(0.5), slowMs: share(0.95), tokens };
    })
    .sort((a, b) => b.count - a.count);
}

export function render(screen: Screen, frame: Frame): string {
  const { at, memories, servers, waiting, calls, searchMs, writeMs, jobs, latest } = frame;
  const heading = (text: string) => paint(screen, 'bold', text);
  const time = new Date(at).toISOString().slice(11, 19);
  const sections = [
    [
      spread(screen, heading(`${memories} ${memories === 1 ? 'memory' : 'memories'}`), time),
      clipped(screen, `${servers} ${servers === 1 ? 'server' : 'servers'}, ${waiting} in the inbox`),
      clipped(screen, `this hour: search ${ms(searchMs)}, write ${ms(writeMs)}`),
    ],
    [heading('last minute'), ...(calls.length === 0 ? ['  no recalls'] : calls.map((each) => called(screen, each)))],
    ...(jobs.length === 0 ? [] : [[heading('running'), ...jobs.map((job) => working(screen, job))]]),
    ...(latest.length === 0
      ? []
      : [
          [
            heading('latest'),
            ...latest.map(({ at, question, ms: took }) =>
              clipped(screen, `${new Date(at).toISOString().slice(11, 19)}  ${ms(took)}  ${sanitize(question)}`, '  '),
            ),
          ],
        ]),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const called = (screen: Screen, { client, tool, count, medianMs, slowMs, tokens }: Calls): string =>
  spread(
    screen,
    `  ${paint(screen, 'cyan', sanitize(client))} ${tool}`,
    `  ${count} × ${ms(medianMs)}, p95 ${ms(slowMs)}, ${tokens} tokens`,
  );

function working(screen: Screen, { kind, done, total }: Frame['jobs'][number]): string {
  const drawn = screen.columns === null ? '' : `${paint(screen, 'green', bar(done / Math.max(1, total), CELLS))} `;
  return spread(screen, `  ${sanitize(kind)}`, `  ${drawn}${done}/${total}`);
}

const ms = (value: number | null): string => (value === null ? '–' : `${Math.round(value)} ms`);
