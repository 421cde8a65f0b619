// Measures what the hooks promise, and reports broken promises.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { openEngine } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { HookEvent } from '../../src/transports/hooks/protocol.ts';
import { BUDGET, chosen, fill, prompt } from './prompting.ts';
import { type Judged, judge } from './proposing.ts';
import { readRecordings } from './recording.ts';
import { foreignLibrary, type Library, ownLibrary } from './texts.ts';
import { bareNode, type Crowd, EVENTS_IN_TURN, startServer, time } from './timing.ts';

const USAGE = `Usage: npm run hooks -- [transcripts] [prompts] [times] [--memories 10000] [--questions 300] [--set FOLDER] [--one-project]
  [--runs 1000] [--cold-runs RUNS] [--at-once 20] [--pause 2000] [--events NAME,NAME] [--keep FOLDER]
transcripts   what is proposed from 40 recorded sessions, compared with what is worth keeping
prompts       how often a question gets the memory that answers it, and an ordinary prompt is left alone
times         each hook with a running server and without, and with many sessions at once`;

interface Options {
  readonly memories: number;
  readonly questions: number;
  readonly set: string | undefined;
  readonly oneProject: boolean;
  readonly runs: number;
  readonly coldRuns: number;
  readonly atOnce: number;
  /** The average pause of a session between two hooks, in milliseconds; with 0, all sessions start at the same moment. */
  readonly pause: number;
  readonly events: readonly HookEvent[];
  readonly keep: string | undefined;
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const WARM_PROMPT_MS = 300;

/** The broken promises. */
type Broken = string[];

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'remanence-hooks-'));

async function withEngine<T>(dataDir: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openEngine(readConfig({ dataDir }, {}));
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

interface Filled {
  readonly dataDir: string;
  readonly library: Library;
  /** The memory of each note. */
  readonly ids: ReadonlyMap<string, string>;
}

/** A store with the notes of a library; a kept store is filled once. */
async function withFilled<T>(options: Options, work: (filled: Filled) => Promise<T>): Promise<T> {
  const { set, memories, keep, oneProject } = options;
  const library = set === undefined ? ownLibrary(memories) : foreignLibrary(set, memories);
  const dataDir = keep ?? newFolder();
  const list = join(dataDir, 'notes.json');
  if (!existsSync(list)) {
    const ids = await withEngine(dataDir, (engine) => fill(engine, library, oneProject));
    writeFileSync(list, JSON.stringify([...ids]));
  }
  const ids = new Map(z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(readFileSync(list, 'utf8'))));
  const result = await work({ dataDir, library, ids });
  if (keep === undefined) rmSync(dataDir, { recursive: true, force: true });
  return result;
}

async function transcripts(): Promise<Broken> {
  const dataDir = newFolder();
  const broken: Broken = [];
  await withEngine(dataDir, async (engine) => {
    for (const half of ['tuned', 'held-out']) {
      const recordings = readRecordings(`test/hooks/transcripts/${half}`);
      const judged: Judged[] = [];
      for (const recording of recordings) judged.push(await judge(engine, join(dataDir, half), recording));
      const all = (part: 'good' | 'bad' | 'missed' | 'recalled' | 'leaked') => judged.flatMap((each) => each[part]);
      const [good, bad, missed] = [all('good').length, all('bad').length, all('missed').length];
      const again = `${all('recalled').length} recalled again, ${all('leaked').length} leaked`;
      say(
        `${half}: ${recordings.length} sessions, ${good + bad} proposals, ${percent(good / (good + bad))} worth keeping, ${missed} missed, ${again}`,
      );
      for (const text of all('bad')) say(`  not worth keeping: ${text}`);
      for (const text of all('missed')) say(`  missed: ${text}`);
      if (good < 9 * bad) broken.push(`${half}: fewer than nine of ten proposals are worth keeping`);
      if (all('recalled').length + all('leaked').length > 0)
        broken.push(`${half}: recalled or hidden text was proposed`);
    }
  });
  rmSync(dataDir, { recursive: true, force: true });
  return broken;
}

function prompts(options: Options): Promise<Broken> {
  return withFilled(options, async ({ dataDir, library, ids }) => {
    const answerable = library.questions.filter(({ answers }) => answers.some((id) => ids.has(id)));
    const questions = chosen(answerable, options.questions);
    const asked = { questions, tasks: library.tasks };
    const { injected, right, silent, mostTokens, ordinary, disturbed, work } = await withEngine(dataDir, (engine) =>
      prompt(engine, dataDir, asked, ids, options.oneProject),
    );
    say(
      `${ids.size} memories, ${questions.length} questions: ${percent(right)} given what answers them, ${percent(1 - injected)} left alone`,
    );
    say(
      `${ordinary} ordinary prompts left alone: ${percent(silent.tuned)} tuned, ${percent(silent['held-out'])} held out; at most ${mostTokens} tokens`,
    );
    for (const text of disturbed) say(`  not left alone: ${text}`);
    if (work) {
      say(
        `${work.tasks} tasks: ${percent(work.right)} given a note that bears on them, ${percent(work.precision)} of the notes given do; ` +
          `${work.others} others: ${percent(work.silent)} left alone`,
      );
    }
    return [
      ...(right < 0.7 ? ['fewer than 70 % of the questions are given what answers them'] : []),
      ...(Math.min(silent.tuned, silent['held-out']) < 0.95
        ? ['fewer than 95 % of the ordinary prompts are left alone']
        : []),
      ...(mostTokens > BUDGET ? ['an answer is over its budget'] : []),
    ];
  });
}

function times(options: Options): Promise<Broken> {
  const { runs, coldRuns, atOnce } = options;
  return withFilled(options, async ({ dataDir, library }) => {
    // The largest project; its questions are asked.
    const [{ project = '' } = {}] = library.questions;
    const questions = library.questions.filter((question) => question.project === project).map(({ text }) => text);
    const place = { dataDir, project: options.oneProject ? 'one' : project, questions };
    const broken: Broken = [];
    const measure = async (way: string, count: number, crowd?: Crowd) => {
      for (const event of options.events) {
        const { median, p95, slowest, late, silenced, failed } = await time(place, event, count, crowd);
        const figures = [median, p95, slowest].map((ms) => `${Math.round(ms)} ms`).join(', ');
        say(
          `${way}, ${event}, ${count} runs: median, p95, slowest ${figures}; ${late} past the deadline, ${silenced} silent at it, ${failed} failed`,
        );
        if (late > 0) broken.push(`${way}: ${event} exceeded its deadline ${late} times`);
        if (failed > 0) broken.push(`${way}: ${event} failed ${failed} times`);
        if (way === 'warm' && event === 'user-prompt-submit' && p95 > WARM_PROMPT_MS)
          broken.push(`the prompt hook takes more than ${WARM_PROMPT_MS} ms`);
      }
    };
    say(`an empty Node.js program: median ${Math.round(await bareNode(Math.min(runs, 50)))} ms`);
    const server = await startServer(dataDir);
    await measure('warm', runs);
    await measure(
      `warm, ${atOnce} sessions at once, pausing ${options.pause} ms on average`,
      Math.max(atOnce, Math.ceil(runs / 5)),
      {
        sessions: atOnce,
        pauseMs: options.pause,
      },
    );
    await server.kill();
    await measure('cold', coldRuns);
    return broken;
  });
}

const PARTS: Readonly<Record<string, (options: Options) => Promise<Broken>>> = { transcripts, prompts, times };

const isEvent = (name: string): name is HookEvent => EVENTS_IN_TURN.some((event) => event === name);

/** The exit code: 1 if a promise was broken. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      memories: { type: 'string', default: '10000' },
      questions: { type: 'string', default: '300' },
      set: { type: 'string' },
      'one-project': { type: 'boolean', default: false },
      runs: { type: 'string', default: '1000' },
      'cold-runs': { type: 'string' },
      'at-once': { type: 'string', default: '20' },
      pause: { type: 'string', default: '2000' },
      events: { type: 'string', default: EVENTS_IN_TURN.join(',') },
      keep: { type: 'string' },
    },
  });
  const options: Options = {
    memories: Number(values.memories),
    questions: Number(values.questions),
    set: values.set,
    oneProject: values['one-project'],
    runs: Number(values.runs),
    coldRuns: Number(values['cold-runs'] ?? values.runs),
    atOnce: Number(values['at-once']),
    pause: Number(values.pause),
    events: values.events.split(',').filter(isEvent),
    keep: values.keep,
  };
  const parts = positionals.length === 0 ? Object.keys(PARTS) : positionals;
  const numbers = [options.memories, options.questions, options.runs, options.coldRuns, options.atOnce];
  const isWrong =
    parts.some((name) => !(name in PARTS)) ||
    numbers.some((value) => !(value > 0)) ||
    !(options.pause >= 0) ||
    !values.events.split(',').every(isEvent);
  if (isWrong || (options.set !== undefined && !existsSync(options.set))) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const broken: Broken = [];
  for (const name of parts) broken.push(...((await PARTS[name]?.(options)) ?? []));
  for (const each of broken) process.stderr.write(`broken: ${each}\n`);
  return broken.length === 0 ? 0 : 1;
}
