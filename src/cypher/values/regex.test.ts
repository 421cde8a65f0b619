import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../test/code-graph.ts';
import { least } from '../../../test/spent.ts';
import { Budget } from '../budget.ts';
import { loadPatterns, matchesPattern } from './regex.ts';

beforeAll(loadPatterns);

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
    ['a\nbc', '(?s:a.)b.', true],
    ['a\nb\n', '(?s:a.)b.', false],
    ['one\ntwo', '(?m)one$\n^two', true],
    ['one\ntwo', 'one$\n^two', false],
    ['Éa', '(?i)é\\pL', true],
    ['ab', '(?<first>a)b', true],
    ['[', '[[a]', true],
    ['two words', '.*\\bwords', true],
    ['[x]', '\\[[^\\]]\\]', true],
    ['ünï', '.{3}', true],
    ['', '', true],
    ['abc', '^abc$', true],
    ['a-c', '[a\\-c]+', true],
    ['tab\there', 'tab\\there', true],
  ])('%j against %j is %s', (text, pattern, expected) => {
    expect(matches(text, pattern)).toBe(expected);
    if (!/^\(\?[^<]|\\pL|\[\[/.test(pattern)) expect(new RegExp(`^(?:${pattern})$`, 'u').test(text)).toBe(expected);
  });

  it.each(['(a)\\1', '(?=a)b', 'a{3,2}', '(', 'a)', '*', '[a', '\\p{Klingon}'])('%s is refused', (pattern) => {
    expect(() => matches('a', pattern)).toThrow(/not supported/);
  });

  it('that would take a backtracking matcher forever is answered at once', async () => {
    const read = () => {
      expect(matches(`${'a'.repeat(2000)}!`, '(a+)+b')).toBe(false);
      expect(matches('a'.repeat(2000), '(a|aa|aaa)*')).toBe(true);
    };
    expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
  });

  it('that would grow too large is refused before it is compiled', () => {
    const many = Array.from({ length: 900 }, (_, index) => `a{${1000 - index}}`).join('|');
    for (const pattern of ['((a{100}){100}){100}', many, '(?:ab?c?d?e?){500}']) {
      expect(() => matches('a', pattern)).toThrow(/not supported/);
    }
  });

  it('that is too long is refused before it is parsed', () => {
    for (const pattern of ['a'.repeat(2001), `{${'1'.repeat(100_000)}`]) {
      expect(() => matches('a', pattern)).toThrow(/not supported/);
    }
  });

  it('with many large classes is stopped before it is compiled', () => {
    const wide = Array.from({ length: 150 }, (_, n) => `${String.fromCodePoint(256 + n)}-\\x{20000}`).join('');
    for (const pattern of [`(?i)[${wide}]`, `(?i)[${'\\pL'.repeat(600)}]`]) {
      expect(() => matches('a', pattern)).toThrow(/steps/);
    }
    expect(matches('Ä-É', '(?i)[à-ÿ]-[à-ÿ]')).toBe(true);
  });

  it('that keeps all its states alive is stopped by the work limit', () => {
    expect(matches('ab'.repeat(500), '[ab]*a[ab]{900}')).toBe(false);
    expect(() => matches('ab'.repeat(5000), '[ab]*a[ab]{900}')).toThrow(/steps/);
  });
});
