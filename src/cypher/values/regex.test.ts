import { describe, expect, it } from 'vitest';
import { clock } from '../../../test/code-graph.ts';
import { Budget } from '../budget.ts';
import { matchesPattern } from './regex.ts';

const matches = (text: string, pattern: string) =>
  matchesPattern(text, pattern, new Budget(clock, { timeMs: 2000, memoryBytes: 1e8 }));

describe('a regular expression', () => {
  it.each([
    ['parseQuery', 'parse.*', true],
    ['parseQuery', 'parse', false],
    ['parseQuery', '(?i)PARSE[a-z]+', true],
    ['report-2', '\\w+-\\d', true],
    ['a|b', 'a\\|b', true],
    ['color', 'colou?r', true],
    ['aaab', 'a{2,3}b', true],
    ['aaaab', 'a{2,3}b', false],
    ['ab', '(?:a|b)+', true],
    ['x\ny', 'x.y', false],
    ['x\ny', '(?s)x.y', true],
    ['two words', '.*\\bwords', true],
    ['[x]', '\\[[^\\]]\\]', true],
    ['ünï', '.{3}', true],
    ['', '', true],
    ['abc', '^abc$', true],
    ['a-c', '[a\\-c]+', true],
    ['tab\there', 'tab\\there', true],
  ])('%j against %j is %s', (text, pattern, expected) => {
    expect(matches(text, pattern)).toBe(expected);
    if (!pattern.startsWith('(?')) expect(new RegExp(`^(?:${pattern})$`, 'u').test(text)).toBe(expected);
  });

  it.each(['(a)\\1', '(?=a)b', '(?<name>a)', 'a{3,2}', '(', 'a)', '*', '[a', '[[a]]', '\\p{L}'])(
    '%s is refused',
    (pattern) => {
      expect(() => matches('a', pattern)).toThrow(/not supported/);
    },
  );

  it('that would take a backtracking matcher for ever is answered at once', () => {
    const start = performance.now();
    expect(matches(`${'a'.repeat(2000)}!`, '(a+)+b')).toBe(false);
    expect(matches('a'.repeat(2000), '(a|aa|aaa)*')).toBe(true);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('that repeats repetitions is refused before it grows', () => {
    expect(() => matches('a', '((a{100}){100}){100}')).toThrow(/too large/);
  });
});
