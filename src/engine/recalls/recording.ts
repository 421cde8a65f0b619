// Records the results of searches for the call that makes them.
import { type Actor, isActor } from '../access/actor.ts';
import type { GivenResult, RecordedSearch } from '../access/recorder.ts';
import type { FoundFunction } from '../code/search/functions.ts';
import type { CodeFound } from '../code/search/search.ts';
import type { Fact } from '../graph/facts.ts';
import type { FoundNote } from '../notes/notes.ts';
import type { Overlapping } from '../retrieval/overlap-search.ts';
import type { Found, Recalled, RecalledFrom, Relevant } from '../retrieval/results.ts';

type Answer = Omit<RecordedSearch, 'question'>;

/** Reads a method's result. */
export type ReadResult<R> = (result: R) => Answer;

/** Records the results of a search if the actor carries a recorder; the question is the parameter after the actor. */
export function note(read: ReadResult<never>, input: readonly unknown[], go: () => unknown): unknown {
  const at = input.findIndex(isActor);
  const actor = input[at];
  const question = input[at + 1];
  if (!isActor(actor) || !actor.recorder || typeof question !== 'string') return go();
  return noted(actor, question, read, go);
}

async function noted(actor: Actor, question: string, read: ReadResult<never>, go: () => unknown): Promise<unknown> {
  actor.recorder?.enter();
  let answer: RecordedSearch | null = null;
  try {
    const result = await go();
    // Each reader is paired with a method that returns what it reads.
    answer = { question, ...Reflect.apply(read, undefined, [result]) };
    return result;
  } finally {
    actor.recorder?.leave(actor, answer);
  }
}

const sure = { weak: false, confidence: null };

/** Only the parts that are numbers. */
const given = (parts: object): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));

export const memoryGiven = ({ memory, score, parts }: Pick<Found, 'memory' | 'score' | 'parts'>): GivenResult => ({
  source: 'memory',
  id: memory.id,
  score,
  parts: given({
    meaning: parts.vector,
    words: parts.lexical,
    graph: parts.graph,
    exact: parts.exact,
    time: parts.time,
    answer: parts.answer,
    current: parts.current,
  }),
});

const codeGiven = ({ project, chunk, score, parts }: Omit<CodeFound, 'parts'> & { parts: object }): GivenResult => ({
  source: 'code',
  id: `${project.name}:${chunk.path}:${chunk.startLine}-${chunk.endLine}`,
  score,
  parts: given(parts),
});

const factGiven = ({ id, score }: Fact): GivenResult => ({ source: 'fact', id, score, parts: {} });

export const memoriesFound = (found: readonly Found[]): Answer => ({ given: found.map(memoryGiven), ...sure });

export const recalled = ({ found, weak, confidence }: Recalled): Answer => ({
  given: found.map(memoryGiven),
  weak,
  confidence,
});

export const recalledFrom = ({ found, facts, weak, confidence }: RecalledFrom): Answer => ({
  given: [
    ...found.map((item) => (item.source === 'memory' ? memoryGiven(item) : codeGiven(item))),
    ...facts.map(factGiven),
  ],
  weak,
  confidence,
});

export const relevantFound = ({ found, weak }: { found: readonly Relevant[]; weak: boolean }): Answer => ({
  given: found.map(({ memory, relevance, parts }) => memoryGiven({ memory, score: relevance, parts })),
  weak,
  confidence: null,
});

export const overlappingFound = ({ found, weak }: { found: readonly Overlapping[]; weak: boolean }): Answer => ({
  given: found.map(({ memory, score, relevance }) => ({
    source: 'memory',
    id: memory.id,
    score,
    parts: { relevance },
  })),
  weak,
  confidence: null,
});

export const notesFound = ({ found, weak }: { found: readonly FoundNote[]; weak: boolean }): Answer => ({
  given: found.map(({ memory, score }) => ({ source: 'memory', id: memory.id, score, parts: {} })),
  weak,
  confidence: null,
});

export const codeFound = ({ found, weak }: { found: readonly CodeFound[]; weak: boolean }): Answer => ({
  given: found.map(codeGiven),
  weak,
  confidence: null,
});

export const functionsFound = ({ found }: { found: readonly FoundFunction[] }): Answer => ({
  given: found.map(({ definition, project, similarity }) => ({
    source: 'code',
    id: `${project.name}:${definition.path}:${definition.startLine}-${definition.endLine}`,
    score: similarity,
    parts: {},
  })),
  ...sure,
});
