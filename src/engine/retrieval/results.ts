// What searching takes, and what it gives.
import type { CodeSearchOptions } from '../code/search/search.ts';
import type { Fact } from '../graph/facts.ts';
import type { Predecessor, SearchFilter } from '../memories/ports.ts';
import type { Memory } from '../model.ts';
import type { ScoredCode } from './code-scores.ts';
import type { Parts, Weights } from './parts.ts';

export interface Found {
  readonly memory: Memory;
  readonly score: number;
  readonly parts: Parts;
  /** How near it is; null without a model. */
  readonly cosine: number | null;
  readonly coverage: number;
  /** Of a long memory what matched, with what is left out marked; null where all of it is worth showing. */
  readonly excerpt: string | null;
  /** What it took the place of. */
  readonly replaces: Predecessor | null;
  /** Why it may no longer be true: the code that it names has changed since. */
  readonly stale: string | null;
}

type RecalledItem =
  | ({ readonly source: 'memory' } & Found)
  | ({ readonly source: 'code'; readonly weak: boolean } & ScoredCode);

export interface RecallOptions {
  readonly limit: number;
  readonly weights?: Weights;
  /** What was valid at this moment, by default now. */
  readonly at?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which memories of a project are asked for. */
export interface RelevantOptions extends Pick<SearchFilter, 'types' | 'since' | 'until'> {
  readonly limit: number;
  readonly leastSimilarity: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Relevant {
  readonly memory: Memory;
  /** 0..1, by meaning or by words. */
  readonly similarity: number;
  readonly relevance: number;
  readonly parts: Parts;
  readonly excerpt: string | null;
  readonly stale: string | null;
}

/** What is asked: memories, code of all projects or of one, or both. */
export interface Sources {
  readonly memories: boolean;
  readonly code: Pick<CodeSearchOptions, 'project' | 'language'> | null;
}

export interface Recalled<T = Found> {
  readonly found: readonly T[];
  /** Nodes of the graph that were looked at. */
  readonly walked: number;
  /** How sure that anything relevant was found, about 0..1. */
  readonly confidence: number;
  /** Nothing that was found is probably about the question. */
  readonly weak: boolean;
  /** What the caller should know about the results as a whole. */
  readonly note: string | null;
}

/** Beside what is found, what somebody declared about the entities that the question speaks of. */
export interface RecalledFrom extends Recalled<RecalledItem> {
  readonly facts: readonly Fact[];
}
