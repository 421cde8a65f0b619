import { randomUUID } from 'node:crypto';
import { beforeAll, it } from 'vitest';
import { addUnsigned, expectSigned } from '../../suites/unsigned-traces.ts';
import { testOpening, warmUp } from '../server/fixture-database.ts';
import { openDatabase, openPostgresStore } from '../store.ts';
import { signedTraces } from './010-signed-traces.ts';

beforeAll(warmUp, 120_000);

it('components of an older database are tied to those that they name, with the signs', async () => {
  // As the owner of the tables.
  const opening = { ...(await testOpening(randomUUID())), begin: 'RESET ROLE' };
  const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
  const stored = await addUnsigned(store);
  await database.change(async (on) => signedTraces.data?.((statement) => on.all(statement)));
  await expectSigned(store, stored);
  for (const each of [store, database]) await each.close();
});
