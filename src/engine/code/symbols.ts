// What a parser finds in a file.

export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'struct'
  | 'interface'
  | 'trait'
  | 'enum'
  | 'module'
  | 'type'
  | 'section';

export interface CodeSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The qualified name of what encloses it. */
  readonly container: string | null;
  readonly signature: string;
  readonly docstring: string | null;
  /** Where the name stands. Lines are counted from 1. */
  readonly line: number;
  /** With decorators and attributes, without the comment above. */
  readonly startLine: number;
  readonly endLine: number;
}
