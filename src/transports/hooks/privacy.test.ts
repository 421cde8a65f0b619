import { describe, expect, it } from 'vitest';
import { privateIn, withoutPrivate } from './privacy.ts';

describe('what is marked private', () => {
  it.each([
    ['a span', 'a <private>b</private> c', 'a c', 'b'],
    ['a span within a span', 'a <private>b <private>c</private> d</private> e', 'a e', 'b c d'],
    ['a span that is not closed', 'a <PRIVATE why="x">b', 'a', 'b'],
    ['a closing tag by itself', 'a </private> b', 'a b', ''],
  ])('ends where %s ends', (_, text, open, hidden) => {
    const plain = (found: string) => found.replace(/\s+/g, ' ').trim();
    expect([plain(withoutPrivate(text)), plain(privateIn(text).join(' '))]).toEqual([open, hidden]);
  });
});
