import { expect, it } from 'vitest';
import { plainEntry, plainPath } from './paths.ts';

it.each([
  ['./src/a.ts', 'src/a.ts'],
  ['/src/a.ts', 'src/a.ts'],
  ['src\\lib\\a.ts', 'src/lib/a.ts'],
  ['.\\src\\a.ts', 'src/a.ts'],
  ['.github/a.yml', '.github/a.yml'],
  ['../a.ts', '../a.ts'],
])('a path is spelt as in the index: %s', (given, spelt) => {
  expect(plainPath(given)).toBe(spelt);
});

it('a folder is named without slashes at its end', () => {
  expect(['./src/', 'src//', 'src', '/'].map(plainEntry)).toEqual(['src', 'src', 'src', '']);
});
