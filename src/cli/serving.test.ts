import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { servingOf } from './serving.ts';

afterEach(() => vi.restoreAllMocks());

it('a server says which of its roots do not exist', () => {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  servingOf(readConfig({ roots: ['/nowhere/at/all', import.meta.dirname] }, {}), { confined: true });
  expect(said.join('')).toMatch(/^\S+ warn --root \/nowhere\/at\/all does not exist\n$/);
});
