// The order of any two values, keys for equal values, and the size of a value.

import type { Budget } from '../budget.ts';
import { Float } from '../network.ts';
import { compareNumbers, isNumeric, toNumber } from './numbers.ts';
import {
  CypherNode,
  CypherPath,
  CypherRelationship,
  type CypherValue,
  entryOf,
  isList,
  isMap,
  kindOf,
  type ValueKind,
} from './value.ts';

const RANK: Readonly<Record<ValueKind, number>> = {
  map: 0,
  node: 1,
  relationship: 2,
  list: 3,
  path: 4,
  string: 5,
  boolean: 6,
  integer: 7,
  float: 7,
  null: 8,
};

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

export function order(left: CypherValue, right: CypherValue, budget: Budget): number {
  if (typeof left === 'string' && typeof right === 'string') return byText(left, right);
  const difference = RANK[kindOf(left)] - RANK[kindOf(right)];
  if (difference !== 0) return difference;
  if (isNumeric(left) && isNumeric(right)) {
    const [leftIsNone, rightIsNone] = [Number.isNaN(toNumber(left)), Number.isNaN(toNumber(right))];
    return leftIsNone || rightIsNone ? Number(leftIsNone) - Number(rightIsNone) : compareNumbers(left, right);
  }
  if (typeof left === 'boolean') return Number(left) - Number(right);
  if (left instanceof CypherNode && right instanceof CypherNode) return byText(left.id, right.id);
  if (left instanceof CypherRelationship && right instanceof CypherRelationship) {
    return byText(left.edge.id, right.edge.id);
  }
  if (left instanceof CypherPath && right instanceof CypherPath) {
    return orderLists(elements(left), elements(right), budget);
  }
  if (isList(left) && isList(right)) return orderLists(left, right, budget);
  return isMap(left) && isMap(right) ? orderLists(flat(left), flat(right), budget) : 0;
}

const elements = ({ nodes, relationships }: CypherPath): CypherValue[] =>
  nodes.flatMap((node, index) => [node, relationships[index] ?? null]);

const flat = (map: { readonly [key: string]: CypherValue }): CypherValue[] => {
  const keys = Object.keys(map).sort();
  return [...keys, ...keys.map((key) => entryOf(map, key))];
};

function orderLists(left: readonly CypherValue[], right: readonly CypherValue[], budget: Budget): number {
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    budget.step();
    const difference = order(left[index] ?? null, right[index] ?? null, budget);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The same key for values that DISTINCT and grouping treat as equal: 1 and 1.0, null and null. */
export function keyOf(value: CypherValue, budget: Budget): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (isNumeric(value)) return `d${value instanceof Float ? value.value : value};`.replace('d-0;', 'd0;');
  if (value === null) return 'z';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof CypherNode) return `n${value.id};`;
  if (value instanceof CypherRelationship) return `r${value.edge.id};`;
  budget.step();
  if (value instanceof CypherPath) return `p${keysOf(elements(value), budget)}`;
  if (isList(value)) return keysOf(value, budget);
  return isMap(value) ? `m${keysOf(flat(value), budget)}` : '';
}

export function keysOf(values: readonly CypherValue[], budget: Budget): string {
  if (values.length === 1) return `[${keyOf(values[0] ?? null, budget)}]`;
  let key = '[';
  for (const value of values) key = budget.text(key + keyOf(value, budget));
  return `${key}]`;
}

const SLOT = 24;
/** The deepest nesting of lists. */
const DEEPEST = 500;

/** Approximate bytes reachable through a value; graph elements are counted where they are held. */
export function sizeOf(value: CypherValue, budget: Budget, depth = 0): number {
  if (typeof value === 'string') return SLOT + value.length * 2;
  if (typeof value !== 'object' || value === null || value instanceof CypherNode) return SLOT;
  if (value instanceof CypherRelationship) return SLOT * 4;
  if (value instanceof CypherPath) return SLOT * 4 * (value.nodes.length + 1);
  if (value instanceof Float) return SLOT * 2;
  // Lists may contain the same list many times, so every visit counts.
  budget.step();
  if (depth > DEEPEST) throw budget.tooDeep();
  const parts: readonly CypherValue[] = isList(value) ? value : Object.values(value);
  return parts.reduce<number>((size, part) => size + sizeOf(part, budget, depth + 1), SLOT * 2);
}
