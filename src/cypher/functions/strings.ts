// String functions.
import { MAX_TEXT_LENGTH } from '../budget.ts';
import { runtimeError, typeError } from '../error.ts';
import type { Session } from '../expressions/scope.ts';
import { isInteger } from '../values/numbers.ts';
import { piecesOf } from '../values/occurrences.ts';
import { listOf, STRING } from '../values/static-type.ts';
import { type CypherValue, kindOf } from '../values/value.ts';
import type { FunctionSpec, FunctionTable } from './spec.ts';

function text(name: string, value: CypherValue | undefined): string {
  if (typeof value === 'string') return value;
  throw typeError('InvalidArgumentValue', `${name}() takes a string, not a ${kindOf(value ?? null)}.`);
}

function count(name: string, value: CypherValue | undefined): number {
  if (value === undefined || !isInteger(value)) {
    throw typeError('InvalidArgumentValue', `${name}() takes an integer, not a ${kindOf(value ?? null)}.`);
  }
  if (value >= 0) return Number(value);
  throw runtimeError('ArgumentError', 'NumberOutOfRange', `${name}() does not take a negative number.`);
}

function simple(name: string, change: (value: string) => string): FunctionSpec {
  const run: FunctionSpec['run'] = ([value], { budget }) => {
    const whole = text(name, value);
    budget.read(whole.length);
    return change(whole);
  };
  return { least: 1, accepts: [['string']], result: STRING, run };
}

function replace(args: readonly CypherValue[], { budget }: Session): string {
  const [whole, part, other] = [text('replace', args[0]), text('replace', args[1]), text('replace', args[2])];
  const between = piecesOf(whole, part, budget);
  // An empty part stands also before and after the whole.
  const pieces = part === '' ? ['', ...between, ''] : between;
  const length = whole.length + (pieces.length - 1) * (other.length - part.length);
  if (length > MAX_TEXT_LENGTH) throw budget.longText();
  budget.copy(length);
  return pieces.join(other);
}

export const stringFunctions: FunctionTable = {
  toUpper: simple('toUpper', (value) => value.toUpperCase()),
  upper: simple('upper', (value) => value.toUpperCase()),
  toLower: simple('toLower', (value) => value.toLowerCase()),
  lower: simple('lower', (value) => value.toLowerCase()),
  trim: simple('trim', (value) => value.trim()),
  lTrim: simple('lTrim', (value) => value.trimStart()),
  rTrim: simple('rTrim', (value) => value.trimEnd()),
  left: {
    least: 2,
    accepts: [['string'], ['integer']],
    result: STRING,
    run: ([value, length]) => text('left', value).slice(0, count('left', length)),
  },
  right: {
    least: 2,
    accepts: [['string'], ['integer']],
    result: STRING,
    run: ([value, length]) => {
      const whole = text('right', value);
      return whole.slice(Math.max(0, whole.length - count('right', length)));
    },
  },
  substring: {
    least: 2,
    most: 3,
    accepts: [['string'], ['integer'], ['integer']],
    result: STRING,
    run: ([value, start, length]) => {
      const from = count('substring', start);
      const to = length === undefined ? undefined : from + count('substring', length);
      return text('substring', value).slice(from, to);
    },
  },
  replace: { least: 3, accepts: [['string'], ['string'], ['string']], result: STRING, run: replace },
  split: {
    least: 2,
    accepts: [['string'], ['string']],
    result: listOf(STRING),
    run: ([value, separator], { budget }) => piecesOf(text('split', value), text('split', separator), budget),
  },
};
