import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../engine/ports.ts';
import { MODEL, memory, NOW, vector } from '../../suites/store-fixture.ts';
import { scopeId } from '../memories/scopes.ts';
import type { Database } from '../server/database.ts';
import { testOpening, warmUp } from '../server/fixture-database.ts';
import { raw, sql } from '../server/sql.ts';
import { openDatabase, openPostgresStore } from '../store.ts';
import { Entering } from './entering.ts';
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
      SELECT ${on.tenant}, -n, ${held?.row ?? 0}::bigint, ${scope}::bigint, n, ARRAY[0, ${raw(PLACES)}]::vector FROM ${all}`);
  });
}

const indexed = async (database: Database): Promise<number> =>
  Number(
    (await database.get(sql`SELECT count(*) AS n FROM vectors WHERE tenant_id = ${database.tenant} AND indexed`))?.n,
  );

it('vectors enter the index once a tenant has many, and are found before and after', async () => {
  const opening = await testOpening(randomUUID());
  const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
  const near = async () => (await store.search.nearest(vector(0), FILTER, 2)).map(({ row }) => row);
  const entering = new Entering(database, 'vectors');
  await entering.wrote(300);
  await entering.wrote(300);
  expect(await indexed(database)).toBe(0);
  await fill(store, database);
  const [one] = await store.memories.add([memory('One waits.')]);
  expect((await near())[0]).toBe(one?.row);
  await entering.wrote(300);
  await entering.wrote(300);
  expect(await indexed(database)).toBeGreaterThanOrEqual(600);
  expect((await near())[0]).toBe(one?.row);
  await database.run(sql`UPDATE vectors SET indexed = true WHERE tenant_id = ${database.tenant} AND passage_id > 0`);
  expect((await near())[0]).toBe(one?.row);
  for (const each of [store, database]) await each.close();
}, 120_000);
