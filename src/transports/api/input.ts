import type * as z from 'zod';
import { problemOfInput } from '../../engine/text/problem.ts';
import { RemanenceError } from '../../errors.ts';

/** Reads the input of a route; errors name the field. */
export function readInput<T extends z.ZodObject>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given);
  const unknown = Object.keys(Object(given)).filter((key) => !(key in schema.shape));
  if (parsed.success && unknown.length === 0) return parsed.data;
  const [issue] = parsed.error?.issues ?? [
    { code: 'unrecognized_keys', keys: unknown, path: [], message: 'unknown field' } as const,
  ];
  const field = fieldOf(issue);
  throw new RemanenceError(
    'invalid',
    `${field === '' ? 'The input' : field}: ${issue ? problemOfInput(issue, given) : 'invalid'}.`,
    {
      hint: hintOf(issue),
      details: { field },
    },
  );
}

const fieldOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.map(String).join('.') ?? '');

function hintOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return `Use one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `The minimum is ${String(issue.minimum)}.`;
    case 'too_big':
      return `The maximum is ${String(issue.maximum)}.`;
    case 'unrecognized_keys':
      return 'Leave it out: the field does not exist.';
    default:
      return 'docs/reference/api.md lists the input of each route.';
  }
}
