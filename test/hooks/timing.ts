// How long a hook takes, from the start of its process to its end, as a client waits for it.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HookEvent } from '../../src/transports/hooks/protocol.ts';
import { StdioClient } from '../stdio-client.ts';

const DEADLINES: Readonly<Record<HookEvent, number>> = {
  'session-start': 1500,
  'user-prompt-submit': 1000,
  'pre-tool-use': 500,
  stop: 2000,
  'pre-compact': 2000,
  'session-end': 1000,
};

export interface Timed {
  readonly event: HookEvent;
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly slowest: number;
  /** Runs that took longer than the deadline, including the process. */
  readonly late: number;
  /** Runs that gave up at the deadline and printed nothing. */
  readonly silenced: number;
  /** Runs with an exit code other than 0. */
  readonly failed: number;
}

interface Place {
  readonly dataDir: string;
  /** Its name. */
  readonly project: string;
  readonly questions: readonly string[];
}

interface Run {
  readonly ms: number;
  readonly code: number | null;
}

const once = ({ dataDir, project }: Place, event: HookEvent, payload: object): Promise<Run> =>
  start(
    [resolve('plugin/hook.mjs'), event],
    { PATH: process.env.PATH, HOME: dataDir, REMANENCE_DATA_DIR: dataDir, REMANENCE_PROJECT: project },
    JSON.stringify(payload),
  );

function start(args: readonly string[], env: NodeJS.ProcessEnv, input: string): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((ended) => child.once('close', (code) => ended({ ms: performance.now() - started, code })));
}

/** The cost of an empty Node.js program, which every hook pays: the median in milliseconds. */
export async function bareNode(runs: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push((await start(['-e', '0'], {}, '')).ms);
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** The client's payload for that event in a new session, with a transcript of fifty turns and a statement worth keeping. */
function payloadOf(place: Place, event: HookEvent, session: string, i: number): object {
  const session_id = `timed-${event}-${session}`;
  const base = { session_id, cwd: place.dataDir };
  if (event === 'session-start') return { ...base, source: 'startup' };
  if (event === 'user-prompt-submit') return { ...base, prompt: place.questions[i % place.questions.length] };
  if (event === 'pre-tool-use')
    return { ...base, tool_input: { file_path: join(place.dataDir, `src/file-${i % 50}.ts`) } };
  const folder = join(place.dataDir, 'transcripts');
  mkdirSync(folder, { recursive: true });
  const transcript_path = join(folder, `${session_id}.jsonl`);
  const said = (type: string, text: string) =>
    `${JSON.stringify({ type, isSidechain: false, message: { role: type, content: text } })}\n`;
  const talk = Array.from(
    { length: 50 },
    (_, n) => said('user', `run the tests ${n}`) + said('assistant', 'All green.'),
  );
  writeFileSync(transcript_path, talk.join(''));
  appendFileSync(
    transcript_path,
    said('user', `Remember that customer ${i} wants invoices as PDF on the ${i % 28}th.`),
  );
  return { ...base, transcript_path, stop_hook_active: false };
}

export interface Crowd {
  /** Sessions that run side by side. */
  readonly sessions: number;
  /** The average pause of a session between two hooks: its model has to think. */
  readonly pauseMs: number;
}

const ALONE: Crowd = { sessions: 1, pauseMs: 0 };

export async function time(
  place: Place,
  event: HookEvent,
  runs: number,
  { sessions, pauseMs }: Crowd = ALONE,
): Promise<Timed> {
  const log = join(place.dataDir, 'hooks.log');
  const before = existsSync(log) ? readFileSync(log, 'utf8').length : 0;
  const done: Run[] = [];
  // A session that was told something before would be told less, and sooner.
  const run = randomUUID();
  let next = 0;
  const client = async () => {
    while (next < runs) {
      const i = next++;
      if (pauseMs > 0) await delay(2 * pauseMs * Math.random());
      done.push(await once(place, event, payloadOf(place, event, `${run}-${i}`, i)));
    }
  };
  await Promise.all(Array.from({ length: sessions }, client));
  const notes = existsSync(log) ? readFileSync(log, 'utf8').slice(before) : '';
  const times = done.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    event,
    runs,
    median: at(0.5),
    p95: at(0.95),
    slowest: times.at(-1) ?? 0,
    late: times.filter((ms) => ms > DEADLINES[event]).length,
    silenced: notes.split('\n').filter((line) => line.includes(` ${event} took too long`)).length,
    failed: done.filter(({ code }) => code !== 0).length,
  };
}

export const EVENTS_IN_TURN = HookEvent.options;

/** A server as a client runs it, with its model loaded. */
export async function startServer(dataDir: string): Promise<StdioClient> {
  const server = new StdioClient(['--data-dir', dataDir]);
  await server.initialize();
  const sockets = join(dataDir, 'hooks');
  while (!existsSync(sockets) || !readdirSync(sockets).includes(`${server.process.pid}.sock`)) await delay(50);
  await server.call('recall', { query: 'wake up' });
  return server;
}
