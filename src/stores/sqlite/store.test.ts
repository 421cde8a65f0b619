import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { MODEL, memory, NOW } from '../suites/store-fixture.ts';
import { traceSuite } from '../suites/trace.suite.ts';
import { transferSuite } from '../suites/transfer.suite.ts';
import { Database } from './file/database.ts';
import { openSqliteStore } from './store.ts';

const freshFolder = () => mkdtempSync(join(tmpdir(), 'remanence-sqlite-'));

const inFreshFolder = () => {
  const folder = freshFolder();
  return {
    open: () => openSqliteStore(join(folder, 'test.db')),
    dispose: () => rmSync(folder, { recursive: true }),
  };
};
storeSuite('sqlite', inFreshFolder);
searchSuite('sqlite', inFreshFolder);
graphSuite('sqlite', inFreshFolder);
accessSuite('sqlite', inFreshFolder);
codeSuite('sqlite', inFreshFolder);
machinesSuite('sqlite', inFreshFolder);
traceSuite('sqlite', inFreshFolder);
networkSuite('sqlite', inFreshFolder);
knowledgeSuite('sqlite', inFreshFolder);
browsingSuite('sqlite', inFreshFolder);
countingSuite('sqlite', inFreshFolder);
codeBrowsingSuite('sqlite', inFreshFolder);
inboxSuite('sqlite', inFreshFolder);
concurrencySuite('sqlite', inFreshFolder);
transferSuite('sqlite', inFreshFolder);
maintenanceSuite('sqlite', inFreshFolder);

describe('the file', () => {
  let folder: string;
  beforeEach(() => {
    folder = freshFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('of a newer version is refused with a hint', async () => {
    const path = join(folder, 'newer.db');
    new Database(path).close();
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 999');
    database.close();
    await expect(openSqliteStore(path)).rejects.toThrow(/newer Remanence/);
  });

  it('of another program is refused and left alone', async () => {
    const path = join(folder, 'other.db');
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE bookmarks (url TEXT)');
    await expect(openSqliteStore(path)).rejects.toThrow(/another program/);
    expect(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toMatchObject({ n: 1 });
    database.close();
  });

  it('is refused and left alone if it is not a database', async () => {
    const path = join(folder, 'broken.db');
    writeFileSync(path, 'this is not a database, and longer than a header would be '.repeat(20));
    await expect(openSqliteStore(path)).rejects.toThrow(/not a database/);
    expect(existsSync(path)).toBe(true);
  });

  it('is not reported as damaged after another process has deleted much of it', async () => {
    const path = join(folder, 'shared.db');
    const [store, other] = [await openSqliteStore(path), await openSqliteStore(path)];
    await store.embeddings.adopt(MODEL);
    const stored = await store.memories.add(Array.from({ length: 300 }, (_, i) => memory(`note ${i} of the harbour`)));
    expect(await store.check()).toEqual([]);
    for (const { id } of stored.slice(100)) await other.forgetting.remove(id, {});
    expect(await store.check()).toEqual([]);
    for (const each of [store, other]) await each.close();
  });

  it('lists what comes after a damaged memory in every page', async () => {
    const path = join(folder, 'damaged.db');
    const store = await openSqliteStore(path);
    await store.embeddings.adopt(MODEL);
    const stored = await store.memories.add(Array.from({ length: 9 }, (_, i) => memory(`note ${i}`)));
    const [first] = stored;
    if (!first) throw new Error('not stored');
    const pairs = stored
      .slice(1)
      .map((other) => ({ kind: 'duplicate', memory: first, other, similarity: 1, foundAt: NOW }) as const);
    await store.inbox.note(pairs);
    const file = new Database(path);
    file.run("UPDATE memories SET content = content || '?' WHERE content IN ('note 7', 'note 5')");
    file.close();
    const page = { within: {}, after: null, limit: 4 };
    expect([
      (await store.memories.page(page)).length,
      (await store.memories.knownAt(page, NOW)).length,
      (await store.inbox.pairs('duplicate', { ...page, at: NOW + 1 })).length,
      (await store.normalising.valid({}, NOW + 1, stored[3]?.row ?? 0, 2)).length,
    ]).toEqual([4, 4, 4, 2]);
    expect(await store.memories.page({ ...page, limit: 9 })).toHaveLength(7);
    await store.close();
  });

  it('is created with its folder', async () => {
    const store = await openSqliteStore(join(folder, 'a', 'b', 'new.db'));
    await store.close();
    expect(readdirSync(join(folder, 'a', 'b'))).toContain('new.db');
  });
});
