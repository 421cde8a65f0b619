// Measures what the hooks promise, and says where they do not keep it.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { projectNamed } from '../../src/project-folder.ts';
import { BUDGET, chosen, fill, prompt } from './prompting.ts';
import { type Judged, judge } from './proposing.ts';
import { readRecordings } from './recording.ts';
import { foreignLibrary, type Library, ownLibrary } from './texts.ts';
import { EVENTS_IN_TURN, startServer, time } from './timing.ts';

const USAGE = `Usage: npm run hooks -- [transcripts] [prompts] [times] [--memories 10000] [--questions 300] [--set FOLDER] [--one-project]
  [--runs 1000] [--cold-runs RUNS] [--at-once 20]
transcripts   what is proposed of 40 recorded sessions, against what is worth keeping of them
prompts       how often a question is given the memory that answers it, how often an ordinary prompt is left alone
times         each hook with a running server and without, and with many sessions at once`;

interface Options {
  readonly memories: number;
  readonly questions: number;
  readonly set: string | undefined;
  readonly oneProject: boolean;
  readonly runs: number;
  readonly coldRuns: number;
  readonly atOnce: number;
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** What was not kept. */
type Broken = string[];

async function withStore<T>(
  work: (engine: Engine, dataDir: string) => Promise<T>,
  dataDir = mkdtempSync(join(tmpdir(), 'remanence-hooks-')),
): Promise<T> {
  const engine = await openEngine(readConfig({ dataDir }, {}));
  try {
    return await work(engine, dataDir);
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function transcripts(): Promise<Broken> {
  return withStore(async (engine, dataDir) => {
    const broken: Broken = [];
    for (const half of ['tuned', 'held-out']) {
      const recordings = readRecordings(`test/hooks/transcripts/${half}`);
      const judged: Judged[] = [];
      for (const recording of recordings) judged.push(await judge(engine, join(dataDir, half), recording));
      const all = (part: 'good' | 'bad' | 'missed' | 'recalled' | 'leaked') => judged.flatMap((each) => each[part]);
      const [good, bad, missed] = [all('good').length, all('bad').length, all('missed').length];
      say(
        `${half}: ${recordings.length} sessions, ${good + bad} proposals, ${percent(good / (good + bad))} worth keeping, ${missed} missed, ${all('recalled').length} recalled again, ${all('leaked').length} leaked`,
      );
      for (const text of all('bad')) say(`  not worth keeping: ${text}`);
      for (const text of all('missed')) say(`  missed: ${text}`);
      if (good < 9 * bad) broken.push(`${half}: fewer than nine of ten proposals are worth keeping`);
      if (all('recalled').length + all('leaked').length > 0)
        broken.push(`${half}: recalled or hidden text was proposed`);
    }
    return broken;
  });
}

const libraryOf = ({ set, memories }: Options): Library =>
  set === undefined ? ownLibrary(memories) : foreignLibrary(set, memories);

async function prompts(options: Options): Promise<Broken> {
  const library = libraryOf(options);
  return withStore(async (engine, dataDir) => {
    const ids = await fill(engine, library, options.oneProject);
    const questions = chosen(library.questions, options.questions);
    const { injected, right, silent, mostTokens, ordinary, disturbed } = await prompt(
      engine,
      dataDir,
      questions,
      ids,
      options.oneProject,
    );
    say(
      `${ids.size} memories, ${questions.length} questions: ${percent(right)} given what answers them, ${percent(1 - injected)} left alone`,
    );
    say(
      `${ordinary} ordinary prompts left alone: ${percent(silent.tuned)} tuned, ${percent(silent['held-out'])} held out; at most ${mostTokens} tokens`,
    );
    for (const text of disturbed) say(`  not left alone: ${text}`);
    return [
      ...(right < 0.7 ? ['fewer than 70 % of the questions are given what answers them'] : []),
      ...(Math.min(silent.tuned, silent['held-out']) < 0.95
        ? ['fewer than 95 % of the ordinary prompts are left alone']
        : []),
      ...(mostTokens > BUDGET ? ['an answer is over its budget'] : []),
    ];
  });
}

async function times(options: Options): Promise<Broken> {
  const dataDir = mkdtempSync(join(tmpdir(), 'remanence-hooks-'));
  const project = join(dataDir, 'project');
  mkdirSync(project);
  const library = libraryOf(options);
  const engine = await openEngine(readConfig({ dataDir }, {}));
  const actor = { who: 'local', project: projectNamed(`auto:${project}`) };
  await engine.memories.storeMany(
    actor,
    library.notes.map(({ content }) => ({ content })),
  );
  await engine.close();
  const place = { dataDir, project, questions: library.questions.map(({ text }) => text) };
  const broken: Broken = [];
  const measure = async (way: string, runs: number, atOnce = 1) => {
    for (const event of EVENTS_IN_TURN) {
      const { median, p95, slowest, late, silenced, failed } = await time(place, event, runs, atOnce);
      const figures = [median, p95, slowest].map((ms) => `${Math.round(ms)} ms`).join(', ');
      say(
        `${way}, ${event}, ${runs} runs: median, p95, slowest ${figures}; ${late} past the deadline, ${silenced} silent at it, ${failed} failed`,
      );
      if (late > 0) broken.push(`${way}: ${event} was past its deadline ${late} times`);
      if (failed > 0) broken.push(`${way}: ${event} failed ${failed} times`);
      if (way === 'warm' && event === 'user-prompt-submit' && p95 > 300)
        broken.push('the prompt hook takes more than 300 ms');
    }
  };
  const server = await startServer(dataDir);
  await measure('warm', options.runs);
  await measure(
    `warm, ${options.atOnce} sessions at once`,
    Math.max(options.atOnce, Math.ceil(options.runs / 5)),
    options.atOnce,
  );
  await server.kill();
  await measure('cold', options.coldRuns);
  rmSync(dataDir, { recursive: true, force: true });
  return broken;
}

const PARTS: Readonly<Record<string, (options: Options) => Promise<Broken>>> = { transcripts, prompts, times };

/** The exit code: 1 when something that is promised was not kept. */
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
  };
  const parts = positionals.length === 0 ? Object.keys(PARTS) : positionals;
  const numbers = [options.memories, options.questions, options.runs, options.coldRuns, options.atOnce];
  const isWrong = parts.some((name) => !(name in PARTS)) || numbers.some((value) => !(value > 0));
  if (isWrong || (options.set !== undefined && !existsSync(options.set))) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const broken: Broken = [];
  for (const name of parts) broken.push(...((await PARTS[name]?.(options)) ?? []));
  for (const each of broken) process.stderr.write(`not kept: ${each}\n`);
  return broken.length === 0 ? 0 : 1;
}
