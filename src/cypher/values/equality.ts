// Equality and comparison in three-valued logic: true, false, and null for unknown.
import type { ComparisonOperator } from '../ast.ts';
import type { Budget } from '../budget.ts';
import { compareNumbers, isNumeric } from './numbers.ts';
import {
  type CypherMap,
  CypherNode,
  CypherPath,
  CypherRelationship,
  type CypherValue,
  entryOf,
  isList,
  isMap,
} from './value.ts';

export type Truth = boolean | null;

export function equal(left: CypherValue, right: CypherValue, budget: Budget): Truth {
  if (left === null || right === null) return null;
  if (typeof left === 'string') return typeof right === 'string' && equalTexts(left, right, budget);
  if (typeof left === 'boolean') return left === right;
  if (isNumeric(left)) return isNumeric(right) && compareNumbers(left, right) === 0;
  if (left instanceof CypherNode) return right instanceof CypherNode && left.id === right.id;
  if (left instanceof CypherRelationship) return right instanceof CypherRelationship && left.edge.id === right.edge.id;
  if (left instanceof CypherPath) return right instanceof CypherPath && samePath(left, right);
  if (isList(left)) return isList(right) && equalLists(left, right, budget);
  return isMap(left) && isMap(right) && equalMaps(left, right, budget);
}

function equalTexts(left: string, right: string, budget: Budget): boolean {
  if (left.length !== right.length) return false;
  budget.copy(left.length);
  return left === right;
}

const samePath = (left: CypherPath, right: CypherPath): boolean =>
  left.nodes.length === right.nodes.length &&
  left.nodes.every((node, index) => node.id === right.nodes[index]?.id) &&
  left.relationships.every(({ edge }, index) => edge.id === right.relationships[index]?.edge.id);

/** False if any is false, otherwise unknown if any is unknown. */
function every(count: number, at: (index: number) => Truth, budget: Budget): Truth {
  let answer: Truth = true;
  for (let index = 0; index < count; index++) {
    budget.step();
    const each = at(index);
    if (each === false) return false;
    if (each === null) answer = null;
  }
  return answer;
}

const equalLists = (left: readonly CypherValue[], right: readonly CypherValue[], budget: Budget): Truth =>
  left.length === right.length &&
  every(left.length, (index) => equal(left[index] ?? null, right[index] ?? null, budget), budget);

function equalMaps(left: CypherMap, right: CypherMap, budget: Budget): Truth {
  const keys = Object.keys(left);
  budget.step(keys.length);
  if (keys.length !== Object.keys(right).length || !keys.every((key) => Object.hasOwn(right, key))) return false;
  const at = (index: number) => equal(entryOf(left, keys[index] ?? ''), entryOf(right, keys[index] ?? ''), budget);
  return every(keys.length, at, budget);
}

/** Negative, zero or positive; NaN for unordered numbers; null when the values cannot be compared. */
function compared(left: CypherValue, right: CypherValue, budget: Budget): number | null {
  if (isNumeric(left) && isNumeric(right)) return compareNumbers(left, right);
  if (typeof left === 'string' && typeof right === 'string') {
    budget.copy(Math.min(left.length, right.length));
    return left < right ? -1 : left > right ? 1 : 0;
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (!isList(left) || !isList(right)) return null;
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    budget.step();
    const [a, b] = [left[index] ?? null, right[index] ?? null];
    if (equal(a, b, budget) === true) continue;
    return compared(a, b, budget);
  }
  return left.length - right.length;
}

export function compare(operator: ComparisonOperator, left: CypherValue, right: CypherValue, budget: Budget): Truth {
  if (operator === '=') return equal(left, right, budget);
  if (operator === '<>') return not(equal(left, right, budget));
  const order = compared(left, right, budget);
  if (order === null) return null;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

export const not = (value: Truth): Truth => (value === null ? null : !value);
export const and = (left: Truth, right: Truth): Truth =>
  left === false || right === false ? false : left === null || right === null ? null : true;
export const or = (left: Truth, right: Truth): Truth => not(and(not(left), not(right)));
export const xor = (left: Truth, right: Truth): Truth => (left === null || right === null ? null : left !== right);
