import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/memory.ts';
import type { Project } from '../code/ports.ts';
import type { CodeFound } from '../code/search/search.ts';
import { scoreCode } from './code-scores.ts';
import { DEFAULT_WEIGHTS, NO_PARTS, scoreOf } from './parts.ts';

const PROJECT: Project = {
  id: 1,
  name: 'shop',
  machine: null,
  root: '/shop',
  scope: { cube: null, user: null, project: null, session: null },
  selection: { include: [], exclude: [] },
  watch: false,
  generation: 1,
  asked: 1,
  commit: null,
  indexedAt: null,
};

function found(id: number, path: string, more: Partial<CodeFound> = {}): CodeFound {
  const place = { id, file: id, project: 1, path, language: 'typescript', startLine: 1, endLine: 20 };
  const said = { kind: null, name: null, container: null, defines: [], text: '', terms: '', digest: null };
  const parts = { lexical: 0.5, vector: 0.5, definition: 0, name: 0, path: 0, role: 1, file: 0 };
  const standing = { cosine: 0.4, words: 0.3 };
  return {
    chunk: { ...place, ...said },
    project: PROJECT,
    score: 1,
    parts,
    standing,
    leads: false,
    calledBy: [],
    stale: null,
    ...more,
  };
}

describe('code beside memories', () => {
  it('starts with what introduces the project, without outranking more memories', async () => {
    const near = { standing: { cosine: 0.8, words: 0.6 } };
    const search = [
      found(1, 'README.md', { leads: true }),
      found(2, 'main.go', { leads: true }),
      found(3, 'go.mod', near),
    ];
    const scores = (await scoreCode(search, [], [], DEFAULT_WEIGHTS)).map(({ score }) => score);
    expect(scores).toEqual([scores[2], scores[2], scores[2]]);
  });

  it('is scored by the same parts as memories, so that both share one ranking', async () => {
    const [code] = await scoreCode([found(1, 'a.ts')], [], [], DEFAULT_WEIGHTS);
    expect(code?.parts).toMatchObject({ vector: 0.4, lexical: 0.3, exact: null, time: null });
    expect(code?.score).toBeCloseTo(scoreOf(code?.parts ?? expect.fail(), DEFAULT_WEIGHTS), 9);
  });

  it('gains from memories tied to it and from its callers', async () => {
    const memory = { memory: memoryOf('a.ts must not log', { row: 7 }), score: 0.6, parts: NO_PARTS };
    const code = (calledBy: string[]) => [
      found(1, 'a.ts'),
      found(2, 'b.ts', { standing: { cosine: 0.9, words: 0.9 } }),
      found(3, 'c.ts', { calledBy }),
    ];
    const graph = async (calledBy: string[], ties: { memory: number; project: number; path: string }[]) =>
      (await scoreCode(code(calledBy), [memory], ties, DEFAULT_WEIGHTS)).map(({ parts }) => parts.graph);
    const [alone = 0, , uncalled = 0] = await graph([], []);
    const [, , called = 0] = await graph(['b.ts:4 run'], []);
    expect(called).toBeGreaterThan(uncalled);
    const [tied = 0] = await graph([], [{ memory: 7, project: 1, path: 'a.ts' }]);
    expect(tied).toBeGreaterThan(alone);
  });
});
