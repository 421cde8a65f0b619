import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { Random } from '../../../../test/random.ts';
import { bitsApart } from '../../rows/bits.ts';
import { distancesTo, HAMMING_WASM } from './hamming.ts';
import { appendCode, emptyCodes } from './segments.ts';

describe('distances between codes', () => {
  it('come from the assembled text beside them', async () => {
    const text = readFileSync(new URL('hamming.wat', import.meta.url), 'utf8');
    const { buffer } = (await wabt()).parseWat('hamming.wat', text, { simd: true }).toBinary({});
    expect(HAMMING_WASM).toBe(Buffer.from(buffer).toString('base64'));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(buffer));
    expect(Object.keys(exports).sort()).toEqual(['distances', 'memory']);
  });

  // 12 words are 384 dimensions, of which 21 845 fit into one batch; 3 words are no whole block, and 128 are too many.
  it.each([
    [12, 25_000],
    [4, 70_000],
    [3, 500],
    [128, 500],
    [12, 0],
  ])('count the differing bits, with codes of %i words in a store of %i', (words, count) => {
    const random = new Random(words);
    const code = () => Uint32Array.from({ length: words }, () => random.next() * 2 ** 32);
    const all = Array.from({ length: count }, code);
    const codes = emptyCodes(words, 1);
    for (const [i, each] of all.entries()) appendCode(codes, i, i, 0, each);
    const query = code();
    const expected = all.map((each) => bitsApart(each, query));
    const every = Uint32Array.from(all.keys());
    expect([...distancesTo(codes, query, every)]).toEqual(expected);
    for (const share of [2, 100]) {
      const some = every.filter((slot) => slot % share === 1);
      expect([...distancesTo(codes, query, some)]).toEqual(expected.filter((_, slot) => slot % share === 1));
    }
  });
});
