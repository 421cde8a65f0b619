// What maintenance asks of the store.
import type { ScopeFilter } from '../access/actor.ts';
import type { Trace } from '../memories/trace.ts';
import type { Memory } from '../model.ts';
import type { Derived, Embedded } from '../ports.ts';

/** Two memories of one scope and type, and how alike their least alike passages are. */
export interface Twins {
  readonly row: number;
  readonly other: number;
  readonly similarity: number;
}

/** Several memories that become one. */
export interface Merge {
  /** As it was read; whoever has changed it since has the last word. */
  readonly before: Memory;
  readonly after: Memory;
  readonly conversation: string | null;
  readonly trace: Trace;
  readonly names: Pick<Derived, 'mentions' | 'phrases'>;
  readonly gone: readonly Memory[];
}

/** A memory's passages, made anew from the text it had. */
export interface Refreshed {
  readonly row: number;
  readonly revision: number;
  readonly embedded: Embedded;
}

export interface NormalisePlan {
  readonly within: ScopeFilter;
  readonly at: number;
  readonly merges: readonly Merge[];
  readonly orphans: boolean;
  readonly refreshed: readonly Refreshed[];
  /** What was put into the bin before is deleted. */
  readonly expiry: number;
}

export interface Normalised {
  readonly merged: number;
  readonly orphans: number;
  readonly refreshed: number;
  readonly purged: number;
}

export interface NormaliseStore {
  /** Memories that are valid at that moment, by row, behind the one named. */
  valid(within: ScopeFilter, at: number, after: number, limit: number): Promise<Memory[]>;
  /** Pairs of these with newer ones among the others that are at least that similar in every passage. */
  twins(rows: readonly number[], among: ReadonlySet<number>, similarity: number): Promise<Twins[]>;
  /** What is left of memories that are gone, and what leads to them. */
  orphans(within: ScopeFilter): Promise<number>;
  /** Memories without vectors of the store's model, as many as are wanted. */
  unembedded(within: ScopeFilter, limit: number): Promise<Memory[]>;
  /** How many in the bin were put there before that moment. */
  expired(within: ScopeFilter, before: number): Promise<number>;
  /**
   * Does all of it or nothing, and checks the outcome before anybody sees it. Memories that somebody has changed since
   * they were read are left as they are. Others are answered meanwhile.
   */
  apply(plan: NormalisePlan, reached: (phase: 'check' | 'swap') => void): Promise<Normalised>;
}
