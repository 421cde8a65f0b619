import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contracts } from '../../src/contracts/contracts.ts';
import { AGENTIC_MEMORY } from './agentic-memory.ts';
import { CODE_VECTOR_MEMORY } from './code-vector-memory.ts';
import { LONG_TERM_MEMORY } from './long-term-memory.ts';
import { MEMGOS } from './memgos.ts';
import { MEMORY_MCP } from './memory-mcp.ts';
import { EVERY_TOOL, promisesPage, titlesIn } from './promise.ts';

const PROFILES = {
  'memory-mcp': MEMORY_MCP,
  'long-term-memory': LONG_TERM_MEMORY,
  'code-vector-memory': CODE_VECTOR_MEMORY,
  'agentic-memory': AGENTIC_MEMORY,
  memgos: MEMGOS,
};
const held = Object.values(PROFILES).flatMap((promises) => Object.values(promises).flat());

describe('the promises of the contracts', () => {
  it('are made for every tool of every profile', () => {
    const promised = Object.entries(PROFILES).flatMap(([profile, promises]) =>
      Object.keys(promises).map((tool) => `${profile}: ${tool}`),
    );
    const served = contracts.flatMap(({ profile, tools }) =>
      [{ name: EVERY_TOOL }, ...tools].map(({ name }) => `${profile}: ${name}`),
    );
    expect(promised.toSorted()).toEqual(served.toSorted());
  });

  it('are each proved by an existing test', () => {
    const files = [...new Set(held.map(({ file }) => file))];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    const titles = new Map(files.map((file) => [file, titlesIn(file)]));
    const missing = held.filter(({ file, test }) => !titles.get(file)?.has(test));
    expect(missing.map(({ file, test }) => `${file}: ${test}`)).toEqual([]);
    expect(held.filter(({ promises }) => promises.length === 0)).toEqual([]);
  });

  it('are stated once per tool, in a sentence', () => {
    for (const promises of Object.values(PROFILES)) {
      for (const [tool, all] of Object.entries(promises)) {
        const sentences = all.flatMap((each) => each.promises);
        expect([tool, new Set(sentences).size]).toEqual([tool, sentences.length]);
        expect(sentences.filter((sentence) => !/\."?$/.test(sentence))).toEqual([]);
      }
    }
  });

  it('are on the page', async () => {
    await expect(promisesPage(PROFILES)).toMatchFileSnapshot('../../docs/reference/promises.md');
  });
});
