import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../engine/ids.ts';
import { accessSuite } from '../suites/access.suite.ts';
import { browsingSuite } from '../suites/browsing.suite.ts';
import { codeSuite } from '../suites/code.suite.ts';
import { codeBrowsingSuite } from '../suites/code-browsing.suite.ts';
import { concurrencySuite } from '../suites/concurrency.suite.ts';
import { graphSuite } from '../suites/graph.suite.ts';
import { inboxSuite } from '../suites/inbox.suite.ts';
import { knowledgeSuite } from '../suites/knowledge.suite.ts';
import { maintenanceSuite } from '../suites/maintenance.suite.ts';
import { networkSuite } from '../suites/network.suite.ts';
import { searchSuite } from '../suites/search.suite.ts';
import { storeSuite } from '../suites/store.suite.ts';
import { memory, NOW } from '../suites/store-fixture.ts';
import { traceSuite } from '../suites/trace.suite.ts';
import { transferSuite } from '../suites/transfer.suite.ts';
import { openBareStore, withoutTenant } from './server/fixture-bare.ts';
import { asTenant, SERVER, testOpening, warmUp } from './server/fixture-database.ts';
import { sql } from './server/sql.ts';
import { openDatabase, openPostgresStore } from './store.ts';
import { cubeWallSuite } from './walls.suite.ts';

const name = SERVER === undefined ? 'pglite' : 'postgres';

const asBareTenant = () => {
  const tenant = randomUUID();
  return { open: async () => openBareStore(await testOpening(tenant), withoutTenant), dispose: () => {} };
};

// PGlite takes some seconds to start.
beforeAll(warmUp, 120_000);

const SUITES = [
  ...[storeSuite, searchSuite, graphSuite, accessSuite, codeSuite, traceSuite, networkSuite, knowledgeSuite],
  ...[browsingSuite, codeBrowsingSuite, inboxSuite, transferSuite, maintenanceSuite],
];
for (const suite of SUITES) suite(name, asTenant);
cubeWallSuite();

// Every test is a tenant and has the texts of all others beside it: what holds without a condition holds behind the wall alone.
if (SERVER !== undefined) for (const suite of SUITES) suite('postgres without its conditions by tenant', asBareTenant);
else
  describe('pglite without its conditions by tenant', () =>
    it.skip('takes too long here: REMANENCE_TEST_DATABASE', () => {}));
// PGlite is one session: two writers would take turns.
if (SERVER !== undefined) concurrencySuite(name, asTenant);
else describe('pglite, written by two at once,', () => it.skip('needs a server: REMANENCE_TEST_DATABASE', () => {}));

describe('servers that share a database', () => {
  it('leave a job alone as long as it is heard of, whatever its machine is called', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    const job = { id: newId(NOW), kind: 'index', total: 1, startedAt: NOW, by: null };
    await store.jobs.start(job, 1000);
    // As by a process in a container of the same name, which cannot be seen from here.
    const owner = `${hostname()} 4194305`;
    await database.run(sql`UPDATE jobs SET owner = ${owner} WHERE tenant_id = ${database.tenant}`);
    expect(await store.jobs.start({ ...job, id: newId(NOW) }, 60_000)).toBeNull();
    for (const each of [store, database]) await each.close();
  });

  it('tell of what was committed late, though its revision is below what was seen before', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    const row = await database.change((on) => on.get(sql`SELECT nextval('revisions') AS early`));
    await store.memories.add([memory('seen first')]);
    const mark = await store.activity.mark();
    expect(await store.activity.mark()).toBe(mark);
    const [late] = await store.memories.add([memory('committed late')]);
    await database.run(
      sql`UPDATE memories SET revision = ${Number(row?.early)} WHERE tenant_id = ${database.tenant} AND id = ${late?.id ?? ''}`,
    );
    expect(await store.activity.mark()).toBeGreaterThan(mark);
    expect((await store.activity.since(mark, 0, {})).memories).toMatchObject([{ text: 'committed late' }]);
    for (const each of [store, database]) await each.close();
  });
});
