import { describe, expect, it } from 'vitest';
import { passagesOfMany } from './passage-scores.ts';

/** A store of memories with a given number of passages each, which counts the passages requested. */
function storeOf(memories: number, passages: number) {
  const all = Array.from({ length: memories * passages }, (_, i) => ({
    row: Math.floor(i / passages),
    score: 1 - i / 10_000,
    position: i % passages,
    passages,
  }));
  const asked: number[] = [];
  const look = async (most: number) => {
    asked.push(most);
    return all.slice(0, most);
  };
  return { look, asked };
}

describe('a search returns as many memories as requested', () => {
  const rowsOf = async (memories: number, { look }: ReturnType<typeof storeOf>) =>
    new Set((await passagesOfMany(memories, 20, look)).map(({ row }) => row)).size;

  it('even when long memories crowd out others', async () => {
    expect(await rowsOf(10, storeOf(30, 40))).toBeGreaterThanOrEqual(10);
  });

  it('or all there are', async () => {
    expect(await rowsOf(10, storeOf(3, 40))).toBe(3);
  });

  it('with a single query when that is enough', async () => {
    const store = storeOf(30, 1);
    expect(await rowsOf(10, store)).toBe(20);
    expect(store.asked).toEqual([20]);
  });
});
