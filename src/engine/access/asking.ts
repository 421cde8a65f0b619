// A call of a client that is being answered: what it is given is noted as it is found.

/** One thing that was found. */
export interface Given {
  readonly source: 'memory' | 'code' | 'fact';
  /** Of a memory its id, of code its place, of a fact the id of its entity or relation. */
  readonly id: string;
  readonly score: number;
  /** What the score is made of, each 0..1. */
  readonly parts: Readonly<Record<string, number>>;
}

/** What somebody asked, and was given. */
export interface Noted {
  readonly question: string;
  readonly given: readonly Given[];
  readonly weak: boolean;
  readonly confidence: number | null;
}

export interface Asking {
  /** A search begins; one search may be made of others, and only the outermost is noted. */
  enter(): void;
  /** It has ended; null when nothing came of it. `by` is in whose name it was made. */
  leave(
    by: { user?: string | undefined; project?: string | undefined; session?: string | undefined; who: string },
    noted: Noted | null,
  ): void;
}
