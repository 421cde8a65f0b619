// The original of a copy, and tools to make one.
import type { Node } from 'web-tree-sitter';

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Original {
  readonly language: string;
  readonly text: string;
  /** The innermost node that contains the whole function. */
  readonly node: Node;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly nameStart: number;
}

export type Random = () => number;

/** The same seed always gives the same numbers. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function applied(text: string, edits: readonly Edit[]): string {
  let changed = text;
  for (const { start, end, text: put } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    changed = changed.slice(0, start) + put + changed.slice(end);
  return changed;
}

export const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.floor(random() * values.length)];

export interface Leaf {
  readonly node: Node;
  readonly text: string;
  readonly parent: Node;
}

export function leavesOf({ node, start, end }: Original): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (each: Node, parent: Node): void => {
    if (each.endIndex <= start || each.startIndex >= end) return;
    const { children } = each;
    if (children.length > 0) for (const child of children) visit(child, each);
    else if (each.endIndex > each.startIndex) leaves.push({ node: each, text: each.text, parent });
  };
  visit(node, node);
  return leaves;
}

/** The number of open parentheses. */
export function depth(leaves: readonly Leaf[], from: number, to: number): number {
  let open = 0;
  for (let i = from; i < to; i++) {
    if (leaves[i]?.text === '(') open++;
    else if (leaves[i]?.text === ')') open--;
  }
  return open;
}
