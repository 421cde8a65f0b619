// How often a prompt gets the memory that answers it, and how often an ordinary prompt is left alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../src/engine/engine.ts';
import { tokens } from '../../src/engine/retrieval/budget.ts';
import { answer } from '../../src/transports/hooks/answer.ts';
import { EVENTS, HookRequest, PROTOCOL } from '../../src/transports/hooks/protocol.ts';
import { Sessions } from '../../src/transports/hooks/sessions.ts';
import type { Library, Question, Task } from './texts.ts';

export interface Prompted {
  /** Shares between 0 and 1. */
  readonly injected: number;
  readonly right: number;
  readonly silent: Readonly<Record<'tuned' | 'held-out', number>>;
  readonly mostTokens: number;
  readonly questions: number;
  readonly ordinary: number;
  /** Ordinary prompts that were given something. */
  readonly disturbed: readonly string[];
  /** Null without tasks. */
  readonly work: Work | null;
}

/** Shares between 0 and 1. */
interface Work {
  /** Of the tasks on which a note bears, those given one that does. */
  readonly right: number;
  /** Of their notes, those that bear on the task. */
  readonly precision: number;
  /** Of the other tasks, those left alone. */
  readonly silent: number;
  readonly tasks: number;
  readonly others: number;
}

/** Stores the notes; returns the memory of each. */
export async function fill(engine: Engine, { notes }: Library, isOneProject: boolean): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const projects = new Set(notes.map(({ project }) => placeOf(project, isOneProject)));
  for (const project of projects) {
    const own = notes.filter((note) => placeOf(note.project, isOneProject) === project);
    const actor = { who: 'local', ...(project === '' ? {} : { project }) };
    const stored = await engine.memories.storeMany(
      actor,
      own.map(({ content }) => ({ content })),
    );
    for (const [i, memory] of stored.entries()) ids.set(own[i]?.id ?? '', memory.id);
  }
  return ids;
}

const placeOf = (project: string, isOneProject: boolean): string => (isOneProject ? 'one' : project);

/** The given number of questions, spread over all. */
export const chosen = (questions: readonly Question[], count: number): Question[] =>
  Array.from(
    { length: Math.min(count, questions.length) },
    (_, i) => questions[Math.floor((i * questions.length) / count)],
  ).flatMap((each) => each ?? []);

export async function prompt(
  engine: Engine,
  folder: string,
  { questions, tasks }: Pick<Library, 'questions' | 'tasks'>,
  ids: ReadonlyMap<string, string>,
  isOneProject: boolean,
): Promise<Prompted> {
  const sessions = new Sessions(join(folder, 'measured'));
  // A kept folder remembers what sessions of earlier runs were told.
  const run = Date.now();
  let session = 0;
  let mostTokens = 0;
  const ask = async (text: string, project: string): Promise<string> => {
    session++;
    const payload = { session_id: `measured ${run} ${session}`, cwd: folder, prompt: text };
    const request = HookRequest.parse({ protocol: PROTOCOL, event: 'user-prompt-submit', payload });
    const place = placeOf(project, isOneProject);
    const actor = { who: 'local', ...(place === '' ? {} : { project: place }) };
    const given = await answer({ engine, actor, sessions, now: Date.now() }, { ...request, capture: 'off' });
    const said = given.text ?? '';
    mostTokens = Math.max(mostTokens, tokens(said));
    return said;
  };
  let injected = 0;
  let right = 0;
  for (const { text, project, answers } of questions) {
    const said = await ask(text, project);
    if (said !== '') injected++;
    if (answers.some((id) => said.includes(ids.get(id) ?? '\0'))) right++;
  }
  const projects = questions.map(({ project }) => project);
  const disturbed: string[] = [];
  const silent = { tuned: 0, 'held-out': 0 };
  const halves = ['tuned', 'held-out'] as const;
  let ordinary = 0;
  for (const half of halves) {
    const prompts = readFileSync(`test/hooks/ordinary/${half}.txt`, 'utf8').trim().split('\n');
    for (const text of prompts) {
      // Each in another project.
      if ((await ask(text, projects[ordinary++ % projects.length] ?? '')) === '') silent[half] += 1 / prompts.length;
      else disturbed.push(text);
    }
  }
  const work = tasks.length === 0 ? null : await worked(tasks, ids, ask);
  const share = (count: number) => count / questions.length;
  return {
    injected: share(injected),
    right: share(right),
    silent,
    mostTokens,
    questions: questions.length,
    ordinary,
    disturbed,
    work,
  };
}

async function worked(
  tasks: readonly Task[],
  ids: ReadonlyMap<string, string>,
  ask: (text: string, project: string) => Promise<string>,
): Promise<Work> {
  const outcomes = [];
  for (const { text, project, bearing } of tasks) {
    const said = await ask(text, project);
    const given = [...ids].filter(([, memory]) => said.includes(memory)).map(([note]) => note);
    outcomes.push({ bearing, given, right: given.filter((note) => bearing.includes(note)) });
  }
  const own = outcomes.filter(({ bearing }) => bearing.length > 0);
  const others = outcomes.filter(({ bearing }) => bearing.length === 0);
  const count = (which: 'given' | 'right') => own.flatMap((each) => each[which]).length;
  return {
    right: own.filter(({ right }) => right.length > 0).length / own.length,
    precision: count('right') / count('given'),
    silent: others.filter(({ given }) => given.length === 0).length / others.length,
    tasks: own.length,
    others: others.length,
  };
}

export const BUDGET = EVENTS['user-prompt-submit'].tokens;
