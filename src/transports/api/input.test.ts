import { expect, it } from 'vitest';
import * as z from 'zod';
import { readInput } from './input.ts';

const schema = z.object({ question: z.string(), kind: z.enum(['a', 'b']).default('a'), version: z.int() });

it.each([
  [{ version: 1 }, 'question: it is required.'],
  [{ question: 'x' }, 'version: it is required.'],
  [{ question: 7, version: 1 }, 'question: it must be text.'],
])('%j: %s', (given, message) => {
  expect(() => readInput(schema, given)).toThrow(message);
});
