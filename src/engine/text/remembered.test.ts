import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

it('what was made of a word is made once', () => {
  let made = 0;
  const numbered = remembered(() => ++made);
  expect([numbered('a'), numbered('b'), numbered('a')]).toEqual([1, 2, 1]);
});

it('a remembered word keeps nothing else of its text in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const partsOf = remembered((word) => word.split('_'));
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) {
    const word = `a_long_identifier_and_its_number_${i}`;
    const text = `${word} ${'x'.repeat(1_000_000)}`;
    partsOf(text.slice(0, word.length));
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});
