import { describe, expect, it } from 'vitest';
import { globFilter } from './glob.ts';

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
  });

  it('supports alternatives, and treats special characters of regular expressions literally', () => {
    expect(fits('*.{ts,tsx}', 'a/b.tsx')).toBe(true);
    expect(fits('*.{ts,tsx}', 'a/b.js')).toBe(false);
    expect(fits('a+(b).ts', 'a+(b).ts')).toBe(true);
    expect(fits('[x.ts', '[x.ts')).toBe(true);
    expect(fits('a{b', 'a{b')).toBe(true);
  });

  it('with many wildcards is matched in reasonable time', () => {
    const path = `${'a'.repeat(40)}.py`;
    const began = performance.now();
    expect(fits(`${'*'.repeat(40)}X!`, path)).toBe(false);
    expect(fits(`${'**?'.repeat(40)}X!`, path)).toBe(false);
    expect(fits(`${'*a'.repeat(60)}b`, 'a'.repeat(200))).toBe(false);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('allows wildcards in braces, but not too many alternatives', () => {
    expect(fits('{?,*.go}', 'a/b/c.go')).toBe(true);
    expect(fits('{?,*.go}', 'a/b/c.py')).toBe(false);
    expect(() => globFilter('{a,b}'.repeat(12))).toThrow('too many alternatives');
  });
});
