// The tokens of a file's functions, for fingerprints. The file is read once; a nested function is part of the outer.
import type { Node } from 'web-tree-sitter';
import { type FunctionTokens, MIN_TOKENS, SMALL } from '../../engine/code/duplicates/fingerprint.ts';
import { type CodeToken, settled, tokenize } from '../../engine/code/duplicates/tokens.ts';
import type { Captures } from './captures.ts';
import { type Block, type RegionTypes, regionsOf } from './regions.ts';

/** The place of a function. */
export interface FunctionSpan {
  readonly kind: string;
  readonly node: Node;
  readonly name: Node;
  readonly body: Node | null;
  readonly endIndex: number;
}

/** Null for anything that is not a function with a body. */
export function functionTokens(
  root: Node,
  text: string,
  spans: readonly FunctionSpan[],
  { mentions, docstrings }: Pick<Captures, 'mentions' | 'docstrings'>,
  types: RegionTypes,
): (FunctionTokens | null)[] {
  const outermost = outermostOf(spans);
  const { regions, blocks } = regionsOf(root, types, outermost);
  const documented = new Set(docstrings.map(({ startIndex }) => startIndex));
  const called = new Set(mentions.flatMap(({ kind, target }) => (kind === 'call' ? target.startIndex : [])));
  const source = {
    text,
    regions: regions.map((region) => (documented.has(region.start) ? { ...region, kind: 'skipped' as const } : region)),
    called,
  };
  const all = outermost.flatMap(({ start, end }) => tokenize(source, start, end));
  const { statements, parents } = statementsOf(all, blocks);
  return spans.map((span) => {
    if (!isFunction(span)) return null;
    const from = indexFrom(all, span.node.startIndex);
    const name = indexFrom(all, span.name.endIndex);
    const body = indexFrom(all, span.body?.startIndex ?? 0);
    const to = indexFrom(all, span.endIndex);
    // Most functions that are too small are rejected here.
    if (to - body < MIN_TOKENS - MAX_PARAMETERS) return null;
    const head: number[] = [];
    for (let i = from; i < Math.min(body, to); i++) if (isOfHead(all, i, i < name)) head.push(i);
    if (head.length + to - body < SMALL && CONSTRUCTOR.test(span.name.text)) return null;
    return {
      tokens: settled([...head.flatMap((i) => all[i] ?? []), ...all.slice(body, to)], span.name.text),
      statements: [...head.map((i) => statements[i] ?? 0), ...statements.slice(body, to)],
      parents,
    };
  });
}

/** Short constructors only assign, so they all look alike. */
const CONSTRUCTOR = /^(?:constructor|__init__|__construct|initialize|init)$/;

/** The most tokens that the head of a function may add to its body. */
const MAX_PARAMETERS = 10;

function outermostOf(spans: readonly FunctionSpan[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let end = 0;
  for (const span of spans) {
    if (!isFunction(span) || span.endIndex <= end) continue;
    found.push({ start: Math.max(end, span.node.startIndex), end: span.endIndex });
    end = span.endIndex;
  }
  return found;
}

/** Keeps only the names in the head, including a receiver: keywords there say nothing about what the function does. */
function isOfHead(tokens: readonly CodeToken[], i: number, isBeforeName: boolean): boolean {
  const kind = tokens[i]?.kind;
  return isBeforeName ? kind === 'variable' && tokens[i - 1]?.text === '(' : kind === 'variable' || kind === 'literal';
}

const isFunction = ({ kind, body }: FunctionSpan): boolean =>
  (kind === 'function' || kind === 'method') && body !== null;

function indexFrom(tokens: readonly CodeToken[], start: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface OpenBlock {
  readonly block: Block;
  readonly around: number;
  next: number;
  current: number;
}

/** The innermost statement of every token, and the parent of every statement; 0 when there is none. */
function statementsOf(
  tokens: readonly CodeToken[],
  blocks: readonly Block[],
): { statements: number[]; parents: number[] } {
  const parents = [0];
  const open: OpenBlock[] = [];
  const advance = (position: number): number => {
    while (open.length > 0 && (open.at(-1)?.block.end ?? 0) <= position) open.pop();
    const top = open.at(-1);
    if (!top) return 0;
    while ((top.block.statements[top.next] ?? Number.POSITIVE_INFINITY) <= position) {
      top.next++;
      top.current = parents.push(top.around) - 1;
    }
    return top.current;
  };
  let entered = 0;
  const statements = tokens.map(({ start }) => {
    for (let block = blocks[entered]; block && block.start <= start; block = blocks[++entered]) {
      const around = advance(block.start);
      open.push({ block, around, next: 0, current: around });
    }
    return advance(start);
  });
  return { statements, parents };
}
