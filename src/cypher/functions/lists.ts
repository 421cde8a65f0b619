// List functions.
import { runtimeError, typeError } from '../error.ts';
import type { Session } from '../expressions/scope.ts';
import { isInteger } from '../values/numbers.ts';
import { INTEGER, itemsOf, listOf, type StaticType } from '../values/static-type.ts';
import { type CypherValue, isList, kindOf } from '../values/value.ts';
import type { FunctionTable } from './spec.ts';

function list(name: string, value: CypherValue | undefined): readonly CypherValue[] {
  if (value !== undefined && isList(value)) return value;
  throw typeError('InvalidArgumentValue', `${name}() takes a list, not a ${kindOf(value ?? null)}.`);
}

function rangeBound(value: CypherValue | undefined): number {
  if (value !== undefined && isInteger(value)) return Number(value);
  throw runtimeError('ArgumentError', 'InvalidArgumentType', `range() takes integers, not a ${kindOf(value ?? null)}.`);
}

function range(args: readonly CypherValue[], { budget }: Session): CypherValue {
  const [first, last, step] = [rangeBound(args[0]), rangeBound(args[1]), args.length > 2 ? rangeBound(args[2]) : 1];
  if (step === 0) throw runtimeError('ArgumentError', 'NumberOutOfRange', 'The step of range() cannot be 0.');
  const length = Math.max(0, Math.floor((last - first) / step) + 1);
  budget.step(length);
  const values: number[] = [];
  for (let index = 0; index < length; index++) values.push(first + index * step);
  return values;
}

const ofItems = ([type]: readonly StaticType[]): StaticType => (type ? itemsOf(type) : { kind: 'any' });
const same = ([type]: readonly StaticType[]): StaticType => type ?? { kind: 'any' };

export const listFunctions: FunctionTable = {
  size: {
    least: 1,
    accepts: [['list', 'string']],
    result: INTEGER,
    run: ([value = null]) => (typeof value === 'string' ? value.length : list('size', value).length),
  },
  head: { least: 1, accepts: [['list']], result: ofItems, run: ([value]) => list('head', value)[0] ?? null },
  last: { least: 1, accepts: [['list']], result: ofItems, run: ([value]) => list('last', value).at(-1) ?? null },
  tail: {
    least: 1,
    accepts: [['list']],
    result: same,
    run: ([value], { budget }) => {
      const items = list('tail', value);
      budget.step(items.length);
      return items.slice(1);
    },
  },
  reverse: {
    least: 1,
    accepts: [['list', 'string']],
    result: same,
    run: ([value = null], { budget }) => {
      const items = typeof value === 'string' ? value : list('reverse', value);
      budget.step(items.length);
      return typeof items === 'string' ? [...items].reverse().join('') : items.toReversed();
    },
  },
  range: { least: 2, most: 3, takesNull: true, result: listOf(INTEGER), run: range },
};
