import { describe, expect, it } from 'vitest';
import { readProposal } from './fix/proposal.ts';
import { sentences } from './sentences.ts';

describe('sentences', () => {
  it('end at full stops, lines and semicolons, and not inside of names and numbers', () => {
    expect(sentences('Use v1.2 of hash.py, e.g. on Linux. localStorage is out; cookies are in.\n- A bullet')).toEqual([
      'Use v1.2 of hash.py, e.g. on Linux.',
      'localStorage is out;',
      'cookies are in.',
      'A bullet',
    ]);
  });

  it('of any length are read in bounded time', () => {
    for (const word of ['replace ', 'never use it, ', 'from ', 'is not ', '\n', ' ', 'a', '"', 'that is not that ']) {
      const start = performance.now();
      readProposal(word.repeat(20_000 / word.length));
      expect(performance.now() - start, word).toBeLessThan(1000);
    }
  });
});
