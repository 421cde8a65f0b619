import { describe, expect, it } from 'vitest';
import { exceptionOf, isExcepted } from './exceptions.ts';

describe('an exception of a rule', () => {
  it.each([
    ['Pages are cached, except the landing page.', '', 'the landing page is cached'],
    [
      'Do not catch Exception.',
      'The only place where it is allowed is the outermost loop, which logs it.',
      'in the outermost loop',
    ],
    ['Weights are integers.', 'Floats are fine in the charts only.', 'averages of the charts'],
  ])('of “%s” %s', (sentence, next, text) => {
    const exception = exceptionOf(sentence, next);
    expect(isExcepted(exception, new Set(exception))).toBe(true);
    expect([...exception].every((term) => text.includes(term.slice(0, 4)))).toBe(true);
  });

  it('is none in a sentence that goes on with the rule', () => {
    expect(exceptionOf('Pages are cached.', 'The cache lives for an hour.').size).toBe(0);
  });
});
