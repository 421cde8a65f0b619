// Failures of a real server: connections that break, wait or run out, and servers that start together. PGlite has none.
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { dropDatabase } from '../../../test/database/drop-database.ts';
import { foldersOf } from '../../data-folder.ts';
import { newId } from '../../engine/ids.ts';
import type { Store } from '../../engine/ports.ts';
import { RemanenceError } from '../../errors.ts';
import { entity, MODEL, memory, NOW, NOWHERE, vector } from '../suites/store-fixture.ts';
import { PostgresHome } from './home.ts';
import { makeIndexes } from './memories/embeddings.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './server/database.ts';
import { SERVER, testOpening } from './server/fixture-database.ts';
import type { Opening } from './server/opening.ts';
import { prepared, raw, sql } from './server/sql.ts';
import { openDatabase, openPostgresStore } from './store.ts';

const WRITERS = 16;
const FOR_MS = 4000;

const saysRetry = (error: unknown): boolean => error instanceof RemanenceError && error.details?.retry === true;

/** A connection that breaks once, when the first memory is committed: before or after COMMIT reaches the server. */
function breakingAtCommit(arrives: boolean): { stream(): Socket; hasBroken(): boolean } {
  let isWhole = true;
  const stream = () => {
    const socket = new Socket();
    const write = socket.write.bind(socket);
    let isWriting = false;
    const writeOrBreak = (bytes: string | Uint8Array) => {
      const text = Buffer.from(bytes).toString('latin1');
      isWriting ||= text.includes('INSERT INTO memories');
      if (!isWhole || !isWriting || !text.includes('COMMIT')) return write(bytes);
      isWhole = false;
      if (arrives) return write(bytes, () => socket.destroy());
      socket.destroy();
      return false;
    };
    // A socket that connects takes back its own way to write.
    socket.once('connect', () => {
      socket.write = writeOrBreak;
    });
    return socket;
  };
  return { stream, hasBroken: () => !isWhole };
}

const WITHOUT_INDEXED = 'ALTER TABLE vectors DROP COLUMN indexed; ALTER TABLE chunk_vectors DROP COLUMN indexed';

/** A database that no other test has connections to. */
async function inOwnDatabase(work: (opening: Opening) => Promise<void>): Promise<void> {
  const opening = await testOpening('maker');
  const maker = await openDatabase(opening);
  const name = `fresh_${randomUUID().replaceAll('-', '')}`;
  await maker.pool.query(`CREATE DATABASE ${name}`);
  const address = new URL(opening.address);
  address.pathname = `/${name}`;
  try {
    await work({ ...opening, address: address.href });
  } finally {
    await dropDatabase((statement) => maker.pool.query(statement), name);
    await maker.close();
  }
}

describe.skipIf(SERVER === undefined)('a server, when something fails (needs REMANENCE_TEST_DATABASE),', () => {
  it('loses no acknowledged write and stores nothing twice while connections are cut', () =>
    inOwnDatabase(async (opening) => {
      const [one, other] = [await openPostgresStore(opening), await openPostgresStore(opening)];
      await one.embeddings.adopt(MODEL);
      const cutter = await openDatabase(opening);
      const until = Date.now() + FOR_MS;
      const acknowledged: string[] = [];
      const refused: unknown[] = [];
      const write = async (writer: number) => {
        const store = writer % 2 === 0 ? one : other;
        for (let i = 0; Date.now() < until; i++) {
          const note = memory(`writer ${writer} note ${i}`, {
            id: newId(NOW),
            scope: { ...NOWHERE, project: `p${writer}` },
          });
          try {
            const [stored] = await store.memories.add([note]);
            if (stored) acknowledged.push(stored.id);
          } catch (error) {
            refused.push(error);
          }
        }
      };
      const cut = async () => {
        while (Date.now() < until - 500) {
          await after(300);
          await cutter
            .all(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'remanence'
            AND datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 4`)
            .catch(() => {});
        }
      };
      await Promise.all([...Array.from({ length: WRITERS }, (_, i) => write(i)), cut()]);
      const stored = await cutter.all(sql`SELECT id FROM memories WHERE tenant_id = ${cutter.tenant}`);
      const ids = new Set(stored.map(({ id }) => String(id)));
      expect(acknowledged.length).toBeGreaterThan(WRITERS);
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
      expect(ids.size).toBe(stored.length);
      expect(refused.filter((error) => !(error instanceof RemanenceError))).toEqual([]);
      for (const store of [one, other]) await store.close();
      await cutter.close();
    }));

  it('finds at one server what another has acknowledged', async () => {
    const opening = await testOpening(randomUUID());
    const [one, other] = [await openPostgresStore(opening), await openPostgresStore(opening)];
    for (let i = 0; i < 20; i++) {
      const [stored] = await one.memories.add([memory(`visible ${i}`)]);
      expect(await other.memories.get(stored?.id ?? '', {})).not.toBeNull();
    }
    for (const store of [one, other]) await store.close();
  });

  it('reports a retryable error when a statement takes too long, and works afterwards', async () => {
    const database = await openDatabase({ ...(await testOpening(randomUUID())), timeoutMs: 500 });
    const began = Date.now();
    const refused = await database.all(sql`SELECT pg_sleep(5)`).catch((error: unknown) => error);
    expect(saysRetry(refused)).toBe(true);
    expect(Date.now() - began).toBeLessThan(4000);
    expect(await database.all(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
    await database.close();
  });

  const add = async (store: Store) => (await store.memories.add([memory('only once')]))[0];
  const addIfNew = (store: Store) => store.memories.addIfNew(memory('only once'), NOW);
  it.each([
    { add, arrives: true },
    { add, arrives: false },
    { add: addIfNew, arrives: true },
    { add: addIfNew, arrives: false },
  ])(
    'stores a memory exactly once by $add.name when the connection breaks at COMMIT (COMMIT arrived: $arrives)',
    async ({ add, arrives }) => {
      const opening = await testOpening(randomUUID());
      await (await openPostgresStore(opening)).close();
      const { stream, hasBroken } = breakingAtCommit(arrives);
      const store = await openPostgresStore({ ...opening, stream });
      const stored = await add(store);
      expect(stored).toMatchObject({ content: 'only once' });
      expect(await store.memories.count({})).toBe(1);
      expect(hasBroken()).toBe(true);
      await store.close();
    },
  );

  it('fails a call within its timeout when the connection goes silent, and recovers afterwards', async () => {
    const sockets: Socket[] = [];
    const stream = () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket;
    };
    const database = await openDatabase({ ...(await testOpening(randomUUID())), timeoutMs: 1000, stream });
    for (const swallowed of [
      () => database.all(sql`SELECT 1`),
      () => database.run(sql`UPDATE settings SET value = value WHERE tenant_id = ${database.tenant}`),
    ]) {
      for (const socket of sockets) socket.pause();
      const began = Date.now();
      expect(saysRetry(await swallowed().catch((error: unknown) => error))).toBe(true);
      expect(Date.now() - began).toBeLessThan(4000);
      expect(await database.all(sql`SELECT 1 AS n`)).toEqual([{ n: 1 }]);
    }
    await database.close();
  });

  it('reports a retryable error when all connections are in use', async () => {
    const database = await openDatabase({ ...(await testOpening(randomUUID())), pool: 2, timeoutMs: 1500 });
    const held = [1, 2].map(() =>
      database.all(sql`SELECT pg_sleep(1.2)`, {}, ['SET LOCAL statement_timeout = 10000']).catch(() => []),
    );
    await after(100);
    const hurried = await Promise.allSettled([3, 4, 5].map(() => database.all(sql`SELECT pg_sleep(1.4)`)));
    const refused = hurried.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
    expect(refused.every(saysRetry)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    await Promise.all(held);
    await database.close();
  });

  it('retries after a deadlock by itself', async () => {
    const database = await openDatabase(await testOpening(randomUUID()));
    for (const key of ['a', 'b'])
      await database.run(sql`INSERT INTO settings VALUES (${database.tenant}, ${key}, '0')`);
    const both = (first: string, second: string) =>
      database.change(async (on) => {
        for (const key of [first, second]) {
          await on.run(
            sql`UPDATE settings SET value = (value::int + 1)::text WHERE tenant_id = ${on.tenant} AND key = ${key}`,
          );
          await after(100);
        }
      });
    await Promise.all([both('a', 'b'), both('b', 'a')]);
    const rows = await database.all(
      sql`SELECT value FROM settings WHERE tenant_id = ${database.tenant} AND key IN ('a', 'b')`,
    );
    expect(rows).toEqual([{ value: '2' }, { value: '2' }]);
    await database.close();
  });

  it.each([
    ['SELECT 1 / 0', { sqlstate: '22012', retry: false }],
    ['SELECT pg_sleep(5)', { sqlstate: '57014', retry: true }],
  ])('reports why %s failed, not that the statements sent after it failed as well', async (failing, details) => {
    const database = await openDatabase({ ...(await testOpening(randomUUID())), timeoutMs: 500 });
    const changed = database.change(async (on) => {
      // Its error takes a few turns more to arrive than that of the others.
      const later = async () => ({ n: await on.run(raw(failing)) });
      await Promise.all([later(), on.run(sql`SELECT 2`), on.run(sql`SELECT 3`)]);
    });
    await expect(changed).rejects.toMatchObject({ details });
    await database.close();
  });

  it('treats a commit answered with a rollback as an error', async () => {
    const database = await openDatabase(await testOpening(randomUUID()));
    const swallowed = database.change(async (on) => {
      await on.run(sql`SELECT 1 / 0`).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    await database.close();
  });

  it('answers even if a pooler loses its prepared statements', async () => {
    const question = prepared(sql`SELECT ${7}::int AS n`);
    const ways = [
      (database: Database) => database.all(question),
      (database: Database) => database.change((on) => on.all(question)),
    ];
    for (const ask of ways) {
      const database = await openDatabase({ ...(await testOpening('pooled')), pool: 1 });
      expect(await ask(database)).toEqual([{ n: 7 }]);
      const kept = await database.pool.query('SELECT 1 FROM pg_prepared_statements');
      expect(kept.rowCount).toBe(1);
      await database.pool.query('DEALLOCATE ALL');
      expect(await ask(database)).toEqual([{ n: 7 }]);
      await database.close();
    }
  });

  it('answers changes made at once even if a pooler loses the prepared statements of all', async () => {
    const database = await openDatabase({ ...(await testOpening('pooled')), pool: 2 });
    const question = prepared(sql`SELECT ${7}::int AS n`);
    const ask = () =>
      database.change(async (on) => {
        // Until the other has begun as well.
        await after(100);
        return on.all(question);
      });
    expect(await Promise.all([ask(), ask()])).toEqual([[{ n: 7 }], [{ n: 7 }]]);
    const clients = await Promise.all([database.pool.connect(), database.pool.connect()]);
    for (const client of clients) {
      await client.query('DEALLOCATE ALL');
      client.release();
    }
    expect(await Promise.all([ask(), ask()])).toEqual([[{ n: 7 }], [{ n: 7 }]]);
    await database.close();
  });

  it('can be opened by several servers at once while empty, and is refused if its schema is newer', () =>
    inOwnDatabase(async (opening) => {
      const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(opening)));
      await stores[0]?.memories.add([memory('first')]);
      expect(await stores[2]?.memories.count({})).toBe(1);
      for (const store of stores) await store.close();
      await (await openPostgresStore({ ...opening, migrates: false })).close();
      const newer = await openDatabase(opening);
      await newer.pool.query('UPDATE schema_version SET version = version + 1');
      await newer.close();
      await expect(openPostgresStore(opening)).rejects.toThrow('newer Remanence');
    }));

  it('is not upgraded by who only looks, but told how to', () =>
    inOwnDatabase(async (opening) => {
      const database = await openDatabase(opening);
      await database.pool.query('UPDATE schema_version SET version = version - 1');
      const older = 'This database has the schema of an older version of Remanence.';
      const looking = openPostgresStore({ ...opening, migrates: false });
      await expect(looking).rejects.toMatchObject({ message: older, hint: expect.stringContaining('remanence serve') });
      const home = new PostgresHome(opening, foldersOf('/nowhere', '/nowhere/remanence.db'));
      expect(await home.examine()).toEqual([expect.stringContaining(older)]);
      const { rows } = await database.pool.query('SELECT version FROM schema_version');
      expect(rows).toEqual([{ version: migrations.length - 1 }]);
      await database.close();
    }));

  it('counts the memories of all tenants when an older schema is upgraded, and lets those who served go on', () =>
    inOwnDatabase(async (opening) => {
      const [one, other] = [await openPostgresStore(opening), await openPostgresStore({ ...opening, tenant: 'other' })];
      await one.memories.add([memory('mine'), memory('ended', { validUntil: NOW + 1 })]);
      await other.memories.add([memory('theirs')]);
      await other.graph.declareEntity(entity('C++', { key: 'c' }));
      for (const store of [one, other]) await store.close();
      const older = await openDatabase(opening);
      // A role that every server has, in place of one that serves.
      await older.pool.query('GRANT SELECT, INSERT, UPDATE, DELETE ON memories TO pg_monitor');
      await older.pool.query(`DROP TABLE memory_counts; ${WITHOUT_INDEXED}; UPDATE schema_version SET version = 7`);
      await older.close();
      const [mine, theirs] = [
        await openPostgresStore(opening),
        await openPostgresStore({ ...opening, tenant: 'other' }),
      ];
      expect([await mine.memories.count({}), await theirs.memories.count({})]).toEqual([2, 1]);
      expect([await mine.check(), await theirs.check()]).toEqual([[], []]);
      expect(await theirs.graph.entitiesByKey(['c++'], {})).toHaveLength(1);
      const upgraded = await openDatabase(opening);
      const { rows } =
        await upgraded.pool.query(`SELECT has_table_privilege('pg_monitor', 'memory_counts', 'INSERT') AS may,
        (SELECT count(*) FROM pg_class WHERE relname IN ('memories', 'entities', 'mentions', 'memory_counts') AND relforcerowsecurity) AS walls`);
      expect(rows).toEqual([{ may: true, walls: 4 }]);
      for (const each of [mine, theirs, upgraded]) await each.close();
    }));

  it('keeps the vectors of an older schema in their index, which new ones wait for', () =>
    inOwnDatabase(async (opening) => {
      const store = await openPostgresStore(opening);
      await store.embeddings.adopt(MODEL);
      await store.memories.add([memory('kept')]);
      await store.close();
      const older = await openDatabase(opening);
      const version = migrations.findIndex(({ name }) => name === '011-waiting');
      const near = `vectors_near_${MODEL.dimensions}`;
      await older.pool.query(`${WITHOUT_INDEXED};
        CREATE INDEX ${near} ON vectors USING hnsw ((vector::halfvec(${MODEL.dimensions})) halfvec_ip_ops)
          WHERE vector_dims(vector) = ${MODEL.dimensions}; UPDATE schema_version SET version = ${version}`);
      await older.close();
      const upgraded = await openPostgresStore(opening);
      await upgraded.memories.add([memory('new')]);
      expect(await upgraded.search.nearest(vector(0), { within: {}, validAt: NOW + 1 }, 9)).toHaveLength(2);
      const database = await openDatabase(opening);
      const counted =
        await database.all(sql`SELECT (SELECT count(*) FROM vectors WHERE tenant_id = ${database.tenant} AND indexed) AS kept,
        pg_get_indexdef(${near}::regclass) LIKE '%AND indexed%' AS made`);
      expect(counted).toEqual([{ kept: 1, made: true }]);
      for (const each of [upgraded, database]) await each.close();
    }));

  it('gets one vector index, however many servers create it at once', () =>
    inOwnDatabase(async (opening) => {
      const databases = await Promise.all([1, 2, 3].map(() => openDatabase(opening)));
      for (const dimensions of [5, 6, 7]) {
        await Promise.all(databases.map((database) => makeIndexes(database, dimensions)));
        expect(await databases[0]?.all(sql`SELECT to_regclass(${`vectors_near_${dimensions}`})::text AS name`)).toEqual(
          [{ name: `vectors_near_${dimensions}` }],
        );
      }
      for (const database of databases) await database.close();
    }));

  it('is reported as unreachable with a hint on how to fix the address', async () => {
    const opening = await testOpening('nobody');
    const away = openPostgresStore({ ...opening, address: 'postgres://nobody@127.0.0.1:1/nothing', timeoutMs: 1000 });
    expect(saysRetry(await away.catch((error: unknown) => error))).toBe(true);
    const missing = new URL(opening.address);
    missing.pathname = '/not_there';
    await expect(openPostgresStore({ ...opening, address: missing.href })).rejects.toMatchObject({
      details: { retry: false },
    });
  });
});
