import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/memory.ts';
import type { CodeFound } from '../code/search.ts';
import { scoreCode } from './code-scores.ts';
import { DEFAULT_WEIGHTS, scoreOf } from './parts.ts';

const PROJECT = {
  id: 1,
  name: 'shop',
  root: '/shop',
  scope: { cube: null, user: null, project: null, session: null },
  include: [],
  exclude: [],
  generation: 1,
  indexedAt: null,
};

function found(id: number, path: string, calledBy: readonly string[] = []): CodeFound {
  const chunk = {
    id,
    file: id,
    project: 1,
    path,
    startLine: 1,
    endLine: 20,
    language: 'ts',
    name: null,
    text: '',
    terms: '',
  };
  const parts = { lexical: 0.5, vector: 0.5, definition: 0, path: 0, role: 1, file: 0 };
  return {
    chunk,
    project: PROJECT,
    score: 1,
    parts,
    standing: { cosine: 0.4, words: 0.3 },
    calledBy,
  } as unknown as CodeFound;
}

describe('code beside memories', () => {
  it('is scored by the same parts as memories, so that one list has one order', async () => {
    const [code] = await scoreCode([found(1, 'a.ts')], [], [], DEFAULT_WEIGHTS);
    expect(code?.parts).toMatchObject({ vector: 0.4, lexical: 0.3, exact: null, time: null });
    expect(code?.score).toBeCloseTo(scoreOf(code?.parts ?? expect.fail(), DEFAULT_WEIGHTS), 9);
  });

  it('gains from the memories that are tied to it, and from what calls it', async () => {
    const memory = { memory: memoryOf('a.ts must not log', { row: 7 }), score: 0.6 };
    const code = [found(1, 'a.ts'), found(2, 'b.ts'), found(3, 'c.ts', ['b.ts:4 run'])];
    const graph = async (ties: { memory: number; project: number; path: string }[]) =>
      (await scoreCode(code, [memory], ties, DEFAULT_WEIGHTS)).map(({ parts }) => parts.graph);
    const [alone = 0, caller = 0, called = 0] = await graph([]);
    expect(caller).toBeGreaterThan(alone * 0.99);
    expect(called).toBeCloseTo(caller, 6);
    const [tied = 0] = await graph([{ memory: 7, project: 1, path: 'a.ts' }]);
    expect(tied).toBeGreaterThan(alone);
  });
});
