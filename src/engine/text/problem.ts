// What is wrong with a value, in plain words; the library speaks of its own types.
import type * as z from 'zod';

/** The library's own wording; a schema may bring a better one. */
const OWN = /^(?:Too small|Too big|Invalid (?:input: expected|option|ISO datetime))/;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The problem of an input, where what is missing is required. */
export const problemOfInput = (issue: z.core.$ZodIssue, given: unknown): string =>
  valueAt(issue, given) === undefined ? 'it is required' : problemOf(issue);

/** The value at the place of the issue. */
export const valueAt = ({ path }: z.core.$ZodIssue, given: unknown): unknown =>
  path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), given);

/** `it must be a whole number`, to follow the name of the field. */
export function problemOf(issue: z.core.$ZodIssue): string {
  if (!OWN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type': {
      // The issue itself does not tell what it received.
      const received = /received (\w+)$/.exec(issue.message)?.[1] ?? '';
      // `It must be a whole number, not a number` would say nothing new.
      const not = received in KINDS && received !== 'number' ? `, not ${KINDS[received]}` : '';
      return `it must be ${KINDS[issue.expected] ?? issue.expected}${not}`;
    }
    case 'invalid_value':
      return `it must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_format':
      return 'it must be a time such as 2026-01-31T12:00:00Z';
    case 'too_small':
      return issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? 'it must not be empty'
        : `it must ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}`;
    case 'too_big':
      return `it must ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}`;
    default:
      return issue.message;
  }
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

function sized(origin: string, comparison: string, bound: number | bigint): string {
  const unit = UNITS[origin];
  if (!unit) return `be ${comparison} ${bound}`;
  return `have ${comparison === 'less than' ? 'fewer than' : comparison} ${bound} ${unit[Number(bound) === 1 ? 0 : 1]}`;
}
