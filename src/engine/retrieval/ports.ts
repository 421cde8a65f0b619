// What searching asks of a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { MentionEdge, Neighbour } from '../graph/ports.ts';
import type { SearchFilter, TraceEdge } from '../memories/ports.ts';
import type { Relation } from '../model.ts';
import type { Span } from '../temporal/calendar.ts';
import type { TermStatistics, WeightedTerms } from '../text/bm25.ts';
import type { Times } from './time-scores.ts';

/** One passage that was found; `passages` is how many its memory has. */
export interface Hit {
  readonly row: number;
  readonly score: number;
  readonly position: number;
  readonly passages: number;
}

/** A word as it is written, and as the text index knows it. */
export interface SpelledWord {
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
  /** Best passages by BM25 over any of the terms, filtered while searching. The weights are those of `statistics`. */
  matching(terms: WeightedTerms, filter: SearchFilter, limit: number): Promise<Hit[]>;
  /**
   * Every memory that holds any of these, and how many of them at most: a long one may be counted once for each passage.
   * What has no words is looked for as it is written.
   */
  holding(tokens: readonly SpelledWord[], filter: SearchFilter): Promise<Holder[]>;
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

/** Nodes of the graph, by row. */
export interface Frontier {
  readonly memories: readonly number[];
  readonly entities: readonly number[];
}

/** Every edge of some nodes; `memories` and `entities` name those nodes. */
export interface FrontierEdges extends Frontier {
  /** From these memories to entities that lead on. */
  readonly mentions: readonly MentionEdge[];
  readonly neighbours: readonly Neighbour[];
  /** Memories that name the same file. */
  readonly sharing: readonly { readonly memory: number; readonly other: number }[];
  readonly traces: readonly TraceEdge[];
  /** From these entities to memories. */
  readonly mentioned: readonly MentionEdge[];
  readonly relations: readonly (Pick<Relation, 'weight'> & { readonly fromRow: number; readonly toRow: number })[];
}

export interface FrontierStore {
  /**
   * Every edge of these nodes in one answer. A store may add nodes further on, each with all of its edges, where a larger
   * answer costs less than a second question. Nothing with more than `hub` mentions or links leads on by them.
   */
  edges(frontier: Frontier, hub: number, filter: Pick<SearchFilter, 'within' | 'validAt'>): Promise<FrontierEdges>;
}
