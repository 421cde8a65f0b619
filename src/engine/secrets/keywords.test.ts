import { describe, expect, it } from 'vitest';
import { Keywords } from './keywords.ts';
import { shape } from './pattern.ts';

describe('keywords', () => {
  const patterns = [
    shape('one', ['she', '@'], ''),
    shape('two', 'hers', ''),
    shape('three', ['he', 'xyz'], ''),
    shape('four', 'e', ''),
  ];
  const keywords = new Keywords(patterns);
  const kinds = (text: string, ...part: [number, number] | []) => keywords.in(text, ...part).map(({ kind }) => kind);

  it.each([
    ['', []],
    ['nothing of this', []],
    ['SHE', ['one', 'three', 'four']],
    ['ushers', ['one', 'two', 'three', 'four']],
    ['shxhexers', ['three', 'four']],
    ['xxyz', ['three']],
    ['s\u212ae', ['four']],
    ['é@é', ['one']],
  ])('of %j are found wherever they overlap, in the order of their patterns', (text, found) => {
    expect(kinds(text)).toEqual(found);
  });

  it('are searched for only within the given part', () => {
    expect(kinds('ushers', 0, 3)).toEqual([]);
    expect(kinds('ushers', 2, 4)).toEqual(['three', 'four']);
  });
});
