import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { MODEL, memory } from '../../suites/store-fixture.ts';
import { testOpening, warmUp } from '../server/fixture-database.ts';
import { openDatabase, openPostgresStore } from '../store.ts';
import { findTwins } from './twins.ts';

beforeAll(warmUp, 120_000);

it('twins among very many memories are found without sending the numbers of all of them', async () => {
  const opening = await testOpening(randomUUID());
  const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
  await store.embeddings.adopt(MODEL);
  const [one, two] = await store.memories.add([memory('one'), memory('two')]);
  if (!one || !two) throw new Error('not stored');
  const asked = vi.spyOn(database, 'all');
  const among = new Set([one.row, two.row, ...Array.from({ length: 10_000 }, (_, i) => two.row + 1 + i)]);
  expect(await findTwins(database, [one.row], among, 0.9)).toMatchObject([{ row: one.row, other: two.row }]);
  const bound = asked.mock.calls.flatMap(([{ values }]) => values.filter((value) => Array.isArray(value)));
  expect(Math.max(...bound.map(({ length }) => length))).toBe(1);
  for (const each of [store, database]) await each.close();
});
