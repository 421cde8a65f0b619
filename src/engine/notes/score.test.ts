import { describe, expect, it } from 'vitest';
import { calledNames, codeBlocks } from './code-names.ts';
import { type Candidate, distanceOf, importanceOf, priorityOf, rankNotes, scoreNotes } from './score.ts';
import { topicTags } from './tags.ts';

const WEIGHTS = { priority: 0.15, recency: 0.2, words: 0.1 };
const NOW = 1_700_000_000_000;
const note = (row: number, more: Partial<Candidate> = {}): Candidate => ({
  row,
  distance: 0.5,
  byWords: false,
  standing: 'none',
  priority: 1,
  time: NOW,
  ...more,
});
const scores = (...candidates: Candidate[]) => scoreNotes(candidates, WEIGHTS).map(({ score }) => score);

describe('the score of a note', () => {
  it('is its distance, lowered by matching words and raised by low priority', () => {
    const [plain, hit, low] = scores(note(1), note(2, { byWords: true }), note(3, { priority: 5 }));
    expect(plain).toBeCloseTo(0.5, 6);
    expect(hit).toBeCloseTo(0.4, 6);
    expect(low).toBeCloseTo(1.1, 6);
  });

  it('keeps the distance 0 of an exact match', () => {
    expect(scores(note(1, { distance: 0 }))[0]).toBeCloseTo(0, 6);
    expect(scores(note(1, { distance: 0, byWords: true, standing: 'exact', priority: 3 }))[0]).toBeCloseTo(0.2, 6);
  });

  it('grows with age, up to that of the oldest candidate', () => {
    const [newest, middle, oldest] = scores(note(1), note(2, { time: NOW - 60_000 }), note(3, { time: NOW - 240_000 }));
    expect(newest).toBeCloseTo(0.5, 6);
    expect(middle).toBeCloseTo(0.55, 6);
    expect(oldest).toBeCloseTo(0.7, 6);
    expect(scores(note(1), note(2, { time: NOW + 999 }))).toEqual([0.5, 0.5]);
  });

  it('turns cosines into distances of unit vectors', () => {
    expect([1, 0.9999999, 0.5, 0, -1].map(distanceOf)).toEqual([0, 0, 1, Math.SQRT2, 2]);
  });
});

describe('the ranking of notes', () => {
  const rank = (share: number) =>
    rankNotes(
      scoreNotes(
        [5, 4, 3, 2, 1].map((row) => note(row, { time: NOW + row * 1000, distance: row / 10 })),
        { ...WEIGHTS, recency: 0 },
      ),
      share,
    ).map(({ row }) => row);

  it.each([
    [1, [1, 2, 3, 4, 5]],
    [0.6, [3, 4, 5]],
    [0.41, [3, 4, 5]],
    [0.01, [5]],
  ])('with a share of %d keeps %j', (share, rows) => {
    expect(rank(share)).toEqual(rows);
  });
});

describe('a note that holds words of the question', () => {
  const ranked = (share: number, ...candidates: Candidate[]) =>
    rankNotes(scoreNotes(candidates, WEIGHTS), share).map(({ row }) => row);
  const old = { time: NOW - 1_000_000, priority: 5 };
  const [some, most, answers, exact] = (['some', 'most', 'answers', 'exact'] as const).map((standing) => ({
    byWords: true,
    standing,
  }));

  it('is never dropped for its age', () => {
    expect(ranked(0.1, note(1, { ...old, ...some }), note(2), note(3))).toContain(1);
  });

  it('is not ranked behind a note without any because of age or priority', () => {
    expect(ranked(1, note(1), note(2, { ...old, ...some }))).toEqual([2, 1]);
    // Only meaning may.
    expect(ranked(1, note(1, { distance: 0.2 }), note(2, { ...old, ...some }))).toEqual([1, 2]);
  });

  it('ranks before those with fewer when it holds most of them, and first when it is the question itself', () => {
    const common = [note(1, { ...some, distance: 0.3 }), note(2, { ...some, distance: 0.2 })];
    expect(ranked(1, ...common, note(3, { ...old, ...most, distance: 0.9 }))).toEqual([3, 2, 1]);
    const whole = note(3, { ...most, distance: 0.1 });
    expect(ranked(1, ...common, whole, note(4, { ...old, ...exact, distance: 0 }))).toEqual([4, 3, 2, 1]);
  });

  it('ranks after the note that answers, however many words it holds', () => {
    const candidates = [note(1, most), note(2, { ...old, ...answers, byWords: false, distance: 1 }), note(3, some)];
    expect(ranked(1, ...candidates)).toEqual([2, 1, 3]);
    expect(ranked(0.1, ...candidates)).toContain(2);
    expect(ranked(1, ...candidates, note(4, { ...exact, distance: 0 }))).toEqual([4, 2, 1, 3]);
  });

  it('has a score that matches its rank', () => {
    const candidates = [note(1), note(2, { ...old, ...most }), note(3, some), note(4, { ...old, ...exact })];
    const all = rankNotes(scoreNotes(candidates, WEIGHTS), 1).map(({ score }) => score);
    expect(all).toEqual(all.toSorted((a, b) => a - b));
  });

  it('is ranked by priority among similar notes', () => {
    expect(ranked(1, note(1, { ...most, priority: 4 }), note(2, most))).toEqual([2, 1]);
  });
});

describe('priorities', () => {
  it('survive the conversion to importance and back', () => {
    expect([1, 2, 3, 4, 5].map((priority) => priorityOf(importanceOf(priority)))).toEqual([1, 2, 3, 4, 5]);
    expect([0, 1, 2.5, 5, 7.5, 10].map(priorityOf)).toEqual([5, 5, 5, 4, 2, 1]);
  });
});

describe('topics', () => {
  it.each([
    ['Fixed the login bug in the API', 'bug,fix,api'],
    ['bugfix: deployments of the FrontEnd', 'bug,fix,frontend,deploy'],
    ['Database tests with UI errors', 'error,database,ui,test'],
    ['A quick build of the latest fixture', 'general'],
  ])('of %j are %s', (text, tags) => {
    expect(topicTags(text).join(',')).toBe(tags);
  });
});

describe('code in a note', () => {
  it('is what is fenced, or the whole note when it defines something', () => {
    expect(codeBlocks('Look:\n```py\ndef f(): pass\n```\nand\n```\nx = 1\n```\n')).toEqual([
      { text: 'def f(): pass\n', language: 'py' },
      { text: 'x = 1\n', language: null },
    ]);
    expect(codeBlocks('export function load() {}')).toHaveLength(1);
    expect(codeBlocks('We decided to define a class of its own for errors.')).toEqual([]);
  });

  it('calls names of three letters or more', () => {
    expect(calledNames('Call parse_config(x) and go(y), then obj.close() (twice), if (a) for(b)')).toEqual([
      'parse_config',
      'close',
    ]);
  });
});
