// What searching asks of a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Span } from '../temporal/calendar.ts';
import type { TermStatistics } from '../text/bm25.ts';
import type { Times } from './time-scores.ts';

/** One passage that was found; `passages` is how many its memory has. */
export interface Hit {
  readonly row: number;
  readonly score: number;
  readonly position: number;
  readonly passages: number;
}

/** A word as it is written, and as the text index knows it. */
export interface Token {
  readonly text: string;
  readonly terms: readonly string[];
}

/** The words of one passage, in their order. */
export interface PassageTerms {
  readonly row: number;
  readonly position: number;
  readonly terms: string;
}

export interface Holder {
  readonly row: number;
  readonly held: number;
  readonly importance: number;
  readonly ingestionTime: number;
}

export interface SearchStore {
  /** Best passages by cosine, filtered while searching. */
  nearest(vector: Float32Array, filter: SearchFilter, limit: number): Promise<Hit[]>;
  /** The cosine of every passage of these memories. */
  similarities(vector: Float32Array, rows: readonly number[]): Promise<Hit[]>;
  /** Best passages by BM25 over any of the terms, filtered while searching. */
  matching(terms: readonly string[], filter: SearchFilter, limit: number): Promise<Hit[]>;
  /**
   * Every memory that holds any of these, and how many of them at most: a long one may be counted once for each passage.
   * What has no words is looked for as it is written.
   */
  holding(tokens: readonly Token[], filter: SearchFilter): Promise<Holder[]>;
  /** The words of every passage of these memories. */
  passageTerms(rows: readonly number[]): Promise<PassageTerms[]>;
  /** How common these terms are within the reach; what is beyond it is not counted. */
  statistics(terms: readonly string[], within: ScopeFilter): Promise<TermStatistics>;
  /** Memories that happened or were learned in this time, the newest first. */
  notedIn(span: Span, filter: SearchFilter, limit: number): Promise<number[]>;
  times(rows: readonly number[]): Promise<ReadonlyMap<number, Times>>;
  /** Of these memories, those that the filter lets through. */
  permitted(rows: readonly number[], filter: SearchFilter): Promise<Set<number>>;
}
