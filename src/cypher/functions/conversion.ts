// Conversion functions; they return null for a text that cannot be converted.
import { typeError } from '../error.ts';
import type { Session } from '../expressions/scope.ts';
import { fitsInteger, float, integer, isInteger, isNumeric, printNumber, toNumber } from '../values/numbers.ts';
import { BOOLEAN, FLOAT, INTEGER, listOf, STRING, type StaticType } from '../values/static-type.ts';
import { type CypherValue, isList, kindOf } from '../values/value.ts';
import type { FunctionSpec, FunctionTable } from './spec.ts';

type Convert = (value: CypherValue) => CypherValue | undefined;

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const toBoolean: Convert = (value) => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return { true: true, false: false }[value.trim().toLowerCase()] ?? null;
  return isInteger(value) ? Number(value) !== 0 : undefined;
};

const toInteger: Convert = (value) => {
  if (isInteger(value)) return value;
  if (typeof value === 'boolean') return Number(value);
  if (isNumeric(value)) return fromFloat(toNumber(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^[+-]?\d+$/.test(text)) {
    const whole = text.length < 25 ? BigInt(text.replace('+', '')) : null;
    return whole !== null && fitsInteger(whole) ? integer(whole) : null;
  }
  return DECIMAL.test(text) ? fromFloat(Number(text)) : null;
};

function fromFloat(value: number): CypherValue {
  if (!Number.isFinite(value)) return null;
  const whole = BigInt(Math.trunc(value));
  return fitsInteger(whole) ? integer(whole) : null;
}

const toFloat: Convert = (value) => {
  if (isNumeric(value)) return float(toNumber(value));
  if (typeof value !== 'string') return undefined;
  return DECIMAL.test(value.trim()) ? float(Number(value)) : null;
};

const toText: Convert = (value) => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isNumeric(value) ? printNumber(value) : undefined;
};

/** Three variants: one refuses what it cannot convert, one returns null, one converts each item of a list. */
function family(name: string, result: StaticType, convert: Convert): FunctionTable {
  const counted = (value: CypherValue, { budget }: Session) => {
    if (typeof value === 'string') budget.read(value.length);
    return convert(value);
  };
  const strict: FunctionSpec = {
    least: 1,
    result,
    run: ([value = null], session) => {
      const converted = counted(value, session);
      if (converted !== undefined) return converted;
      throw typeError('InvalidArgumentValue', `${name}() cannot convert a ${kindOf(value)}.`);
    },
  };
  const lenient: FunctionSpec = { least: 1, result, run: ([value = null], session) => counted(value, session) ?? null };
  const each: FunctionSpec = {
    least: 1,
    accepts: [['list']],
    result: listOf(result),
    run: ([value = null], session) => {
      if (!isList(value))
        throw typeError('InvalidArgumentValue', `${name}List() takes a list, not a ${kindOf(value)}.`);
      session.budget.step(value.length);
      return value.map((item) => (item === null ? null : (counted(item, session) ?? null)));
    },
  };
  return { [name]: strict, [`${name}OrNull`]: lenient, [`${name}List`]: each };
}

export const conversionFunctions: FunctionTable = {
  ...family('toBoolean', BOOLEAN, toBoolean),
  ...family('toInteger', INTEGER, toInteger),
  ...family('toFloat', FLOAT, toFloat),
  ...family('toString', STRING, toText),
  valueType: { least: 1, takesNull: true, result: STRING, run: ([value = null]) => kindOf(value).toUpperCase() },
};
