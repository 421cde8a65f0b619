// The code in a note (fenced blocks, or all of it when it starts like code) and the names it calls.
import type { SymbolKind } from '../code/symbols.ts';

export interface CodeBlock {
  readonly text: string;
  /** As named by the fence. */
  readonly language: string | null;
}

const FENCE = /^[ \t]*(```+|~~~+)[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
const DEFINES =
  /^[ \t]*(?:(?:export|default|public|private|protected|static|async|abstract|final|pub(?:\([^)]*\))?)[ \t]+)*(?:def|class|function|fn|func|fun|interface|struct|trait|impl|enum|const|let|var)[ \t]+\w/m;

export function codeBlocks(content: string): CodeBlock[] {
  const fenced = [...content.matchAll(FENCE)].map(([, , language = '', text = '']) => ({
    text,
    language: language.toLowerCase() || null,
  }));
  if (fenced.length > 0) return fenced;
  return DEFINES.test(content) ? [{ text: content, language: null }] : [];
}

const CALLED = /(?<![\w$])([A-Za-z_]\w{2,})\(/g;
const KEYWORDS: ReadonlySet<string> = new Set(
  'for while switch catch return and not elif else func def class with until typeof sizeof await yield assert print function super'.split(
    ' ',
  ),
);

/** Distinct identifiers of three or more characters before a parenthesis. */
export function calledNames(content: string): string[] {
  const names = [...content.matchAll(CALLED)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method']);
const CLASSES: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'interface', 'trait', 'enum']);

/** The word used for a symbol in a note; null for one that is neither a function nor a type. */
export function definedAs(kind: SymbolKind): 'function' | 'class' | null {
  if (FUNCTIONS.has(kind)) return 'function';
  return CLASSES.has(kind) ? 'class' : null;
}
