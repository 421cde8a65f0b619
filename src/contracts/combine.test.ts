import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { invalid } from '../errors.ts';
import { combine } from './combine.ts';
import { type Contract, defineTool, type Tool } from './contract.ts';
import { contracts } from './contracts.ts';

const tool = (name: string, says: string): Tool =>
  defineTool({
    name,
    title: name,
    description: `${name} of ${says}`,
    annotations: { readOnly: true },
    input: z.object({ [`input_of_${says}`]: z.string() }),
    output: z.object({ from: z.string() }),
    handle: async () => ({ from: says }),
  });

const contractOf = (
  profile: string,
  names: readonly string[],
  instructions = `Use ${names.join(', ')}.`,
): Contract => ({
  profile,
  server: { name: profile, version: '1', title: profile },
  instructions,
  guide: `Call \`${names[0]}\` first.`,
  tools: names.map((name) => tool(name, profile.replaceAll('-', '_'))),
  presentError: (error, name) => ({ text: `${profile} ${name}: ${error.message}` }),
});

const notes = contractOf('notes', ['get_memory', 'recall']);
const cubes = contractOf('mem-cubes', ['get_memory', 'chat']);
const third = contractOf('third', ['get_memory', 'chat']);
const names = ({ tools }: Contract) => tools.map(({ name }) => name);

describe('one profile', () => {
  it('is served as it is', () => {
    expect(combine([notes])).toBe(notes);
  });
});

describe('several profiles', () => {
  it('give a clashing name to the first and prefix the others with their profile', () => {
    expect(names(combine([notes, cubes, third]))).toEqual([
      'get_memory',
      'recall',
      'mem_cubes_get_memory',
      'chat',
      'third_get_memory',
      'third_chat',
    ]);
    expect(names(combine([cubes, notes]))).toEqual(['get_memory', 'chat', 'notes_get_memory', 'recall']);
  });

  it('keep the input, output and effect of each tool', async () => {
    const served = combine([notes, cubes]).tools.find(({ name }) => name === 'mem_cubes_get_memory');
    expect(served?.title).toBe('get_memory (mem-cubes)');
    expect(served?.inputSchema.properties).toHaveProperty('input_of_mem_cubes');
    const call = {
      engine: Object.create(null),
      actor: { who: 'test' },
      signal: AbortSignal.any([]),
      session: { id: 's', startedAt: 0, lastAt: 0, calls: 1 },
      address: null,
      progress() {},
    };
    expect(await served?.call({ input_of_mem_cubes: 'x' }, call)).toEqual({ from: 'mem_cubes' });
  });

  it('answer errors in the shape of the profile that owns the tool', () => {
    const both = combine([notes, cubes]);
    expect(both.presentError(invalid('no'), 'get_memory').text).toBe('notes get_memory: no');
    expect(both.presentError(invalid('no'), 'mem_cubes_get_memory').text).toBe('mem-cubes get_memory: no');
    expect(both.presentError(invalid('no'), 'chat').text).toBe('mem-cubes chat: no');
  });

  it('refer to their tools by the served names', () => {
    const { instructions, guide, profile, server } = combine([notes, cubes]);
    expect(instructions).toBe('# notes\nUse get_memory, recall.\n# mem-cubes\nUse mem_cubes_get_memory, chat.');
    expect(guide).toContain('Call `mem_cubes_get_memory` first.');
    expect(profile).toBe('notes,mem-cubes');
    expect(server).toMatchObject({ name: 'remanence', title: 'Remanence' });
  });

  it('share 2 KB of instructions, of which the shortest is never cut', () => {
    const wordy = contractOf(
      'wordy',
      ['a'],
      Array.from({ length: 100 }, (_, i) => `- line ${i} über alles`).join('\n'),
    );
    const { instructions } = combine([notes, wordy, { ...wordy, profile: 'wordier', tools: [] }]);
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2048);
    expect(Buffer.byteLength(instructions)).toBeGreaterThan(1950);
    expect(instructions).toContain(notes.instructions);
    expect(instructions).toMatch(/# wordy\n- line 0[\s\S]*# wordier\n- line 0/);
  });

  it('refuse a tool whose served name is not unique or too long', () => {
    expect(() => combine([contractOf('x', ['a', 'y_a']), contractOf('y', ['a'])])).toThrow(/y cannot serve a/);
    expect(() => combine([notes, contractOf('z', ['t'.repeat(61)])])).toThrow(/cannot serve/);
  });
});

describe('all built-in profiles', () => {
  it('can be served together, whichever comes first', () => {
    for (const first of contracts) {
      const tools = names(combine([first, ...contracts.filter((each) => each !== first)]));
      expect(new Set(tools).size).toBe(contracts.reduce((sum, each) => sum + each.tools.length, 0));
      for (const { name } of first.tools) expect(tools).toContain(name);
    }
  });

  it('each have instructions of at most 2 KB', () => {
    for (const { instructions } of contracts) expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2048);
  });
});
