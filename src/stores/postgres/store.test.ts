import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../engine/ids.ts';
import type { CopiedMemories } from '../../engine/memories/ports.ts';
import type { Store } from '../../engine/ports.ts';
import { accessSuite } from '../suites/access.suite.ts';
import { browsingSuite } from '../suites/browsing.suite.ts';
import { codeSuite } from '../suites/code.suite.ts';
import { codeBrowsingSuite } from '../suites/code-browsing.suite.ts';
import { concurrencySuite } from '../suites/concurrency.suite.ts';
import { countingSuite } from '../suites/counting.suite.ts';
import { graphSuite } from '../suites/graph.suite.ts';
import { inboxSuite } from '../suites/inbox.suite.ts';
import { knowledgeSuite } from '../suites/knowledge.suite.ts';
import { machinesSuite } from '../suites/machines.suite.ts';
import { maintenanceSuite } from '../suites/maintenance.suite.ts';
import { networkSuite } from '../suites/network.suite.ts';
import { searchSuite } from '../suites/search.suite.ts';
import { storeSuite } from '../suites/store.suite.ts';
import { again, memory, NOW } from '../suites/store-fixture.ts';
import { traceSuite } from '../suites/trace.suite.ts';
import { transferSuite } from '../suites/transfer.suite.ts';
import { lockSpaces, placeOf } from './memories/scopes.ts';
import { openBareStore, withoutTenant } from './server/fixture-bare.ts';
import { asTenant, IS_DISTRIBUTED, SERVER, testOpening, warmUp } from './server/fixture-database.ts';
import { sql } from './server/sql.ts';
import { Transaction } from './server/transaction.ts';
import { openDatabase, openPostgresStore } from './store.ts';
import { cubeWallSuite } from './walls.suite.ts';

const name = SERVER === undefined ? 'pglite' : 'postgres';

const asBareTenant = () => {
  const tenant = randomUUID();
  return { open: async () => openBareStore(await testOpening(tenant), withoutTenant), dispose: () => {} };
};

// PGlite takes a few seconds to start.
beforeAll(warmUp, 120_000);

const SUITES = [
  ...[
    storeSuite,
    searchSuite,
    graphSuite,
    accessSuite,
    codeSuite,
    machinesSuite,
    traceSuite,
    networkSuite,
    knowledgeSuite,
  ],
  ...[browsingSuite, countingSuite, codeBrowsingSuite, inboxSuite, transferSuite, maintenanceSuite],
];
for (const suite of SUITES) suite(name, asTenant);
cubeWallSuite();

// Each test is a tenant beside those of all other tests: without conditions, only row-level security keeps them apart.
// On Citus a query without its tenant goes to every worker, which few kinds of queries can.
const withoutConditions = `${name} without tenant conditions`;
if (SERVER === undefined)
  describe(withoutConditions, () => it.skip('needs a server: REMANENCE_TEST_DATABASE', () => {}));
else if (IS_DISTRIBUTED) describe(withoutConditions, () => it.skip('needs tables that are not distributed', () => {}));
else for (const suite of SUITES) suite(withoutConditions, asBareTenant);
// PGlite has only one session, so two writers would take turns.
if (SERVER !== undefined) concurrencySuite(name, asTenant);
else describe('pglite, written by two at once,', () => it.skip('needs a server: REMANENCE_TEST_DATABASE', () => {}));

describe('counts of memories', () => {
  it('that are wrong are reported, and mended by normalising', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    await store.memories.add([memory('one'), memory('two', { type: 'design' })]);
    await database.run(
      sql`UPDATE memory_counts SET open = open + 1 WHERE tenant_id = ${database.tenant} AND type = 'design'`,
    );
    expect(await store.check()).toEqual(['2 counts of memories are wrong; remanence normalize mends them']);
    const nothing = { within: {}, at: NOW, merges: [], orphans: false, refreshed: [], expiry: 0 };
    await store.normalising.apply(nothing, () => {});
    expect(await store.check()).toEqual([]);
    for (const each of [store, database]) await each.close();
  });
});

/** Long enough for what was started to ask for a lock. */
const oneWaits = () => after(300);

describe('servers that share a database', () => {
  it.skipIf(SERVER === undefined)('keep in the bin what one superseded while another was moving it there', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    const [newer, old] = await store.memories.add([memory('new'), memory('old', { validUntil: NOW })]);
    if (!newer || !old) throw new Error('not stored');
    let moved: Promise<boolean> | undefined;
    await database.change(async (on) => {
      await lockSpaces(on, [(await placeOf(on, old.scope)).space]);
      await on.run(
        sql`UPDATE memories SET superseded_by = ${newer.id} WHERE tenant_id = ${on.tenant} AND row = ${old.row}`,
      );
      moved = store.forgetting.discard(newer.id, {}, NOW);
      await after(300);
    });
    expect(await moved).toBe(true);
    expect((await store.memories.get(old.id, {}))?.supersededBy).toBeNull();
    await again(store, newer.id);
    expect((await store.memories.get(old.id, {}))?.supersededBy).toBe(newer.id);
    for (const each of [store, database]) await each.close();
  });

  it.skipIf(SERVER === undefined).each<[string, (store: Store, copied: CopiedMemories) => Promise<unknown>]>([
    ['a reset', ({ forgetting }, copied) => forgetting.reset({}, null, copied)],
    ['a purge', ({ forgetting }, copied) => forgetting.removeBefore(NOW + 1, {}, copied)],
  ])('keep a change that one acknowledged before %s by another came to its turn', async (_, remove) => {
    const opening = await testOpening(randomUUID());
    const [store, other, database] = [
      await openPostgresStore(opening),
      await openPostgresStore(opening),
      await openDatabase(opening),
    ];
    const [stored] = await store.memories.add([memory('old')]);
    if (!stored) throw new Error('not stored');
    let work: Promise<unknown> | undefined;
    await database.change(async (on) => {
      await lockSpaces(on, [(await placeOf(on, stored.scope)).space]);
      const changed = store.memories.change(stored.id, stored.revision, { content: 'new', updatedAt: NOW });
      await oneWaits();
      work = Promise.all([changed, remove(other, new Map([[stored.id, stored]]))]);
      await oneWaits();
    });
    await work;
    expect((await store.memories.get(stored.id, {}))?.content).toBe('new');
    for (const each of [store, other, database]) await each.close();
  });

  it('take the space before the edges, whether they delete a memory or restore it', async () => {
    const store = await openPostgresStore(await testOpening(randomUUID()));
    const [one, other] = await store.memories.add([memory('one'), memory('other')]);
    if (!one || !other) throw new Error('not stored');
    await store.transfer.relate({ type: 'SEE', from: one.id, to: other.id, createdAt: NOW }, {});
    const running = vi.spyOn(Transaction.prototype, 'run');
    const locksOf = async (work: () => Promise<unknown>) => {
      running.mockClear();
      await work();
      const texts = running.mock.calls.map(([{ texts }]) => texts.join('?'));
      const [space, edges] = ['FOR NO KEY UPDATE', 'pg_advisory_xact_lock('].map((lock) =>
        texts.findIndex((text) => text.includes(lock)),
      );
      return { space, edges };
    };
    for (const work of [() => store.forgetting.discard(one.id, {}, NOW), () => again(store, one.id)]) {
      const { space, edges } = await locksOf(work);
      expect(space).toBeGreaterThanOrEqual(0);
      expect(edges).toBeGreaterThan(space ?? 0);
    }
    running.mockRestore();
    await store.close();
  });

  it('do not take over a job with a fresh heartbeat, even if its host name is the same and its process is not visible', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    const job = { id: newId(NOW), kind: 'index', total: 1, startedAt: NOW, by: null };
    await store.jobs.start(job, 1000);
    // A process in another container with the same host name.
    const owner = `${hostname()} 4194305`;
    await database.run(sql`UPDATE jobs SET owner = ${owner} WHERE tenant_id = ${database.tenant}`);
    expect(await store.jobs.start({ ...job, id: newId(NOW) }, 60_000)).toBeNull();
    for (const each of [store, database]) await each.close();
  });

  it('report a recall that was committed late, with a lower number than one already seen', async () => {
    const opening = await testOpening(randomUUID());
    const [store, database] = [await openPostgresStore(opening), await openDatabase(opening)];
    const row = await database.change((on) => on.get(sql`SELECT nextval('recall_numbers') AS early`));
    const { tenant } = database;
    const log = (seq: number, question: string) =>
      database.run(sql`INSERT INTO recalls (tenant_id, seq, id, at, who, profile, tool, question, given, count, weak, tokens, ms)
        VALUES (${tenant}, ${seq}, ${newId(NOW)}, ${NOW}, 'ada', 'p', 'recall', ${question}, '[]', 0, 0, 0, 0)`);
    await log(Number(row?.early) + 1, 'Seen first?');
    const after = await store.recalls.mark();
    await log(Number(row?.early), 'Committed late?');
    const until = await store.recalls.mark();
    expect(until).toBeGreaterThan(after);
    expect(await store.recalls.since({ after, until }, {}, 10)).toMatchObject([{ question: 'Committed late?' }]);
    for (const each of [store, database]) await each.close();
  });

  it('report a memory that was committed late, with a lower revision than one already seen', async () => {
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
    const until = await store.activity.mark();
    expect(until).toBeGreaterThan(mark);
    expect((await store.activity.since({ after: mark, until, at: 0 }, {})).memories).toMatchObject([
      { text: 'committed late' },
    ]);
    for (const each of [store, database]) await each.close();
  });
});
