// What search needs from a store.
import type { ScopeFilter } from '../access/actor.ts';
import type { MentionEdge, Neighbour } from '../graph/ports.ts';
import type { SearchFilter, TraceEdge } from '../memories/ports.ts';
import type { Relation } from '../model.ts';
import type { Span } from '../temporal/calendar.ts';
import type { TermStatistics, WeightedTerms } from '../text/bm25.ts';
import type { Times } from './time-scores.ts';

/** A matching passage; `passages` is the number its memory has. */
export interface Hit {
  readonly row: number;
  readonly score: number;
  readonly position: number;
  readonly passages: number;
}

/** A word as written, and as the text index stores it. */
export interface SpelledWord {
  readonly text: string;
  readonly terms: readonly string[];
}

/** The words of one passage, in order. */
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

/** A memory that superseded the one in row `of`, or was superseded by it, directly or further on. */
export interface Kin extends Times {
  readonly row: number;
  readonly of: number;
  /** It superseded that one, rather than being superseded by it. */
  readonly isLater: boolean;
  /** It superseded a memory, that one or another. */
  readonly isSuccessor: boolean;
}

export interface LineageBounds {
  readonly steps: number;
  readonly most: number;
}

export interface SearchStore {
  /** Best passages by cosine, filtered while searching. */
  nearest(vector: Float32Array, filter: SearchFilter, limit: number): Promise<Hit[]>;
  /** The cosine of every passage of these memories, in no particular order. */
  similarities(vector: Float32Array, rows: readonly number[]): Promise<Hit[]>;
  /** Best passages by BM25 over any of the terms, filtered while searching. The weights are those of `statistics`. */
  matching(terms: WeightedTerms, filter: SearchFilter, limit: number): Promise<Hit[]>;
  /** At most `limit` memories that hold any of the terms, in no particular order. Faster than `matching`. */
  withAny(terms: readonly string[], filter: SearchFilter, limit: number): Promise<number[]>;
  /**
   * Every memory that holds any of these words, and at most how many: a long memory may count a word once per passage.
   * A word without terms is searched as written.
   */
  holding(tokens: readonly SpelledWord[], filter: SearchFilter): Promise<Holder[]>;
  /** The words of every passage of these memories. */
  passageTerms(rows: readonly number[]): Promise<PassageTerms[]>;
  /** How common these terms are within reach; memories out of reach are not counted. */
  statistics(terms: readonly string[], within: ScopeFilter): Promise<TermStatistics>;
  /** Memories of events in this time, or learned in it, newest first. */
  notedIn(span: Span, filter: SearchFilter, limit: number): Promise<number[]>;
  times(rows: readonly number[]): Promise<ReadonlyMap<number, Times>>;
  /**
   * What these memories superseded and what superseded them, up to `steps` further on, where each passes the filter but
   * for having ended. A memory that superseded more than `most` sums them up, and is no relative of them.
   */
  lineage(rows: readonly number[], filter: SearchFilter, bounds: LineageBounds): Promise<Kin[]>;
  /** Those of these memories that pass the filter. */
  permitted(rows: readonly number[], filter: SearchFilter): Promise<Set<number>>;
}

/** Nodes of the graph, by row. */
export interface Frontier {
  readonly memories: readonly number[];
  readonly entities: readonly number[];
}

/** Every edge of some nodes, which `memories` and `entities` list. */
export interface FrontierEdges extends Frontier {
  /** From these memories to entities with further links. */
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
   * Every edge of these nodes in one answer. A store may add nodes further on, each with all its edges, when a larger
   * answer costs less than a second query. Nodes with more than `hub` mentions or links are not expanded by them.
   */
  edges(
    frontier: Frontier,
    hub: number,
    filter: Pick<SearchFilter, 'within' | 'validAt' | 'past'>,
  ): Promise<FrontierEdges>;
}
