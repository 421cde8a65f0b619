// Number functions.
import { typeError } from '../error.ts';
import { float, isNumeric, type Numeric, negate, toNumber } from '../values/numbers.ts';
import { FLOAT, INTEGER, NUMBER } from '../values/static-type.ts';
import { type CypherValue, kindOf } from '../values/value.ts';
import type { FunctionSpec, FunctionTable } from './spec.ts';

function numeric(name: string, value: CypherValue | undefined): Numeric {
  if (value !== undefined && isNumeric(value)) return value;
  throw typeError('InvalidArgumentValue', `${name}() takes a number, not a ${kindOf(value ?? null)}.`);
}

/** A function that always returns a float. */
function real(name: string, calculate: (value: number) => number): FunctionSpec {
  return {
    least: 1,
    accepts: [['integer', 'float']],
    result: FLOAT,
    run: ([value]) => float(calculate(toNumber(numeric(name, value)))),
  };
}

function round(args: readonly CypherValue[]): CypherValue {
  const value = toNumber(numeric('round', args[0]));
  const scale = 10 ** Math.min(15, Math.max(0, args[1] === undefined ? 0 : toNumber(numeric('round', args[1]))));
  const rounded = Math.round(value * scale) / scale;
  return float(Number.isFinite(rounded) ? rounded : value);
}

const degrees = 180 / Math.PI;

export const mathFunctions: FunctionTable = {
  abs: {
    least: 1,
    accepts: [['integer', 'float']],
    result: NUMBER,
    run: ([value]) => {
      const number = numeric('abs', value);
      return toNumber(number) < 0 ? negate(number) : number;
    },
  },
  sign: {
    least: 1,
    accepts: [['integer', 'float']],
    result: INTEGER,
    run: ([value]) => Math.sign(toNumber(numeric('sign', value))) + 0,
  },
  ceil: real('ceil', Math.ceil),
  floor: real('floor', Math.floor),
  round: { least: 1, most: 2, accepts: [['integer', 'float'], ['integer']], result: FLOAT, run: round },
  sqrt: real('sqrt', Math.sqrt),
  exp: real('exp', Math.exp),
  log: real('log', Math.log),
  log10: real('log10', Math.log10),
  sin: real('sin', Math.sin),
  cos: real('cos', Math.cos),
  tan: real('tan', Math.tan),
  cot: real('cot', (value) => 1 / Math.tan(value)),
  asin: real('asin', Math.asin),
  acos: real('acos', Math.acos),
  atan: real('atan', Math.atan),
  atan2: {
    least: 2,
    accepts: [
      ['integer', 'float'],
      ['integer', 'float'],
    ],
    result: FLOAT,
    run: ([y, x]) => float(Math.atan2(toNumber(numeric('atan2', y)), toNumber(numeric('atan2', x)))),
  },
  degrees: real('degrees', (value) => value * degrees),
  radians: real('radians', (value) => value / degrees),
  pi: { least: 0, result: FLOAT, run: () => Math.PI },
  e: { least: 0, result: FLOAT, run: () => Math.E },
  rand: { least: 0, result: FLOAT, random: true, run: () => float(Math.random()) },
  isNaN: {
    least: 1,
    accepts: [['integer', 'float']],
    result: { kind: 'boolean' },
    run: ([value]) => Number.isNaN(toNumber(numeric('isNaN', value))),
  },
  timestamp: { least: 0, result: INTEGER, run: (_, { budget }) => budget.now() },
};
