import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../engine/ports.ts';
import { MODEL, memory, NOW, vector } from '../../suites/store-fixture.ts';
import { scopeId } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { testOpening, warmUp } from '../server/fixture-database.ts';
import { raw, sql } from '../server/sql.ts';
import { openDatabase, openPostgresStore, storeOn } from '../store.ts';
import { feederOf, IndexFeeder } from './index-feeder.ts';
import { COMPARED } from './vector-index.ts';

beforeAll(warmUp, 120_000);

const FILTER = { within: {}, validAt: NOW + 1 };

/** Different for each, and far from the first axis. */
const PLACES = [1, 2, 3, 5, 7, 11, 13].map((times) => `sin(n * ${times})`).join(', ');

/** More vectors than are compared, all of one memory, and none of them in the index. */
async function fill(store: Store, database: Database): Promise<void> {
  await store.embeddings.adopt(MODEL);
  const [held] = await store.memories.add([memory('Much was said.', { passages: [] })]);
  await database.changeMuch(async (on) => {
    const scope = await scopeId(on, held?.scope ?? memory('').scope);
    const all = sql`generate_series(1, ${COMPARED}) n`;
    await on.run(sql`INSERT INTO passages (tenant_id, id, memory_row, scope_id, position, terms, pending)
      SELECT ${on.tenant}, -n, ${held?.row ?? 0}::bigint, ${scope}::bigint, n, '', 0 FROM ${all}`);
    await on.run(sql`INSERT INTO vectors (tenant_id, passage_id, memory_row, scope_id, position, vector)
      SELECT ${on.tenant}, -n, ${held?.row ?? 0}::bigint, ${scope}::bigint, n, l2_normalize(ARRAY[0, ${raw(PLACES)}]::vector) FROM ${all}`);
  });
}

/** So many may wait. */
const FEW = 4000;

const indexed = async (database: Database): Promise<number> =>
  Number(
    (await database.get(sql`SELECT count(*) AS n FROM vectors WHERE tenant_id = ${database.tenant} AND indexed`))?.n,
  );

it('vectors enter the index until few wait, once a tenant has many, and are found before and after', async () => {
  const opening = await testOpening(randomUUID());
  const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
  const near = async () => (await store.search.nearest(vector(0), FILTER, 2)).map(({ row }) => row);
  const feeder = new IndexFeeder(database, 'vectors');
  await fill(store, database);
  await feeder.feed();
  expect(await indexed(database)).toBe(0);
  const [one] = await store.memories.add([memory('One waits.')]);
  expect((await near())[0]).toBe(one?.row);
  await feeder.feed();
  expect(await indexed(database)).toBeGreaterThan(COMPARED - FEW);
  expect((await near())[0]).toBe(one?.row);
  await database.run(sql`UPDATE vectors SET indexed = true WHERE tenant_id = ${database.tenant} AND passage_id > 0`);
  expect((await near())[0]).toBe(one?.row);
  for (const each of [store, database]) await each.close();
}, 120_000);

describe('the index is fed, and nobody waits for it, when', () => {
  const passages = Array.from({ length: 100 }, (_, i) => ({ terms: `part ${i}`, vector: vector(1) }));
  const long = (content: string) => memory(content, { passages });
  const short = async (store: Store) => {
    const [added] = await store.memories.add([memory('short')]);
    if (!added) throw new Error('not stored');
    return added;
  };
  const embedded = { passages, model: MODEL };
  const nothing = { within: {}, at: NOW, merges: [], orphans: false, expiry: 0 };
  const WAYS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    'memories are stored': (store) => store.memories.add([long('stored')]),
    'a memory is stored if it is new': (store) => store.memories.addIfNew(long('new'), NOW + 1),
    'memories are imported': (store) => store.transfer.put([long('imported')], []),
    'memories are replaced by imported ones': async (store) => {
      const before = await short(store);
      await store.transfer.put([], [{ before, after: { ...long('replaced'), id: before.id } }]);
    },
    'a memory gets another text': async (store) => {
      const { id, revision } = await short(store);
      const derived = { ...embedded, mentions: [], phrases: [] };
      await store.memories.change(id, revision, { content: 'another', derived, updatedAt: NOW });
    },
    'a memory comes out of the bin': async (store) => {
      const { row: _, revision: __, ...kept } = await short(store);
      await store.forgetting.discard(kept.id, {}, NOW);
      await store.forgetting.restore({ ...long('restored'), ...kept });
    },
    'a memory that waited is embedded': async (store) => {
      const { row, revision } = await short(store);
      await store.embeddings.fill(row, revision, embedded);
    },
    'memories are normalised': async (store) => {
      const { row, revision } = await short(store);
      await store.normalising.apply({ ...nothing, refreshed: [{ row, revision, embedded }] }, () => {});
    },
  };
  it.each(Object.entries(WAYS))('%s', async (_, write) => {
    const opening = await testOpening(randomUUID());
    const database = await openDatabase(opening);
    const store = storeOn(database, opening.address);
    await store.embeddings.adopt(MODEL);
    const endless = () => new Promise<void>(() => {});
    const feed = vi.spyOn(feederOf(database, 'vectors'), 'feed').mockImplementation(endless);
    for (const times of [1, 2]) {
      await write(store);
      expect(feed).toHaveBeenCalledTimes(times);
    }
    await store.close();
  });
});
