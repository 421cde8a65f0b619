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
/** Whether it has members or is a type. */
export const isClass = (kind: string): boolean => CLASSES.has(kind);

/** `Orders` of `shop.Orders`, `shop::Orders` or `Shop\Orders`. */
export const lastPart = (qualified: string): string => qualified.split(/[.:\\]+/).at(-1) ?? qualified;

export const REFERENCE_KINDS = ['call', 'import', 'extends', 'implements'] as const;
export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

export interface CodeSymbol {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The qualified name of the enclosing symbol. */
  readonly container: string | null;
  readonly signature: string;
  readonly docstring: string | null;
  /** The line of the name. Lines start at 1. */
  readonly line: number;
  /** Includes decorators and attributes, but not the comment above. */
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
  /** The part before the name; for an import, the module path. */
  readonly qualifier: string | null;
  /** What the file reveals about the qualifier's variable: its type, or `newShape()` for the result of that call. */
  readonly receiver: string | null;
  /** The local name of an import, if it differs. */
  readonly alias: string | null;
  readonly line: number;
  /** The innermost enclosing symbol, as an index into the symbols. */
  readonly from: number | null;
  /** The enclosing qualified name, even if only an impl or extension block provides it. */
  readonly scope: string | null;
}

export interface Extraction {
  readonly symbols: CodeSymbol[];
  readonly references: CodeReference[];
  /** For each symbol, a fingerprint to find copies by; null if it is not a function, or too small. */
  readonly fingerprints: (Uint8Array | null)[];
}
