// A client's call while it is being answered: records the results that the client is given.

/** One search result. */
export interface GivenResult {
  readonly source: 'memory' | 'code' | 'fact';
  /** The id of a memory, the location of code, or the id of a fact's entity or relation. */
  readonly id: string;
  readonly score: number;
  /** The components of the score, each 0..1. */
  readonly parts: Readonly<Record<string, number>>;
}

/** A question and its results. */
export interface RecordedSearch {
  readonly question: string;
  readonly given: readonly GivenResult[];
  readonly weak: boolean;
  readonly confidence: number | null;
}

export interface Recorder {
  /** A search begins. Searches may nest; only the outermost is recorded. */
  enter(): void;
  /** A search has ended, with null if it failed. `by` is the actor it was made for. */
  leave(
    by: { user?: string | undefined; project?: string | undefined; session?: string | undefined; who: string },
    noted: RecordedSearch | null,
  ): void;
}
