import { describe, expect, it } from 'vitest';
import { confidence, FLOOR } from './confidence.ts';

const frequency = new Map([
  ['oauth', 3],
  ['token', 9],
]);
const sure = (text: string, ...first: { cosine: number; words: number }[]) =>
  confidence({ text, isAbsent: false }, { frequency }, first);

describe('the confidence of a search in code', () => {
  it('combines words and meaning of the same result only', () => {
    expect(sure('refresh a token', { cosine: 0.4, words: 0.5 })).toBeGreaterThan(FLOOR);
    expect(sure('refresh a token', { cosine: 0.4, words: 0 }, { cosine: 0.1, words: 0.5 })).toBeLessThan(FLOOR);
  });

  it('falls if the question names something that no code has', () => {
    const near = { cosine: 0.45, words: 0.4 };
    expect(sure('how does OAuth work', near)).toBeGreaterThan(FLOOR);
    expect(sure('OAuth PKCE', near)).toBeLessThan(FLOOR);
  });

  it('is low if the question is a name that no code has', () => {
    const near = { cosine: 0.5, words: 0.4 };
    expect(confidence({ text: 'Token.renew', isAbsent: true }, { frequency }, [near])).toBeLessThan(FLOOR);
    expect(confidence({ text: 'Token.renew', isAbsent: false }, { frequency }, [near])).toBeGreaterThan(FLOOR);
  });

  it('is 0 if nothing was found', () => {
    expect(sure('token')).toBe(0);
  });
});
