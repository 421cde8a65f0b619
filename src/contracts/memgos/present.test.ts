import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/memory.ts';
import type { CubeFound } from '../../engine/cubes/join.ts';
import { tokens } from '../../engine/retrieval/budget.ts';
import { presentBuckets, presentContext, presentMemory } from './present.ts';

const found = (n: number, content: string, metadata: Record<string, unknown> = {}): CubeFound => ({
  cube: `cube-${n % 7}`,
  score: 1 / (n + 1),
  parts: { vector: 0.12345, lexical: 0.5, graph: 0.25, exact: null, time: null, answer: null, current: null },
  cosine: 1,
  coverage: 1,
  excerpt: null,
  replaces: null,
  changedBy: null,
  stale: null,
  memory: memoryOf(content, {
    id: String(n).padStart(20, '0'),
    row: n,
    scope: { cube: `cube-${n % 7}`, user: null, project: null, session: null },
    metadata,
  }),
});
const many = (n: number, length: number, metadata = {}) =>
  Array.from({ length: n }, (_, i) => found(i, 'x'.repeat(length), metadata));

describe('an answer', () => {
  it('never floods the caller: long texts are cut and say how to get the rest', () => {
    const large = { notes: 'y'.repeat(10_000) };
    expect(tokens(JSON.stringify(presentBuckets(many(100, 50_000, large))))).toBeLessThan(15_000);
    expect(tokens(JSON.stringify(presentBuckets(many(20, 50_000, large))))).toBeLessThan(10_500);
    expect(tokens(JSON.stringify(presentContext(many(20, 50_000, large))))).toBeLessThan(10_500);
    const [{ memories = [] } = {}] = presentBuckets(many(1, 50_000)).text_mem;
    expect(memories[0]?.content_cut).toMatch(/^\d+ more characters: call get_memory .* content_offset \d+$/);
  });

  it('shows one memory whole, or the rest of it from an offset on', () => {
    const { memory } = found(1, 'ab'.repeat(25_000), { source: 'paper' });
    const first = presentMemory(memory, 0);
    expect(tokens(JSON.stringify(first))).toBeLessThan(10_000);
    const rest = presentMemory(memory, first.content.length);
    expect(first.content + rest.content).toBe(memory.content);
    expect(rest.content_cut).toBeUndefined();
  });
});
