import { expect, it } from 'vitest';
import * as z from 'zod';
import { problemOf } from './problem.ts';

it.each<[z.ZodType, unknown, string]>([
  [z.record(z.string(), z.unknown()), 'x', 'it must be an object, not text'],
  [z.array(z.string()), 'all', 'it must be a list, not text'],
  [z.boolean(), 'yes', 'it must be true or false, not text'],
  [z.int(), 1.5, 'it must be a whole number'],
  [z.string().min(1), '', 'it must not be empty'],
  [z.string().min(3), 'ab', 'it must have at least 3 characters'],
  [z.string().max(3), 'abcd', 'it must have at most 3 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'it must have at most 1 entry'],
  [z.int().min(0), -1, 'it must be at least 0'],
  [z.int().min(1), 0, 'it must be at least 1'],
  [z.number().max(1), 2, 'it must be at most 1'],
  [z.number().gt(0), 0, 'it must be more than 0'],
  [z.enum(['a', 'b']), 'c', 'it must be one of "a", "b"'],
  [z.iso.datetime(), 'yesterday', 'it must be a time such as 2026-01-31T12:00:00Z'],
  [z.string().refine(() => false, 'expected an id'), 'x', 'expected an id'],
])('the problem with a value is told in plain words: %#', (schema, value, problem) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && problemOf(issue)).toBe(problem);
});
