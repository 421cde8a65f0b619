import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenEngine, OWNER, openTestEngine } from '../../../test/open.ts';
import { namesRival } from './rivals.ts';

let open: OpenEngine;
beforeAll(async () => {
  open = await openTestEngine();
  const notes = [
    'Logs of Larkspur go to Loki and are kept for 21 days.',
    'Larkspur is written in Go.',
    'The frontend of Larkspur is Svelte.',
    'Marigold keeps the inventory of freight wagons.',
    'The frontend of Marigold is Angular.',
    'Marigold is deployed on Wednesdays.',
  ];
  await open.engine.memories.storeMany(
    OWNER,
    notes.map((content) => ({ content })),
  );
});
afterAll(() => open.dispose());

const isWeak = async (question: string) => (await open.engine.retrieval.recall(OWNER, question, { limit: 3 })).weak;

it('a memory about another well-known thing than the question names is marked weak', async () => {
  expect(await isWeak('How long are the logs of Larkspur kept?')).toBe(false);
  expect(await isWeak('How long are the logs of Marigold kept?')).toBe(true);
  expect(await isWeak('how long are the logs of marigold kept')).toBe(true);
  expect(await isWeak('how long are the logs of larkspur kept')).toBe(false);
});

it.each([
  ['another well-known thing', 'Logs of Larkspur go to Loki.', true],
  ['what is asked for as well', 'Logs of Larkspur and Marigold go to Loki.', false],
  ['nothing well known', 'Logs go to Loki, as Hinemoa asked.', false],
  ['the other in lower case', 'logs go to a field of larkspur', false],
])('a text that names %s', async (_, text, expected) => {
  const mentions = new Map([
    ['larkspur', 5],
    ['marigold', 5],
    ['hinemoa', 1],
  ]);
  const entitiesByKey = async (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const known = mentions.get(key);
      return known === undefined ? [] : [{ row: 1, key, mentions: known, subjects: 1 }];
    });
  const named = [{ row: 2, key: 'marigold', mentions: 5, subjects: 1, trust: 1 }];
  expect(await namesRival(named, text, { entitiesByKey }, {})).toBe(expected);
  expect(await namesRival([], text, { entitiesByKey }, {})).toBe(false);
});
