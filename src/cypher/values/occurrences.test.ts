import { expect, it } from 'vitest';
import { Budget } from '../budget.ts';
import { contains, piecesOf } from './occurrences.ts';

const budget = new Budget({ now: () => 0 }, { timeMs: 1, memoryBytes: 1 });

it('a long part is found like a short one', () => {
  const repeated = (word: string, length: number) => word.repeat(length).slice(0, length);
  for (const part of [repeated('a', 251), repeated('ab', 300), `${repeated('ab', 250)}c${repeated('ab', 249)}`]) {
    for (const text of [part, `x${part}`, `${part}${part}y${part.slice(1)}`, part.slice(1), `ab${part}${part}ab`]) {
      expect(contains(text, part, budget)).toBe(text.includes(part));
      expect(piecesOf(text, part, budget)).toEqual(text.split(part));
    }
  }
});
