// The code in a note (fenced blocks, or all of it when it starts like code) and the names it calls.
import type { SymbolKind } from '../code/symbols.ts';

export interface CodeBlock {
  readonly text: string;
  /** As named by the fence. */
  readonly language: string | null;
}

const FENCE = /^[ \t]*(```+|~~~+)[ \t]*([\w+#.-]*)/;
const DEFINES =
  /^[ \t]*(?:(?:export|default|public|private|protected|static|async|abstract|final|pub(?:\([^)\n]*\))?)[ \t]+)*(?:def|class|function|fn|func|fun|interface|struct|trait|impl|enum|const|let|var)[ \t]+\w/m;

export function codeBlocks(content: string): CodeBlock[] {
  const fenced = fencedBlocks(content);
  if (fenced.length > 0) return fenced;
  return DEFINES.test(content) ? [{ text: content, language: null }] : [];
}

/** The blocks between fences; one that is not closed is none. */
function fencedBlocks(content: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | null = null;
  for (const line of content.split('\n')) {
    if (open === null) {
      const [, fence, language = ''] = FENCE.exec(line) ?? [];
      if (fence !== undefined) open = { fence, language, lines: [] };
    } else if (line.trim() === open.fence) {
      blocks.push({
        text: open.lines.map((each) => `${each}\n`).join(''),
        language: open.language.toLowerCase() || null,
      });
      open = null;
    } else open.lines.push(line);
  }
  return blocks;
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
