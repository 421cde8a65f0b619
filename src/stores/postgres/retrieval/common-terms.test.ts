import { expect, it } from 'vitest';
import { CommonTerms } from './common-terms.ts';

const MINUTE = 60_000;

it('knows the count of a common term for a minute, within the reach it was counted in', () => {
  let now = 0;
  const terms = new CommonTerms(() => now);
  terms.learn(
    [
      { term: 'the', n: 40_000 },
      { term: 'harbour', n: 12 },
    ],
    { project: 'one' },
  );
  expect(terms.known(['the', 'harbour', 'new'], { project: 'one' })).toEqual([{ term: 'the', n: 40_000 }]);
  expect(terms.known(['the'], { project: 'two' })).toEqual([]);
  expect(terms.known(['the'], {})).toEqual([]);
  now = MINUTE;
  expect(terms.known(['the'], { project: 'one' })).toEqual([]);
});
