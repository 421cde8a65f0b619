// Lists and maps: literals, access and comprehensions.

import type { Expression } from '../ast.ts';
import { typeError } from '../error.ts';
import { not, or, type Truth } from '../values/equality.ts';
import {
  ANY,
  BOOLEAN,
  common,
  itemsOf,
  listOf,
  MAP,
  mapOf as mapType,
  mayBe,
  mayBeEntity,
  STORED,
  type StaticType,
} from '../values/static-type.ts';
import { type CypherValue, describe, entryOf, isList, isMap, kindOf, mapOf, propertiesOf } from '../values/value.ts';
import { truth, wholeNumber } from './operators.ts';
import type { Row } from './row.ts';
import { type Compiled, type Scope, slotOf } from './scope.ts';

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export function compileList({ items }: Of<'list'>, scope: Scope): Compiled {
  const parts = items.map((item) => scope.compile(item));
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    budget.step(parts.length);
    return parts.map((part) => part.run(row));
  };
  return { type: listOf(common(parts.map(({ type }) => type))), run };
}

export function compileMap({ entries }: Of<'map'>, scope: Scope): Compiled {
  const parts = entries.map(({ key, value }) => ({ key, value: scope.compile(value) }));
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    budget.step(parts.length);
    return mapOf(parts.map(({ key, value }) => [key, value.run(row)] as const));
  };
  return { type: mapType(common(parts.map(({ value }) => value.type))), run };
}

function lookUp(value: CypherValue, key: string): CypherValue {
  if (value === null) return null;
  const map = propertiesOf(value) ?? (isMap(value) ? value : null);
  if (map) return entryOf(map, key);
  throw typeError(
    'InvalidArgumentType',
    `Only a node, a relationship or a map has properties, not ${describe(value)}.`,
  );
}

export function compileProperty({ of, key, at }: Of<'property'>, scope: Scope): Compiled {
  const owner = scope.compile(of);
  if (!mayBe(owner.type, ['node', 'relationship', 'map'])) {
    const type = owner.type.kind === 'path' ? 'SyntaxError' : 'TypeError';
    throw scope.error(at, 'InvalidArgumentType', `A ${owner.type.kind} has no properties.`, { type });
  }
  const isPlain = ['node', 'relationship'].includes(owner.type.kind) || !mayBeEntity(owner.type);
  return { type: isPlain ? STORED : ANY, run: (row) => lookUp(owner.run(row), key) };
}

export function compileElement({ of, index }: Of<'element'>, scope: Scope): Compiled {
  const [owner, position] = [scope.compile(of), scope.compile(index)];
  const run: Compiled['run'] = (row) => {
    const [value, at] = [owner.run(row), position.run(row)];
    if (value === null || at === null) return null;
    if (isList(value)) return value.at(wholeNumber(at, 'The index of a list')) ?? null;
    if (propertiesOf(value) || isMap(value)) {
      if (typeof at === 'string') return lookUp(value, at);
      throw typeError('MapElementAccessByNonString', `The key of a map must be a string, not ${describe(at)}.`);
    }
    throw typeError('InvalidArgumentType', `Only a list, a map or a node has elements, not ${describe(value)}.`);
  };
  return { type: owner.type.kind === 'list' ? itemsOf(owner.type) : ANY, run };
}

export function compileSlice({ of, from, to }: Of<'slice'>, scope: Scope): Compiled {
  const [owner, first, behind] = [scope.compile(of), from && scope.compile(from), to && scope.compile(to)];
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    const list = owner.run(row);
    const start = first ? first.run(row) : 0;
    const end = behind ? behind.run(row) : isList(list) ? list.length : 0;
    if (list === null || start === null || end === null) return null;
    if (!isList(list)) throw typeError('InvalidArgumentType', `Only a list can be sliced, not ${describe(list)}.`);
    budget.step(list.length);
    return list.slice(wholeNumber(start, 'The start of a slice'), wholeNumber(end, 'The end of a slice'));
  };
  return { type: owner.type, run };
}

/** The value as a list; null for null. */
function listFrom(value: CypherValue): readonly CypherValue[] | null {
  if (value === null || isList(value)) return value;
  throw typeError('InvalidArgumentType', `Expected a list, not ${describe(value)}.`);
}

/** A list to iterate over, and the scope in which its items have a name. */
function compileItems(list: Expression, variable: string, scope: Scope) {
  const source = scope.compile(list);
  if (!mayBe(source.type, ['list'])) {
    throw scope.error(list.at, 'InvalidArgumentType', `Expected a list, not a ${source.type.kind}.`);
  }
  const inner = scope.inner({ aggregate: null });
  const { slot } = inner.declare(variable, itemsOf(source.type));
  return { source, inner, slot };
}

export function compileListComprehension(
  { variable, list, where, body }: Of<'listComprehension'>,
  scope: Scope,
): Compiled {
  const { source, inner, slot } = compileItems(list, variable, scope);
  const condition = where && inner.condition(where);
  const result = body && inner.compile(body);
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    const items = listFrom(source.run(row));
    if (items === null) return null;
    const found: CypherValue[] = [];
    for (const item of items) {
      budget.step();
      row[slot] = item;
      if (condition && truth(condition.run(row)) !== true) continue;
      found.push(result ? result.run(row) : item);
    }
    return found;
  };
  return { type: listOf(result ? result.type : itemsOf(source.type)), run };
}

export function compileQuantifier({ quantifier, variable, list, where }: Of<'quantifier'>, scope: Scope): Compiled {
  const { source, inner, slot } = compileItems(list, variable, scope);
  const condition = inner.condition(where);
  const { budget } = scope.session;
  const decide = { any: anyOf, none: noneOf, all: allOf, single: singleOf }[quantifier];
  const run: Compiled['run'] = (row) => {
    const items = listFrom(source.run(row));
    const test = (item: CypherValue): Truth => {
      budget.step();
      row[slot] = item;
      return truth(condition.run(row));
    };
    return items && decide(items, test);
  };
  return { type: BOOLEAN, run };
}

type Test = (item: CypherValue) => Truth;

function anyOf(items: readonly CypherValue[], test: Test): Truth {
  let answer: Truth = false;
  for (const item of items) {
    answer = or(answer, test(item));
    if (answer) break;
  }
  return answer;
}

const noneOf = (items: readonly CypherValue[], test: Test): Truth => not(anyOf(items, test));
const allOf = (items: readonly CypherValue[], test: Test): Truth => noneOf(items, (item) => not(test(item)));

function singleOf(items: readonly CypherValue[], test: Test): Truth {
  let [found, unknown] = [0, false];
  for (const item of items) {
    const answer = test(item);
    if (answer === null) unknown = true;
    if (answer && ++found > 1) return false;
  }
  return unknown ? null : found === 1;
}

export function compileReduce({ accumulator, start, variable, list, body }: Of<'reduce'>, scope: Scope): Compiled {
  const begin = scope.compile(start);
  const { source, inner, slot } = compileItems(list, variable, scope);
  const { slot: sum } = inner.declare(accumulator, ANY);
  const next = inner.compile(body);
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    const items = listFrom(source.run(row));
    if (items === null) return null;
    row[sum] = begin.run(row);
    for (const item of items) {
      budget.step();
      row[slot] = item;
      row[sum] = next.run(row);
    }
    return row[sum] ?? null;
  };
  return { type: ANY, run };
}

export function compileMapProjection({ variable, items }: Of<'mapProjection'>, scope: Scope): Compiled {
  const binding = scope.find(variable.name);
  if (!binding) throw scope.undefinedVariable(variable.name, variable.at);
  if (!mayBe(binding.type, ['node', 'relationship', 'map'])) {
    throw scope.error(variable.at, 'InvalidArgumentType', `A ${binding.type.kind} has no properties.`);
  }
  const owner = slotOf(binding);
  const parts = items.map((item) => compileProjectionEntry(item, owner, scope));
  const holdsEntity =
    parts.some(({ type }) => mayBeEntity(type)) || (binding.type.kind !== 'node' && mayBeEntity(binding.type));
  const run: Compiled['run'] = (row) => {
    if (owner.run(row) === null) return null;
    return mapOf(parts.flatMap(({ entries }) => entries(row)));
  };
  return { type: holdsEntity ? MAP : mapType(STORED), run };
}

interface Entries {
  readonly type: StaticType;
  readonly entries: (row: Row) => readonly (readonly [string, CypherValue])[];
}

function compileProjectionEntry(item: Of<'mapProjection'>['items'][number], owner: Compiled, scope: Scope): Entries {
  if (item.kind === 'property') {
    return { type: STORED, entries: (row) => [[item.key, lookUp(owner.run(row), item.key)]] };
  }
  if (item.kind === 'entry') {
    const value = scope.compile(item.value);
    return { type: value.type, entries: (row) => [[item.key, value.run(row)]] };
  }
  const entries: Entries['entries'] = (row) => {
    const value = owner.run(row);
    const map = propertiesOf(value) ?? (isMap(value) ? value : null);
    if (!map) throw typeError('InvalidArgumentType', `A ${kindOf(value)} has no properties.`);
    return Object.entries(map);
  };
  return { type: STORED, entries };
}

/** UNWIND of a value: the items of a list, nothing for null, any other value itself. */
export const unwound = (value: CypherValue): readonly CypherValue[] =>
  value === null ? [] : isList(value) ? value : [value];

export const unwoundType = (type: StaticType): StaticType =>
  type.kind === 'list' ? itemsOf(type) : type.kind === 'any' || type.kind === 'stored' ? type : ANY;
