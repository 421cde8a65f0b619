import { describe, expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { privateIn, withoutPrivate } from './privacy.ts';

describe('what is marked private', () => {
  it.each([
    ['a text with a span', 'a <private>b</private> c', 'a c', 'b'],
    ['a text with nested spans', 'a <private>b <private>c</private> d</private> e', 'a e', 'b c d'],
    ['a text with an unclosed span', 'a <PRIVATE why="x">b', 'a', 'b'],
    ['a text with a tag that holds a bracket', 'a <private why="x<y">b</private> c', 'a c', '<y">b'],
    ['a text with only a closing tag', 'a </private> b', 'a b', ''],
  ])('is cut out of %s', (_, text, open, hidden) => {
    const plain = (found: string) => found.replace(/\s+/g, ' ').trim();
    expect([plain(withoutPrivate(text)), plain(privateIn(text).join(' '))]).toEqual([open, hidden]);
  });

  it.each(['<private ', '<private', '</private ', '<private\n'])(
    'is found in an instant in 400 000 characters of %j',
    async (piece) => {
      const text = piece.repeat(400_000 / piece.length);
      const read = () => withoutPrivate(text);
      expect(await least(read, { limit: 1000 })).toBeLessThan(1000);
    },
  );
});
