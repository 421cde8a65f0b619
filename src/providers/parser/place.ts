import type { CodeSymbol } from '../../engine/code/symbols.ts';

/** A definition and its place. Scopes lend their name but are not symbols. */
export interface Place {
  readonly symbol: CodeSymbol | null;
  readonly qualifiedName: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly parent: Place | null;
}
