// One definition in code, reduced to what a pattern looks at: name, modifiers, decorators and parameters.
import { type CodeSymbol, lastPart } from '../../code/symbols.ts';

export interface Piece {
  readonly kind: CodeSymbol['kind'];
  readonly name: string;
  readonly container: string | null;
  readonly isAsync: boolean;
  readonly isConstructor: boolean;
  readonly isPrivate: boolean;
  /** As written, without the leading sign. */
  readonly decorators: readonly string[];
  readonly parameters: readonly string[];
  readonly signature: string;
}

type Source = Pick<CodeSymbol, 'kind' | 'name' | 'container' | 'signature' | 'startLine' | 'line'>;

const CONSTRUCTORS: ReadonlySet<string> = new Set([
  'constructor',
  '__init__',
  '__construct',
  'new',
  'initialize',
  'init',
]);
const ASYNC =
  /\b(?:async|suspend)\b|\b(?:Promise|Task|ValueTask|Future|CompletableFuture|Awaitable|Coroutine|Mono|Flux)\b/;
const DECORATOR = /(?:^|\s)@([A-Za-z_][\w.]*(?:\([^)]*\))?)|(?:^|\s)#?\[([A-Za-z_][\w:.]*(?:\([^)]*\))?)/g;

/** `line` returns the source line with a number. */
export function pieceOf(symbol: Source, line: (number: number) => string): Piece {
  const { kind, name, container, signature } = symbol;
  const above = Array.from({ length: symbol.line - symbol.startLine + 1 }, (_, i) => line(symbol.startLine + i));
  const marks = above.join('\n').split(new RegExp(String.raw`\b(?:class|def|func|function|fn|struct)\s+${name}\b`))[0];
  return {
    kind,
    name,
    container,
    isAsync: ASYNC.test(signature),
    isConstructor: CONSTRUCTORS.has(name) || name === lastPart(container ?? ''),
    isPrivate: /^[_#]|\bprivate\b|\bprotected\b/.test(`${name} ${signature}`),
    decorators: [...(marks ?? '').matchAll(DECORATOR)].map(([, at, bracket]) => at ?? bracket ?? ''),
    parameters: parametersOf(signature, name),
    signature,
  };
}

/** Splits the parentheses after the name at top-level commas. */
function parametersOf(signature: string, name: string): string[] {
  const open = signature.indexOf('(', signature.indexOf(name));
  if (open < 0) return [];
  const parts: string[] = [''];
  let depth = 0;
  for (const character of signature.slice(open + 1)) {
    if (character === ')' && depth === 0) break;
    if (/[([{<]/.test(character)) depth++;
    if (/[)\]}>]/.test(character)) depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts
    .map((part) => part.trim())
    .filter((part) => /\w/.test(part) && !/^[&*\s]*(?:mut\s+)?(?:self|cls|this)\b/.test(part));
}

const MODIFIER =
  /^(?:private|public|protected|readonly|final|override|val|var|const|mut|ref|dyn|impl|string|int|self)$/i;

/** The names of a parameter and its types. */
export const namesOfParameter = (parameter: string): string[] =>
  [...parameter.replace(/=.*$/, '').matchAll(/[A-Za-z_]\w*/g)]
    .map(([name]) => name)
    .filter((name) => !MODIFIER.test(name));
