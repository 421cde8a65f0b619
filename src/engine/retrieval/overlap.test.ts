import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import { MODEL, memory, NOW, vector } from '../../stores/suites/store-fixture.ts';
import type { Store } from '../ports.ts';
import { terms } from '../text/terms.ts';
import {
  importanceOfStep,
  importanceStep,
  overlapScore,
  questionWords,
  recency,
  relevance,
  sharedWords,
} from './overlap.ts';
import { searchByOverlap } from './overlap-search.ts';

const HOUR = 3_600_000;

describe('overlap', () => {
  it.each([
    ['project deadline', 'The project deadline is March 1st', 1],
    ['Project PROJECT budget', 'the project', 0.5],
    ['deadline, "budget"?', '(Deadline!) and budgets.', 1],
    ['how do we deploy services', 'The service was deployed.', 1],
    ['when is the deadline', 'The deadline is near', 1],
    ['dead', 'The deadline', 0],
    ['what is the weather', 'What is the deadline', 0],
    ['what is it', 'It is late', 2 / 3],
    ['', 'anything', 0],
  ])('counts the words of %j in %j', (question, text, share) => {
    expect(sharedWords(questionWords(question), text)).toBeCloseTo(share, 6);
  });

  it('uses nearness as relevance when it exceeds shared words and a minimum', () => {
    expect([relevance(0.2, 0.7), relevance(0.9, 0.7), relevance(0.2, 0.3), relevance(0, 0.1)]).toEqual([
      0.7, 0.9, 0.2, 0,
    ]);
  });

  it('fades with a time constant of an hour, and never exceeds one', () => {
    expect(recency(NOW, NOW)).toBe(1);
    expect(recency(NOW + HOUR, NOW)).toBe(1);
    expect(recency(NOW - HOUR, NOW)).toBeCloseTo(0.3678794, 6);
    expect(recency(NOW - HOUR / 2, NOW)).toBeCloseTo(0.6065307, 6);
  });

  it.each([
    [0.75, 0, 5, 0.775],
    [1, 0, 10, 1],
    [0, HOUR, 2.5, 0.1603638],
    [0.5, 2 * HOUR, 7.5, 0.4406006],
    [0, 1000 * HOUR, 0, 0.05],
  ])('scores relevance %d at age %d and importance %d with %d', (shared, age, importance, score) => {
    expect(overlapScore(shared, { ingestionTime: NOW - age, importance }, NOW)).toBeCloseTo(score, 6);
  });

  it('has four steps of importance that convert back to themselves', () => {
    expect([1, 2, 3, 4].map((step) => importanceStep(importanceOfStep(step)))).toEqual([1, 2, 3, 4]);
    expect([0, 1, 2.6, 7.4, 9].map(importanceStep)).toEqual([1, 1, 2, 3, 4]);
  });
});

describe('the search by overlap', () => {
  const WORDS = 'deploy Deploys parseConfig parse-config parse_config -> naïve 数据库 the a rollback, rollback'.split(
    ' ',
  );
  let store: Store;
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  beforeAll(async () => {
    store = await openSqliteStore(':memory:');
    await store.embeddings.adopt(MODEL);
    const many = Array.from({ length: 1500 }, (_, i) => {
      const content = `note ${i} ${Array.from({ length: 1 + next(5) }, () => WORDS[next(WORDS.length)]).join(' ')}`;
      const passages = [{ terms: terms(content).join(' '), vector: vector(0) }];
      return memory(content, { passages, ingestionTime: NOW - next(48 * HOUR), importance: next(11), validFrom: 0 });
    });
    await store.memories.add(many);
  });
  afterAll(() => store.close());

  it.each([
    'deploy rollback',
    'the parseconfig',
    'PARSECONFIG parse-config -> x y z',
    '数据库 naïve the a',
    '->',
    'nothing of this',
    '"unbalanced ( AND',
  ])('finds for %j exactly what scoring every memory would', async (question) => {
    const filter = { within: {}, validAt: NOW };
    const all = await store.memories.list({ within: {}, limit: 5000, offset: 0 });
    const scores = all
      .map((each) => ({ each, shared: sharedWords(questionWords(question), each.content) }))
      .filter(({ shared }) => shared > 0)
      .map(({ each, shared }) => overlapScore(shared, each, NOW))
      .sort((a, b) => b - a);
    for (const limit of [1, 5, 40]) {
      const found = await searchByOverlap(store, question, { vectors: [], answer: null }, filter, limit);
      expect(found.map(({ score }) => score)).toEqual(scores.slice(0, limit));
    }
  });

  it('takes the memory that most likely answers for as relevant as any other', async () => {
    const filter = { within: {}, validAt: NOW };
    const answering = memory('Kamal does it', { passages: [{ terms: 'kamal', vector: vector(2) }], importance: 0 });
    const [added] = await store.memories.add([answering]);
    const answer = { row: added?.row ?? -1, confidence: 0.7 };
    const search = (question: string, limit: number) =>
      searchByOverlap(store, question, { vectors: [], answer }, filter, limit);
    expect((await search('wholly other words', 5)).map(({ relevance }) => relevance)).toEqual([0.7]);
    const found = await search('deploy rollback', 2000);
    expect(found.find(({ memory }) => memory.content === 'Kamal does it')?.relevance).toBe(1);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const limit of [1, 2, 5]) expect(await search('deploy rollback', limit)).toEqual(found.slice(0, limit));
  });

  it('finds near memories without shared words, and no distant ones', async () => {
    const filter = { within: {}, validAt: NOW };
    const far = memory('far away', { passages: [{ terms: 'far awai', vector: vector(1) }], importance: 10 });
    await store.memories.add([far]);
    const found = await searchByOverlap(store, 'wholly other words', { vectors: [vector(1)], answer: null }, filter, 5);
    expect(found.map(({ memory, relevance }) => [memory.content, relevance])).toEqual([
      ['far away', expect.closeTo(1, 5)],
    ]);
  });
});
