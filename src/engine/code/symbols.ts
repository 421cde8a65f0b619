// What a parser finds in a file.

export const SYMBOL_KINDS = [
  'function',
  'method',
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
  'module',
  'type',
  'section',
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

const FUNCTIONS: ReadonlySet<string> = new Set<SymbolKind>(['function', 'method']);
const CLASSES: ReadonlySet<string> = new Set<SymbolKind>(['class', 'struct', 'interface', 'trait', 'enum', 'type']);

export const isFunction = (kind: string): boolean => FUNCTIONS.has(kind);
/** Whatever has members or is a type. */
export const isClass = (kind: string): boolean => CLASSES.has(kind);

export const REFERENCE_KINDS = ['call', 'import', 'extends', 'implements'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

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
  /** UTF-16 offsets into the text. */
  readonly startIndex: number;
  readonly endIndex: number;
}

export interface CodeReference {
  readonly kind: ReferenceKind;
  /** The last identifier: `join` in `os.path.join()`. */
  readonly name: string;
  /** What stands before it; the module path of an import. */
  readonly qualifier: string | null;
  /** What the file says of the variable that the qualifier begins with: its type, or `newShape()` for what that returns. */
  readonly receiver: string | null;
  /** What an import is called in this file, when that is not its name. */
  readonly alias: string | null;
  readonly line: number;
  /** The innermost symbol around it, as an index into the symbols. */
  readonly from: number | null;
  /** The qualified name around it, also where only an impl or extension block gives one. */
  readonly scope: string | null;
}

export interface Extraction {
  readonly symbols: CodeSymbol[];
  readonly references: CodeReference[];
  /** For each symbol what its copies are found by; null for what is no function, or too small. */
  readonly fingerprints: (Uint8Array | null)[];
}
