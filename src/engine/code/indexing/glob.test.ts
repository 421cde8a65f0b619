import { describe, expect, it } from 'vitest';
import { least } from '../../../../test/spent.ts';
import { globFilter, selectionFilter } from './glob.ts';

describe('a path pattern', () => {
  const fits = (pattern: string, path: string) => globFilter(pattern)(path);

  it('stays within a folder with one star and crosses folders with two', () => {
    expect(fits('src/*.ts', 'src/a.ts')).toBe(true);
    expect(fits('src/*.ts', 'src/deep/a.ts')).toBe(false);
    expect(fits('src/**/*.ts', 'src/a.ts')).toBe(true);
    expect(fits('src/**/*.ts', 'src/deep/er/a.ts')).toBe(true);
    expect(fits('src/**', 'src/deep/a.go')).toBe(true);
    expect(fits('src/', 'src/deep/a.go')).toBe(true);
  });

  it('without a slash matches files in any folder', () => {
    expect(fits('*.go', 'cmd/main.go')).toBe(true);
    expect(fits('Makefile', 'sub/Makefile')).toBe(true);
    expect(fits('tests', 'tests/unit/a.py')).toBe(true);
    expect(fits('tests', 'src/contests/a.py')).toBe(false);
    expect(fits('tests/', 'src/tests/unit/a.py')).toBe(true);
    expect(fits('/tests/', 'src/tests/unit/a.py')).toBe(false);
  });

  it('supports alternatives, and treats special characters of regular expressions literally', () => {
    expect(fits('*.{ts,tsx}', 'a/b.tsx')).toBe(true);
    expect(fits('*.{ts,tsx}', 'a/b.js')).toBe(false);
    expect(fits('a+(b).ts', 'a+(b).ts')).toBe(true);
    expect(fits('[x.ts', '[x.ts')).toBe(true);
    expect(fits('a{b', 'a{b')).toBe(true);
  });

  it('takes brackets as a choice of characters and as themselves', () => {
    expect(fits('*.[jt]s', 'src/a.ts')).toBe(true);
    expect(fits('*.[jt]s', 'src/a.rs')).toBe(false);
    expect(fits('v[0-9].ts', 'v7.ts')).toBe(true);
    expect(fits('v[!0-9].ts', 'v7.ts')).toBe(false);
    expect(fits('app/[id]/*.tsx', 'app/[id]/page.tsx')).toBe(true);
    expect(fits('app[!x]page.tsx', 'app/page.tsx')).toBe(false);
  });

  it('with many wildcards is matched in reasonable time', async () => {
    const path = `${'a'.repeat(40)}.py`;
    const read = () => {
      expect(fits(`${'*'.repeat(40)}X!`, path)).toBe(false);
      expect(fits(`${'**?'.repeat(40)}X!`, path)).toBe(false);
      expect(fits(`${'*a'.repeat(60)}b`, 'a'.repeat(200))).toBe(false);
    };
    expect(await least(read, { limit: 5000 })).toBeLessThan(5000);
  });

  it('allows wildcards in braces, but not too many alternatives', () => {
    expect(fits('{?,*.go}', 'a/b/c.go')).toBe(true);
    expect(fits('{?,*.go}', 'a/b/c.py')).toBe(false);
    expect(() => globFilter('{a,b}'.repeat(12))).toThrow('too many alternatives');
  });
});

describe('several patterns that select files', () => {
  const selects = (patterns: string[], ...paths: string[]) => paths.filter(selectionFilter(patterns));

  it('match what a search matches, and whole folders', () => {
    const all = ['a.py', 'ext/b.py', 'ext/deep/c.ts', 'src/d.go'];
    expect(selects(['**/*.{py,ts}'], ...all)).toEqual(['a.py', 'ext/b.py', 'ext/deep/c.ts']);
    expect(selects(['./ext/*.py'], ...all)).toEqual(['ext/b.py']);
    expect(selects(['ext/*'], ...all)).toEqual(['ext/b.py', 'ext/deep/c.ts']);
    expect(selects(['src', '*.ts'], ...all)).toEqual(['ext/deep/c.ts', 'src/d.go']);
    expect(selects([], ...all)).toEqual([]);
  });

  it('take back what a later one names after an exclamation mark', () => {
    expect(selects(['ext/', '!ext/deep/'], 'ext/b.py', 'ext/deep/c.ts')).toEqual(['ext/b.py']);
    expect(selects(['!ext/deep/', 'ext/'], 'ext/b.py', 'ext/deep/c.ts')).toEqual(['ext/b.py', 'ext/deep/c.ts']);
  });

  it('select among many files in reasonable time', async () => {
    const paths = Array.from({ length: 20_000 }, (_, i) => `packages/part${i % 50}/src/deep/file${i}.ts`);
    const read = () =>
      expect(selects(['**/generated/**', 'dist/', '*.d.ts', '**/fixtures/**/*.json'], ...paths)).toEqual([]);
    expect(await least(read, { limit: 2000 })).toBeLessThan(2000);
  });
});
