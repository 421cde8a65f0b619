// Records the results of searches for the call that makes them.
import type { Actor } from '../access/actor.ts';
import type { Given, Noted } from '../access/asking.ts';
import { around } from '../around.ts';
import type { FoundFunction } from '../code/search/functions.ts';
import type { CodeFound } from '../code/search/search.ts';
import type { Fact } from '../graph/facts.ts';
import type { FoundNote } from '../notes/notes.ts';
import type { Overlapping } from '../retrieval/overlap-search.ts';
import type { Found, Recalled, RecalledFrom, Relevant } from '../retrieval/retrieval.ts';

type Answer = Omit<Noted, 'question'>;

/** Reads a method's result; the question is the parameter after the actor. */
type Reading<R> = (result: R) => Answer;

type NotedMethods<T> = {
  readonly [K in keyof T]?: T[K] extends (...input: never[]) => Promise<infer R> ? Reading<R> : never;
};

/** The same object, with the results of these methods recorded when the actor carries a recorder. */
export function noting<T extends object>(target: T, methods: NotedMethods<T>): T {
  const marked: Record<string, Reading<never> | undefined> = { ...methods };
  return around<T, Reading<never>>(target, marked, (read, input, go) => {
    const at = input.findIndex(isActor);
    const actor = input[at];
    const question = input[at + 1];
    if (!isActor(actor) || !actor.asking || typeof question !== 'string') return go();
    return note(actor, question, read, go);
  });
}

async function note(actor: Actor, question: string, read: Reading<never>, go: () => unknown): Promise<unknown> {
  actor.asking?.enter();
  let noted: Noted | null = null;
  try {
    const result = await go();
    // Each reading is paired with a method that returns what it reads.
    noted = { question, ...Reflect.apply(read, undefined, [result]) };
    return result;
  } finally {
    actor.asking?.leave(actor, noted);
  }
}

const isActor = (value: unknown): value is Actor => typeof value === 'object' && value !== null && 'who' in value;

const sure = { weak: false, confidence: null };

/** Only the parts that are numbers. */
const given = (parts: object): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));

export const memoryGiven = ({ memory, score, parts }: Pick<Found, 'memory' | 'score' | 'parts'>): Given => ({
  source: 'memory',
  id: memory.id,
  score,
  parts: given({
    meaning: parts.vector,
    words: parts.lexical,
    graph: parts.graph,
    exact: parts.exact,
    time: parts.time,
  }),
});

const codeGiven = ({ project, chunk, score, parts }: Omit<CodeFound, 'parts'> & { parts: object }): Given => ({
  source: 'code',
  id: `${project.name}:${chunk.path}:${chunk.startLine}-${chunk.endLine}`,
  score,
  parts: given(parts),
});

const factGiven = ({ id, score }: Fact): Given => ({ source: 'fact', id, score, parts: {} });

const memories = (found: readonly Found[]): Answer => ({ given: found.map(memoryGiven), ...sure });
const recalled = ({ found, weak, confidence }: Recalled): Answer => ({
  given: found.map(memoryGiven),
  weak,
  confidence,
});

export const RETRIEVAL = {
  byMeaning: memories,
  byWords: memories,
  recall: recalled,
  recallFrom: ({ found, facts, weak, confidence }: RecalledFrom): Answer => ({
    given: [
      ...found.map((item) => (item.source === 'memory' ? memoryGiven(item) : codeGiven(item))),
      ...facts.map(factGiven),
    ],
    weak,
    confidence,
  }),
  relevant: ({ found, weak }: { found: readonly Relevant[]; weak: boolean }): Answer => ({
    given: found.map(({ memory, relevance, parts }) => memoryGiven({ memory, score: relevance, parts })),
    weak,
    confidence: null,
  }),
  byOverlap: (found: readonly Overlapping[]): Answer => ({
    given: found.map(({ memory, score, relevance }) => ({
      source: 'memory',
      id: memory.id,
      score,
      parts: { relevance },
    })),
    ...sure,
  }),
};

export const CUBES = { search: recalled };

export const NOTES = {
  search: (found: readonly FoundNote[]): Answer => ({
    given: found.map(({ memory, score }) => ({ source: 'memory', id: memory.id, score, parts: {} })),
    ...sure,
  }),
};

export const CODE = {
  search: ({ found, weak }: { found: readonly CodeFound[]; weak: boolean }): Answer => ({
    given: found.map(codeGiven),
    weak,
    confidence: null,
  }),
  functions: ({ found }: { found: readonly FoundFunction[] }): Answer => ({
    given: found.map(({ definition, project, similarity }) => ({
      source: 'code',
      id: `${project.name}:${definition.path}:${definition.startLine}-${definition.endLine}`,
      score: similarity,
      parts: {},
    })),
    ...sure,
  }),
};
