import { expect, it } from 'vitest';
import { memoryOf } from '../../../test/memory.ts';
import { formerFirst } from './ordering.ts';
import { DEFAULT_WEIGHTS, NO_PARTS, scoreOf } from './parts.ts';

/** The contents, by their scores, and with the one that a later one may have changed. */
const former = (...given: readonly (readonly [content: string, score: number, changedBy?: string])[]) =>
  formerFirst(
    given
      .map(([content, score, changedBy = null]) => {
        const parts = { ...NO_PARTS, vector: score, lexical: score, graph: score };
        const memory = memoryOf(content, { id: content, eventTime: content.charCodeAt(0) });
        const shown = { cosine: null, coverage: 0, excerpt: null, replaces: null, stale: null };
        return { memory, score: scoreOf(parts, DEFAULT_WEIGHTS), parts, changedBy, ...shown };
      })
      .toSorted((a, b) => b.score - a.score),
    DEFAULT_WEIGHTS,
  ).map(({ memory }) => memory.content);

it.each([
  [0.3, 0.7, 0.5],
  [0.3, 0.5, 0.7],
  [0.5, 0.3, 0.7],
  [0.5, 0.7, 0.3],
  [0.7, 0.3, 0.5],
  [0.7, 0.5, 0.3],
])('each comes before the one that may have changed it, of three with scores %d, %d and %d', (a, b, c) => {
  expect(former(['a', a, 'b'], ['b', b, 'c'], ['c', c])).toEqual(['a', 'b', 'c']);
});

it('what has not changed keeps its place among those that have', () => {
  expect(former(['a', 0.3, 'c'], ['b', 0.5], ['c', 0.7])).toEqual(['a', 'b', 'c']);
  expect(former(['a', 0.3, 'c'], ['b', 0.7, 'c'], ['c', 0.5])).toEqual(['b', 'a', 'c']);
});
