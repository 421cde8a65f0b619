import { describe, expect, it } from 'vitest';
import type { Contract } from './contract.ts';
import { contractOf, contracts } from './contracts.ts';

const known = ['a', 'b', 'c'].map(
  (profile): Contract => ({
    profile,
    server: { name: profile, version: '1', title: profile },
    instructions: '',
    guide: '',
    tools: [],
    presentError: () => ({ text: '' }),
  }),
);
const chosen = (...names: string[]) => contractOf(names, known).profile;

describe('the requested profiles', () => {
  it('are combined in the order they are named, each once', () => {
    expect(chosen('b')).toBe('b');
    expect(chosen('c', 'a')).toBe('c,a');
    expect(chosen('a', 'b', 'a')).toBe('a,b');
  });

  it('are every profile if `all` is named, after those named before it', () => {
    expect(chosen('all')).toBe('a,b,c');
    expect(chosen('c', 'all')).toBe('c,a,b');
  });

  it('are refused if unknown, with a list of the known ones', () => {
    expect(() => chosen('a', 'x', 'y')).toThrow('Unknown profile: x, y.');
    expect(() => chosen()).toThrow('Unknown profile');
    expect(() => chosen('x')).toThrow(expect.objectContaining({ hint: 'Known profiles: a, b, c, all.' }));
  });

  it('never include one named `all`', () => {
    expect(contracts.map(({ profile }) => profile)).not.toContain('all');
  });
});

describe('the guide of each profile', () => {
  it.each(contracts.map((contract) => [contract.profile, contract] as const))(
    '%s names only its tools',
    (_, contract) => {
      const rows = contract.guide.split('\n').filter((line) => line.startsWith('|'));
      const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
      expect(named.length).toBeGreaterThan(0);
      const tools = contract.tools.map(({ name }) => name);
      expect(named.filter((name) => !tools.includes(name ?? ''))).toEqual([]);
    },
  );
});
