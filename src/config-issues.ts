// What the schema finds wrong with a setting, by the name under which it was given.
import * as z from 'zod';
import type { Problem } from './config-checks.ts';
import { problemOf } from './engine/text/problem.ts';
import { isMisspelt } from './engine/text/spelling.ts';

/** `--port abc is not a number from 0 to 65535`, or the name with what is wrong. */
export function describeIssue(issue: z.core.$ZodIssue, name: string, value: unknown, schema: unknown): string {
  // A range without an end cannot be put so briefly.
  const isOpenEnded = 'inclusive' in issue && issue.inclusive === false;
  const range = isOpenEnded ? null : rangeOf(schema, value);
  if (range === null) return `${name}: ${problemOf(issue)}`;
  return `${name}${name.startsWith('--') ? '' : ':'} ${String(value)} is not ${range}`;
}

/** Keys of the file that set nothing. */
export function unknownKeys(keys: readonly string[], path: string, known: readonly string[]): Problem[] {
  return keys.map((key) => {
    const meant = known.find((each) => isMisspelt(key, each));
    return {
      what: `"${key}" in ${path}: unknown setting`,
      fix: meant === undefined ? `Remove "${key}" from the file.` : `Did you mean "${meant}"?`,
    };
  });
}

/** The numbers that a setting accepts, in words; null if it does not take numbers. */
function rangeOf(schema: unknown, value: unknown): string | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return rangeOf(schema.unwrap(), value);
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((each) =>
      each instanceof z.ZodLiteral ? String(each.value) : rangeOf(each, value),
    );
    return options.includes(null) ? null : options.join(' or ');
  }
  if (!(schema instanceof z.ZodNumber)) return null;
  const isFraction = Number.isFinite(Number(value)) && !Number.isInteger(Number(value));
  return `${schema.isInt && isFraction ? 'a whole number' : 'a number'}${bounds(schema)}`;
}

function bounds({ minValue, maxValue }: z.ZodNumber): string {
  const isNamed = (bound: number | null): bound is number =>
    bound !== null && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (!isNamed(minValue)) return '';
  return isNamed(maxValue) ? ` from ${minValue} to ${maxValue}` : ` of at least ${minValue}`;
}
