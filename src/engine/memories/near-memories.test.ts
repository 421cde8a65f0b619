import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../stores/sqlite/store.ts';
import { MODEL, memory, NOW, vector } from '../../stores/suites/store-fixture.ts';
import type { Store } from '../ports.ts';
import { NearMemories } from './near-memories.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'remanence-near-'));
  store = await openSqliteStore(join(folder, 'test.db'));
  await store.embeddings.adopt(MODEL);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const unread = async () => ({ vectors: [], isUnreadable: true });

/** Near memories by a model that never has a verdict, and how often it was asked. */
function undecided() {
  const compare = vi.fn(async () => null);
  return { near: new NearMemories(store, { compare, questionIfAvailable: unread }, { now: () => NOW + 1 }), compare };
}
const passages = [{ terms: 'backups shop', vector: vector(0, 1) }];

it('the model is not asked what a memory changes that repeats a known one', async () => {
  const { near, compare } = undecided();
  const fresh = memory('Backups of the shop moved to the morning.');
  await store.memories.add([memory('Backups of the shop run at night.', { passages })]);
  expect((await near.to({}, fresh)).similar).toMatchObject([{ likeness: 'may_supersede' }]);
  expect(compare).toHaveBeenCalledTimes(1);
  await store.memories.add([memory(fresh.content)]);
  expect((await near.to({}, fresh)).similar).toMatchObject([{ likeness: 'duplicate' }, { likeness: 'may_supersede' }]);
  expect(compare).toHaveBeenCalledTimes(1);
});

it('the model reads no more than two of many memories that a new one may change', async () => {
  const { near, compare } = undecided();
  const days = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays'];
  for (const day of days) await store.memories.add([memory(`Backups of the shop run on ${day}.`, { passages })]);
  const { similar } = await near.to({}, memory('Backups of the shop moved to the morning.'));
  expect(similar).toHaveLength(2);
  expect(compare).toHaveBeenCalledTimes(2);
});

it('a memory changes by its words alone only the nearest of two, unless the model confirms the other', async () => {
  const confirming = (odds: number) =>
    new NearMemories(store, { compare: async () => odds, questionIfAvailable: unread }, { now: () => NOW + 1 }).to(
      {},
      memory('Backups of the shop moved to the morning.'),
    );
  for (const place of ['office', 'shop']) {
    await store.memories.add([memory(`Backups of the ${place} run at night.`, { passages })]);
  }
  expect((await confirming(-3)).similar).toHaveLength(1);
  expect((await confirming(2)).similar).toHaveLength(2);
});

it.each([
  { odds: -2, tilt: 1, related: 1 },
  { odds: -4, tilt: 1, related: 0 },
  { odds: -2, tilt: 4, related: 0 },
])(
  'is related to what is near, unless the model denies that it could be outdated: %o',
  async ({ odds, tilt, related }) => {
    const add = (content: string, at: number) =>
      memory(content, { passages: [{ terms: 'bundles', vector: vector(0, at) }] });
    await store.memories.add([add('Our own server delivers the bundles.', 0)]);
    const near = new NearMemories(
      store,
      { compare: async () => odds, questionIfAvailable: unread },
      { now: () => NOW + 1 },
    );
    const fresh = add('Updates go out through EAS.', tilt);
    expect(await near.to({}, fresh)).toMatchObject({ similar: [], related: { length: related } });
  },
);

it('finds what uses the thing that a memory says is used no more, however many are nearer', async () => {
  const { near } = undecided();
  const at = (content: string, tilt: number, terms: string) =>
    memory(content, { passages: [{ terms, vector: vector(0, tilt) }] });
  const [old] = await store.memories.add([at('Our bug tracker is Jira, project key FER.', 9, 'bug tracker jira')]);
  for (let i = 0; i < 12; i++) await store.memories.add([at(`Lift ${i} stands in hall ${i}.`, 0, 'lift hall')]);
  const { similar } = await near.to({}, at('We migrated from Jira to Linear.', 0, 'migrat jira linear'));
  expect(similar).toMatchObject([{ memory: { id: old?.id }, likeness: 'may_supersede' }]);
});
