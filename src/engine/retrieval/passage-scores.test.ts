import { describe, expect, it } from 'vitest';
import { joinedTerms } from '../text/terms.ts';
import { memoryBm25, memoryCosines, passagesOfMany, turnsAmong } from './passage-scores.ts';

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

describe('of many passages', () => {
  const hits = [0.4, 0.42].map((score, position) => ({ row: 1, score, position, passages: 8 }));
  const first = { row: 1, position: 0, terms: joinedTerms('assistant: Certainly!') };

  it('a later one that is nearer counts in a note, but not in a turn of a chat', () => {
    const single = memoryCosines(hits.slice(0, 1)).get(1) ?? 0;
    expect(memoryCosines(hits).get(1)).toBeGreaterThan(single);
    const turns = turnsAmong([first]);
    expect(memoryCosines(hits, turns).get(1)).toBe(memoryCosines(hits.slice(0, 1), turns).get(1));
  });

  it('many lower the word score of a turn more than that of a note, and none to 0', () => {
    const scores = new Map([[1, [0.5, ...Array.from({ length: 7 }, () => 0)]]]);
    const [turn = 0, note = 0] = [turnsAmong([first]), new Set<number>()].map((each) =>
      memoryBm25(scores, each).get(1),
    );
    expect(turn).toBeGreaterThan(0);
    expect(note).toBeGreaterThan(0);
    const high = new Map([[1, [4, ...Array.from({ length: 7 }, () => 0)]]]);
    expect(memoryBm25(high, turnsAmong([first])).get(1)).toBeLessThan(memoryBm25(high, new Set()).get(1) ?? 0);
  });
});
