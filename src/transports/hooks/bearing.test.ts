import { describe, expect, it } from 'vitest';
import { NO_PARTS } from '../../engine/retrieval/parts.ts';
import { bearing } from './bearing.ts';

const result = (vector: number, lexical: number, graph: number, score: number) => ({
  parts: { ...NO_PARTS, vector, lexical, graph },
  score,
  cosine: vector,
  coverage: lexical,
});
const same = result(0.4, 0.2, 0.8, 0.5);
const beside = result(0.15, 0.05, 0.3, 0.2);

describe('a memory bears on a prompt', () => {
  it('if it is about the same thing, even if it is no answer', () => expect(bearing([same], true)).toEqual([same]));

  it('not merely because another one does', () => expect(bearing([same, beside], false)).toEqual([same]));

  it('with less in common if recall is sure', () => {
    const near = result(0.3, 0.1, 0.4, 0.3);
    expect(bearing([near], false)).toEqual([near]);
    expect(bearing([near], true)).toEqual([]);
  });

  it('by its share of the words where there is no model', () => {
    const words = { ...same, cosine: null, coverage: 0.7 };
    expect(bearing([words, { ...words, coverage: 0.5 }], false)).toEqual([words]);
    expect(bearing([words], true)).toEqual([]);
  });
});
