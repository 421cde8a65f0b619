// Arithmetic on 64-bit integers and floats; two integers stay an integer.

import type { ArithmeticOperator } from '../ast.ts';
import { runtimeError } from '../error.ts';
import { Float } from '../network.ts';
import type { CypherValue } from './value.ts';

const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

export type Integer = number | bigint;
export type Numeric = number | bigint | Float;

export const isNumeric = (value: CypherValue): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;

export const isInteger = (value: CypherValue): value is Integer =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));

/** A float of that value, whole or not. */
export const float = (value: number): number | Float => (Number.isSafeInteger(value) ? new Float(value) : value);

export const toNumber = (value: Numeric): number => (value instanceof Float ? value.value : Number(value));

export const fitsInteger = (value: bigint): boolean => value >= MIN_INTEGER && value <= MAX_INTEGER;

export function integer(value: bigint): Integer {
  if (!fitsInteger(value))
    throw runtimeError('ArithmeticError', 'IntegerOverflow', 'The result does not fit a 64-bit integer.');
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : value;
}

export function compareNumbers(left: Numeric, right: Numeric): number {
  const [a, b] = [left instanceof Float ? left.value : left, right instanceof Float ? right.value : right];
  return a < b ? -1 : a > b ? 1 : a === b || Number(a) === Number(b) ? 0 : Number.NaN;
}

export function calculate(operator: ArithmeticOperator, left: Numeric, right: Numeric): Numeric {
  if (operator === '^') return float(toNumber(left) ** toNumber(right));
  if (isInteger(left) && isInteger(right)) return onIntegers(operator, left, right);
  const [a, b] = [toNumber(left), toNumber(right)];
  switch (operator) {
    case '+':
      return float(a + b);
    case '-':
      return float(a - b);
    case '*':
      return float(a * b);
    case '/':
      return float(a / b);
    case '%':
      return float(a % b);
  }
}

function onIntegers(operator: Exclude<ArithmeticOperator, '^'>, left: Integer, right: Integer): Integer {
  if ((operator === '/' || operator === '%') && Number(right) === 0) {
    throw runtimeError('ArithmeticError', 'DivisionByZero', 'An integer cannot be divided by zero.');
  }
  if (typeof left === 'number' && typeof right === 'number') {
    const plain = onSafeIntegers(operator, left, right);
    // Adding 0 removes the sign of -0.
    if (Number.isSafeInteger(plain)) return plain + 0;
  }
  const [a, b] = [BigInt(left), BigInt(right)];
  switch (operator) {
    case '+':
      return integer(a + b);
    case '-':
      return integer(a - b);
    case '*':
      return integer(a * b);
    case '/':
      return integer(a / b);
    case '%':
      return integer(a % b);
  }
}

function onSafeIntegers(operator: Exclude<ArithmeticOperator, '^'>, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return Math.trunc(a / b);
    case '%':
      return a % b;
  }
}

export function negate(value: Numeric): Numeric {
  if (typeof value === 'bigint') return integer(-value);
  return isInteger(value) ? 0 - Number(value) : float(-toNumber(value));
}

/** Cypher notation: a float is always recognisable as one. */
export function printNumber(value: Numeric): string {
  if (isInteger(value)) return String(value);
  const plain = toNumber(value);
  if (Number.isNaN(plain)) return 'NaN';
  if (!Number.isFinite(plain)) return plain > 0 ? 'Infinity' : '-Infinity';
  const text = String(plain);
  return /[.e]/.test(text) ? text.replace('e+', 'e') : `${text}.0`;
}
