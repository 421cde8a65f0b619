import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/memory.ts';
import type { Store } from '../ports.ts';
import { presentFirst, READ } from './ordering.ts';
import { DEFAULT_WEIGHTS, NO_PARTS, type Parts, scoreOf } from './parts.ts';
import type { Found } from './results.ts';
import { type AskedQuestion, Verdicts } from './verdicts.ts';

const QUESTION: AskedQuestion = {
  asked: 'who leads checkout?',
  words: { weights: new Map(), best: 0, averageLength: 0, saturation: 1 },
  vectors: [new Float32Array(4)],
  timeAlone: false,
  nearer: new Map(),
};
const PREDECESSOR = memoryOf('Rides are booked an hour ahead.', { row: 7 });
/** Short memories are read whole, so nothing is searched. */
const STORE = { search: {}, memories: { byRows: async () => [PREDECESSOR] } } as unknown as Store;

const found = (content: string, vector: number, more: Partial<Parts> = {}): Found => ({
  memory: memoryOf(content),
  score: vector * DEFAULT_WEIGHTS.vector,
  parts: { ...NO_PARTS, vector, ...more },
  cosine: vector,
  coverage: 0,
  excerpt: null,
  replaces: null,
  changedBy: null,
  stale: null,
});

/** Orders results by a model with these odds for each text, and notes what it read. */
async function ordered(results: readonly Found[], odds: Readonly<Record<string, number | null>>, question = QUESTION) {
  const read: string[] = [];
  const judge = async (_: string, passage: string) => {
    read.push(passage);
    return odds[passage] ?? null;
  };
  const answer = await new Verdicts(STORE, { judge }).order(results, question, DEFAULT_WEIGHTS);
  return { ...answer, texts: answer.found.map(({ memory }) => memory.content), read };
}

const THREE = [found('near', 0.6), found('answer', 0.5), found('far', 0.1)];

describe('verdicts', () => {
  it('read only the first result if no other could come before it', async () => {
    const { found, verdict, read } = await ordered(THREE, { near: 4, answer: 4, far: 4 });
    expect(found).toEqual(THREE);
    expect(verdict).toEqual({ passage: 'near', odds: 4 });
    expect(read).toEqual(['near']);
  });

  it('read on as long as a result that is likely to answer would come first', async () => {
    const { texts, read } = await ordered(THREE, { near: 0, answer: 4, far: 4 });
    expect(read).toEqual(['near', 'answer']);
    expect(texts).toEqual(['answer', 'near', 'far']);
  });

  it('lead with a later result that answers when the first does not', async () => {
    const { found, texts, verdict } = await ordered(THREE, { near: -3, answer: 3, far: -3 });
    expect(texts).toEqual(['answer', 'near', 'far']);
    expect(verdict).toEqual({ passage: 'answer', odds: 3 });
    const share = 1 / (1 + Math.exp(-3));
    expect(found[0]?.parts.answer).toBeCloseTo(share, 9);
    expect(found[0]?.score).toBeCloseTo((DEFAULT_WEIGHTS.vector * 0.5 + 0.5 * share) / 1.5, 9);
  });

  it('take what replaced an answer for one, too', async () => {
    const result = found('Now it is half that.', 0.5);
    const odds = { 'Now it is half that.': -3, [PREDECESSOR.content]: 3 };
    expect((await ordered([result], odds)).verdict?.odds).toBe(-3);
    const nearer = new Map([[result.memory.row, PREDECESSOR.row]]);
    expect((await ordered([result], odds, { ...QUESTION, nearer })).verdict?.odds).toBe(3);
  });

  it('take something off for a memory about the opposite, so that others are read', async () => {
    const staging = { ...QUESTION, asked: 'which port has staging?' };
    const results = [found('Production has port 1.', 0.6), found('It has port 2.', 0.5)];
    const odds = { 'Production has port 1.': 2, 'It has port 2.': 1 };
    const { texts, verdict } = await ordered(results, odds, staging);
    expect(texts[0]).toBe('It has port 2.');
    expect(verdict?.odds).toBe(1);
    expect((await ordered(results.slice(0, 1), odds, staging)).verdict?.odds).toBe(-4);
  });

  it('lead with the later of two results if it answers as well, and with the earlier if it does not', async () => {
    const later = {
      ...found('Larkspur deploys on Thursdays.', 0.5),
      memory: memoryOf('Larkspur deploys on Thursdays.', { id: 'later' }),
    };
    const earlier = { ...found('Larkspur deploys on Tuesdays.', 0.6), changedBy: later.memory.id };
    const first = async (odds: number) =>
      (await ordered([earlier, later], { [earlier.memory.content]: 2, [later.memory.content]: odds })).texts[0];
    expect(await first(2)).toBe(later.memory.content);
    expect(await first(-4)).toBe(earlier.memory.content);
    const elsewhere = { ...earlier, changedBy: 'elsewhere' };
    const { verdict } = await ordered([elsewhere, later], { [earlier.memory.content]: 2, [later.memory.content]: 2 });
    expect(verdict?.passage).toBe(earlier.memory.content);
  });

  it('lead with a later result that says the first is over, however little else it answers, and are as sure of it', async () => {
    const later = {
      ...found('The Woodpecker server was shut down.', 0.4),
      memory: memoryOf('The Woodpecker server was shut down.', { id: 'later' }),
    };
    const earlier = { ...found('CI is on Woodpecker.', 0.6), changedBy: later.memory.id };
    const odds = { [earlier.memory.content]: 3, [later.memory.content]: -4 };
    const { texts, changed } = await ordered([earlier, later], odds);
    expect(texts).toEqual([later.memory.content, earlier.memory.content]);
    expect(changed?.verdict.odds).toBe(3);
  });

  it('lead with the earlier of two results if it answers by a clause that the later leaves as it was', async () => {
    const content = 'CI is on Woodpecker; flaky tests are listed in flaky.txt.';
    const told = 'The Woodpecker server was shut down.';
    const later = { ...found(told, 0.5), memory: memoryOf(told, { id: 'later' }) };
    const earlier = { ...found(content, 0.6), changedBy: later.memory.id };
    const first = async (changed: number, kept: number) => {
      const parts = { 'CI is on Woodpecker;': changed, 'flaky tests are listed in flaky.txt.': kept };
      return (await ordered([earlier, later], { [content]: 2, [told]: 1, ...parts })).texts[0];
    };
    expect(await first(-4, 2)).toBe(content);
    expect(await first(2, -4)).toBe(told);
  });

  it('lead with the later result however much nearer the earlier one is, and put neither behind what was not read', async () => {
    const later = { ...found('later', 0.2), memory: memoryOf('later', { id: 'later' }) };
    const earlier = { ...found('earlier', 1), changedBy: 'later' };
    const others = Array.from({ length: READ }, (_, i) => found(`other ${i}`, 0.19));
    const odds = { earlier: 3, later: 1, ...Object.fromEntries(others.map(({ memory }) => [memory.content, -4])) };
    const { texts, found: all } = await ordered([earlier, later, ...others], odds);
    expect(texts[0]).toBe('later');
    expect(texts.indexOf('earlier')).toBeLessThan(READ);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const { score, parts } of all) expect(score).toBeCloseTo(scoreOf(parts, DEFAULT_WEIGHTS), 9);
    const currentOf = (content: string) => all.find(({ memory }) => memory.content === content)?.parts.current;
    expect(others.map(({ memory }) => currentOf(memory.content))).toEqual(others.map(() => null));
    expect(currentOf('later')).toBeGreaterThan(currentOf('earlier') ?? 1);
  });

  it('lead with the later result over a third that is nearer than the later one', async () => {
    const later = { ...found('later', 0.35), memory: memoryOf('later', { id: 'later' }) };
    const earlier = { ...found('earlier', 0.8), changedBy: 'later' };
    const { texts, read } = await ordered([earlier, found('third', 0.7), later], { earlier: 2, third: 2, later: 2 });
    expect(read).toEqual(['earlier', 'later']);
    expect(texts).toEqual(['later', 'earlier', 'third']);
  });

  it('lead with a later result that lies far behind, if it answers as well', async () => {
    const later = { ...found('later', 0.1), memory: memoryOf('later', { id: 'later' }) };
    const earlier = { ...found('earlier', 0.8), changedBy: 'later' };
    const others = Array.from({ length: READ + 2 }, (_, i) => found(`other ${i}`, 0.3));
    const results = [earlier, ...others, later];
    expect((await ordered(results, { earlier: 2, later: 2 })).texts[0]).toBe('later');
    const { texts } = await ordered(results, { earlier: 2, later: -4 });
    expect(texts.slice(0, 2)).toEqual(['earlier', 'later']);
  });

  it('show a later result that does not answer as well directly behind the one that it may have changed', async () => {
    const later = { ...found('later', 0.35), memory: memoryOf('later', { id: 'later' }) };
    const earlier = { ...found('earlier', 0.8), changedBy: 'later' };
    const results = [earlier, found('unread', 0.4), later];
    expect((await ordered(results, { earlier: 4, later: -0.5 })).texts).toEqual(['earlier', 'later', 'unread']);
  });

  it('lead with the last of several changes', async () => {
    const at = (content: string, vector: number, eventTime: number, changedBy: string | null) => ({
      ...found(content, vector),
      memory: memoryOf(content, { id: content, eventTime }),
      changedBy,
    });
    const results = [at('pnpm', 0.8, 1, 'yarn'), at('yarn', 0.5, 2, 'bun'), at('bun', 0.3, 3, null)];
    expect((await ordered(results, { pnpm: 2, yarn: 2, bun: 2 })).texts[0]).toBe('bun');
  });

  it('lead with no third result because of a later one that does not answer', async () => {
    const later = { ...found('later', 0.3), memory: memoryOf('later', { id: 'later' }) };
    const earlier = { ...found('earlier', 0.6), changedBy: 'later' };
    const { texts } = await ordered([earlier, found('third', 0.55), later], { earlier: 3, third: 0.5, later: -4 });
    expect(texts[0]).toBe('earlier');
  });

  it('never put a result that was not read above one that was', async () => {
    const many = Array.from({ length: READ + 3 }, (_, i) => found(`m${i}`, 0.6 - i / 1000));
    const { texts, found: all, read } = await ordered(many, Object.fromEntries(many.map((_, i) => [`m${i}`, -4])));
    expect(read).toHaveLength(READ);
    expect(texts).toEqual(many.map((_, i) => `m${i}`));
    expect(all.slice(READ).map(({ parts }) => parts.answer)).toEqual([0, 0, 0]);
  });

  it.each([{ exact: 1 }, { time: 1 }])('leave the order of a question with %j', async (part) => {
    const results = [found('near', 0.6, part), found('answer', 0.5, part)];
    expect((await ordered(results, { near: -3, answer: 3 })).found).toEqual(results);
  });

  it('leave the order if the model could not read all in time, or the question has several pieces', async () => {
    expect((await ordered(THREE, { near: -3, answer: null, far: 3 })).found).toEqual(THREE);
    const pieces = { ...QUESTION, vectors: [new Float32Array(4), new Float32Array(4)] };
    const { found, verdict, read } = await ordered(THREE, { near: -3, answer: 3, far: 3 }, pieces);
    expect({ found, verdict, read }).toEqual({ found: THREE, verdict: null, read: [] });
  });
});

describe('a prompt, of which nothing is read,', () => {
  const later = { ...found('later', 0.3), memory: memoryOf('later', { id: 'later' }) };
  const earlier = { ...found('earlier', 0.8), changedBy: 'later' };
  const texts = (results: readonly Found[]) =>
    presentFirst(results, DEFAULT_WEIGHTS).map(({ memory }) => memory.content);

  it('gets a later result in the place of the one that it may have changed', () => {
    expect(texts([earlier, found('third', 0.7), later])).toEqual(['later', 'third', 'earlier']);
  });

  it('keeps the order where a time is asked for', () => {
    expect(texts([earlier, found('third', 0.7, { time: 1 }), later])).toEqual(['earlier', 'third', 'later']);
  });

  it('gets no later result first that holds less of what is quoted', () => {
    const quoted = (each: Found, exact: number) => ({ ...each, parts: { ...each.parts, exact } });
    expect(texts([quoted(earlier, 1), quoted(later, 0.5)])).toEqual(['earlier', 'later']);
    expect(texts([quoted(earlier, 1), quoted(later, 1)])).toEqual(['later', 'earlier']);
  });
});
