import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { memory } from '../../suites/store-fixture.ts';
import { IS_DISTRIBUTED, testOpening, warmUp } from '../server/fixture-database.ts';
import { raw } from '../server/sql.ts';
import { openDatabase, openPostgresStore } from '../store.ts';

beforeAll(warmUp, 120_000);

it.skipIf(IS_DISTRIBUTED)('the size of a tenant is its share of the tables, not that of all tenants', async () => {
  const filled = async (memories: number) => {
    // As the owner of the tables, who may analyse them.
    const opening = { ...(await testOpening(randomUUID())), begin: 'RESET ROLE' };
    const store = await openPostgresStore(opening);
    await store.memories.add(Array.from({ length: memories }, (_, i) => memory(`memory ${i} of a tenant`)));
    return { store, database: await openDatabase(opening) };
  };
  const [none, few, many] = [await filled(0), await filled(20), await filled(180)];
  await few.database.run(raw('ANALYZE memories'));
  const [nothing, little, much] = await Promise.all([none, few, many].map(({ store }) => store.size()));
  expect(nothing).toBe(0);
  expect(Math.round((much ?? 0) / (little ?? 0))).toBe(9);
  const { code, ...others } = await few.store.statistics.sizes();
  expect(code).toBe(0);
  expect(Math.min(...Object.values(others))).toBeGreaterThan(0);
  for (const { store, database } of [none, few, many]) for (const each of [store, database]) await each.close();
});
