import { describe, expect, it } from 'vitest';
import { assets } from '../src/assets.ts';
import { CHANGES } from './copies/copy.ts';
import { Workbench } from './copies/workbench.ts';
import { confusions, readPairs } from './duplicate-pairs.ts';

describe('the labelled pairs', () => {
  const { pairs, repositories } = readPairs();

  it('cover many languages, and half of them are look-alikes', () => {
    expect(pairs.length).toBeGreaterThan(240);
    expect(new Set(pairs.map(({ language }) => language)).size).toBeGreaterThan(6);
    const copies = pairs.filter(({ same }) => same).length;
    expect(copies / pairs.length).toBeGreaterThan(0.4);
    expect(copies / pairs.length).toBeLessThan(0.6);
  });

  it('name their repositories and commits', () => {
    for (const { repository } of pairs) expect(repositories[repository]?.commit).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('a copy', () => {
  const code = `export function total(order: Order, rate: number): number {
  const seen: string[] = [];
  let sum = 0;
  for (const item of order.items) {
    seen.push(item.name);
    sum += item.price * rate;
  }
  return report(sum, seen.length);
}
`;

  it.each(CHANGES)('changed by "%s" is another text and still a function', async (change) => {
    const bench = new Workbench(assets.grammars);
    const [original] = await bench.functions('a.ts', code);
    const copy = original && (await bench.copy('a.ts', code, original.symbol, [change], 1));
    expect(copy?.text).toBeDefined();
    expect(copy?.text).not.toBe(code.trim());
    expect(await bench.copy('a.ts', code, original?.symbol ?? expect.fail(), [change], 1)).toEqual(copy);
  });
});

describe('figures', () => {
  it('count copies found and look-alikes mistaken for copies', () => {
    const pairs = [
      { same: true, score: 0.9 },
      { same: true, score: 0.4 },
      { same: false, score: 0.8 },
      { same: false, score: 0.1 },
    ];
    expect(confusions(pairs, 0.5, () => ['all']).all).toEqual({
      copies: 2,
      lookAlikes: 2,
      found: 1,
      wrong: 1,
      precision: 0.5,
      recall: 0.5,
      f1: 0.5,
    });
  });
});
