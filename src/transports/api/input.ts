import type { z } from 'zod';
import { RemanenceError } from '../../errors.ts';

/** The input of a route; what is wrong with it is told by field. */
export function readInput<T extends z.ZodObject>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given);
  const unknown = Object.keys(Object(given)).filter((key) => !(key in schema.shape));
  if (parsed.success && unknown.length === 0) return parsed.data;
  const [issue] = parsed.error?.issues ?? [
    { code: 'unrecognized_keys', keys: unknown, path: [], message: 'no such field' } as const,
  ];
  const field = fieldOf(issue);
  throw new RemanenceError('invalid', `${field === '' ? 'The input' : field}: ${issue?.message ?? 'invalid'}.`, {
    hint: hintOf(issue),
    details: { field },
  });
}

const fieldOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.map(String).join('.') ?? '');

function hintOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case 'invalid_value':
      return `Use one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `The least is ${String(issue.minimum)}.`;
    case 'too_big':
      return `The most is ${String(issue.maximum)}.`;
    case 'unrecognized_keys':
      return 'Leave it out: there is no such field.';
    default:
      return 'docs/reference/api.md tells what each route takes.';
  }
}
