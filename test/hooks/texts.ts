// Stores of 10 000 memories with questions: the notebooks and conversations that the model was trained on, or a set in
// BEIR layout that it was not trained on, mixed in.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

interface Note {
  readonly id: string;
  readonly project: string;
  readonly content: string;
}

export interface Question {
  readonly text: string;
  readonly project: string;
  /** Any of these answers it. */
  readonly answers: readonly string[];
}

/** A prompt that asks for work. */
export interface Task {
  readonly text: string;
  readonly project: string;
  /** The notes to be known before; none if no note says anything of use. */
  readonly bearing: readonly string[];
}

export interface Library {
  readonly notes: readonly Note[];
  readonly questions: readonly Question[];
  readonly tasks: readonly Task[];
}

const DATA = 'training/data';
const NOTE = /^- (?:@([\w-]+) )?(.+)$/;
const TURN = /^([^\s@:#?-][^@:\n]{0,40}?)(?: ?@([\w-]+))?: (.+)$/;
const MORE = /^ {2}(?:@([\w-]+) )?(.+)$/;
const QUESTION = /^\? (?:\[([\w-]+)\] )?(.+?)(?: = ([\w-]+(?:, ?[\w-]+)*))?$/;

/** Notes of coding agents with questions, then turns of conversations up to that number. */
export function ownLibrary(count: number): Library {
  const notebooks = readdirSync(join(DATA, 'notebooks'))
    .sort()
    .map((file) => readText('notebooks', file, NOTE));
  const notes = notebooks.flatMap((book) => book.notes);
  return { notes: filled(notes, count), questions: notebooks.flatMap((book) => book.questions), tasks: [] };
}

const Document = z.object({
  _id: z.string(),
  text: z.string(),
  metadata: z.object({ project: z.string().nullable().optional(), valid_until: z.string().nullish() }).default({}),
});

/** Prompts of other kinds, such as `ordinary`, are not read. */
const Prompt = z.object({
  prompt: z.string(),
  project: z.string(),
  kind: z.string(),
  relevant: z.array(z.string()),
});
const ASKS_FOR_WORK = ['task', 'beside'];

/** What is asked for in the `prompts.jsonl` of a set, if it has one. */
function readTasks(folder: string): Task[] {
  const file = join(folder, 'prompts.jsonl');
  if (!existsSync(file)) return [];
  const prompts = readFileSync(file, 'utf8').trim().split('\n');
  return prompts
    .map((line) => Prompt.parse(JSON.parse(line)))
    .filter(({ kind }) => ASKS_FOR_WORK.includes(kind))
    .map(({ prompt, project, relevant }) => ({ text: prompt, project, bearing: relevant }));
}

/** A given set, surrounded by training texts. */
export function foreignLibrary(folder: string, count: number): Library {
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').trim().split('\n');
  const read = (file: string) => lines(file).map((line) => Document.parse(JSON.parse(line)));
  const labels = lines('qrels.tsv')
    .slice(1)
    .map((line) => line.split('\t'));
  const documents = read('corpus.jsonl').filter(({ metadata }) => !metadata.valid_until);
  const notes = documents.map(({ _id: id, text, metadata }) => ({
    id,
    project: metadata.project ?? '',
    content: text,
  }));
  const there = new Set(notes.map(({ id }) => id));
  const questions = read('queries.jsonl').map(({ _id, text, metadata }): Question => {
    const answers = labels.filter(([query, , score]) => query === _id && Number(score) > 0).map(([, id = '']) => id);
    return { text, project: metadata.project ?? '', answers: answers.filter((id) => there.has(id)) };
  });
  const other = readdirSync(join(DATA, 'notebooks'))
    .sort()
    .flatMap((file) => readText('notebooks', file, NOTE).notes);
  return {
    notes: filled([...notes, ...other], count),
    questions: questions.filter(({ answers }) => answers.length > 0),
    tasks: readTasks(folder),
  };
}

function filled(notes: readonly Note[], count: number): Note[] {
  const turns = readdirSync(join(DATA, 'conversations'))
    .sort()
    .flatMap((file) => readText('conversations', file, TURN).notes);
  return [...notes, ...turns].slice(0, count);
}

function readText(kind: 'notebooks' | 'conversations', file: string, line: RegExp): Omit<Library, 'tasks'> {
  const project = `${kind}-${file.replace('.txt', '')}`;
  const notes: { id: string; project: string; content: string }[] = [];
  const questions: Question[] = [];
  /** The index of each label. */
  const labelled = new Map<string, string>();
  for (const text of readFileSync(join(DATA, kind, file), 'utf8').split('\n')) {
    const more = MORE.exec(text);
    const last = notes.at(-1);
    if (more && last) {
      last.content += `\n${more[2]}`;
      if (more[1] !== undefined) labelled.set(more[1], last.id);
      continue;
    }
    const asked = QUESTION.exec(text);
    if (asked) {
      const answers = (asked[3]?.split(/, ?/) ?? []).flatMap((label) => labelled.get(label) ?? []);
      if (answers.length > 0) questions.push({ text: asked[2] ?? '', project, answers });
      continue;
    }
    const found = line.exec(text);
    if (!found) continue;
    const [label, content] = kind === 'notebooks' ? [found[1], found[2] ?? ''] : [found[2], `${found[1]}: ${found[3]}`];
    if (/^(?:people|notebook|chat)$/.test(found[1] ?? '')) continue;
    const id = `${project}-${notes.length}`;
    notes.push({ id, project, content });
    if (label !== undefined) labelled.set(label, id);
  }
  return { notes, questions };
}
