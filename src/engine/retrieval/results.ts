// The options and results of searches.
import type { Actor } from '../access/actor.ts';
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
  /** Nearness to the question; null without a model. */
  readonly cosine: number | null;
  readonly coverage: number;
  /** The matching parts of a long memory, with omissions marked; null when it is shown whole. */
  readonly excerpt: string | null;
  /** The memory that this one superseded. */
  readonly replaces: Predecessor | null;
  /** The id of a later memory that may have changed what this one says. */
  readonly changedBy: string | null;
  /** That memory, if it is known. */
  readonly later?: Pick<Memory, 'row' | 'id' | 'content'> | undefined;
  /** Why it may be out of date: the code it names has changed since, or a later memory says so. */
  readonly stale: string | null;
}

/** Why a memory may be out of date. */
export type Staleness = Pick<Found, 'changedBy' | 'later' | 'stale'>;

type RecalledItem =
  | ({ readonly source: 'memory' } & Found)
  | ({ readonly source: 'code'; readonly weak: boolean } & ScoredCode);

export interface RecallOptions {
  readonly limit: number;
  readonly weights?: Weights;
  /** Search memories valid at this moment, by default now. */
  readonly at?: number | undefined;
  /** False for what may be no question: whether results are about it, not whether they answer it. */
  readonly judges?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Which memories of a project to search. */
export interface RelevantOptions extends Pick<SearchFilter, 'types' | 'since' | 'until'> {
  readonly limit: number;
  readonly leastSimilarity: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Relevant extends Pick<Found, 'memory' | 'parts' | 'excerpt' | 'changedBy' | 'later' | 'stale'> {
  /** 0..1, by meaning or by words. */
  readonly similarity: number;
  readonly relevance: number;
}

/** What to search: memories, code of all projects or of one, or both. */
export interface Sources {
  readonly memories: boolean;
  /** `reader` sees the code, if not whoever sees the memories. */
  readonly code: (Pick<CodeSearchOptions, 'project' | 'language'> & { readonly reader?: Actor }) | null;
}

export interface Recalled<T = Found> {
  readonly found: readonly T[];
  /** The number of graph nodes visited. */
  readonly walked: number;
  /** The confidence that anything relevant was found, about 0..1. */
  readonly confidence: number;
  /** Probably no result answers the question. */
  readonly weak: boolean;
  /** A remark for the caller about the results as a whole. */
  readonly note: string | null;
}

/** The memory that most likely answers a question. */
export interface LikelyAnswer {
  readonly row: number;
  /** That it answers, above 0 and up to 1. */
  readonly confidence: number;
}

/** With the facts declared about the entities in the question. */
export interface RecalledFrom extends Recalled<RecalledItem> {
  readonly facts: readonly Fact[];
}
