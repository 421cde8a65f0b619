// Checks the schema in the database's catalog: that it can be distributed by tenant, and isolates tenants and cubes.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../engine/ports.ts';
import { MODEL, memory, mention, NOW, NOWHERE, vector } from '../suites/store-fixture.ts';
import { scopeId } from './memories/scopes.ts';
import type { Database } from './server/database.ts';
import { IS_DISTRIBUTED, SERVER, testOpening, warmUp } from './server/fixture-database.ts';
import { raw, type Sql, sql } from './server/sql.ts';
import { openDatabase, openPostgresStore, seesPastWalls } from './store.ts';

let database: Database;

/** A server may hold the tenants of earlier runs. */
const RUN = randomUUID();
const tenantOf = (name: string) => `${name} ${RUN}`;

const names = async (query: string) => (await database.all(raw(query))).map(({ name }) => String(name));
const OURS = `c.relnamespace = current_schema()::regnamespace AND c.relname <> 'schema_version'`;

beforeAll(async () => {
  await warmUp();
  database = await openDatabase(await testOpening(tenantOf('catalog')));
}, 120_000);
afterAll(() => database.close());

describe('the serving role', () => {
  it('cannot bypass row-level security', async () => {
    expect(await seesPastWalls(await testOpening(tenantOf('catalog')))).toBe(false);
  });
});

describe('the schema', () => {
  it('starts every key with the tenant', async () => {
    const wrong =
      await names(`SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_am am ON am.oid = (SELECT relam FROM pg_class WHERE oid = i.indexrelid) AND am.amname = 'btree'
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE ${OURS} AND a.attname IS DISTINCT FROM 'tenant_id' AND i.indexrelid::regclass::text <> 'tenants_name_key'`);
    expect(wrong).toEqual([]);
  });

  it('includes the tenant in every foreign key', async () => {
    const wrong = await names(`SELECT k.conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
      WHERE ${OURS} AND k.contype = 'f' AND (a.attname <> 'tenant_id' OR f.attname <> 'tenant_id')`);
    expect(wrong).toEqual([]);
  });

  it('has no triggers', async () => {
    const wrong = await names(
      `SELECT t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${OURS} AND NOT t.tgisinternal`,
    );
    expect(wrong).toEqual([]);
  });

  it('forces row-level security on every table, even for its owner', async () => {
    const open = await names(`SELECT c.relname AS name FROM pg_class c WHERE ${OURS} AND c.relkind IN ('r', 'p')
      AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))`);
    expect(open).toEqual([]);
  });

  it('sorts ids and keys by their bytes', async () => {
    const wrong =
      await names(`SELECT c.relname || '.' || a.attname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND a.atttypid = 'text'::regtype
      WHERE ${OURS} AND a.attcollation <> '"C"'::regcollation`);
    expect(wrong).toEqual([]);
  });

  it('has an index for the most frequent queries', async () => {
    const { tenant } = database;
    const plans: Record<string, string> = {};
    const looked = new Error('only looking');
    const looking = database.change(async (on) => {
      const scope = await scopeId(on, NOWHERE);
      await on.run(sql`INSERT INTO memories (tenant_id, row, id, scope_id, content, kind, tags, importance, metadata, event_time, ingestion_time,
          updated_at, valid_from, accesses, revision)
        SELECT ${tenant}, n, 'm' || n, ${scope}::bigint, 'x', 'semantic', '[]', 1, '{}', n, n, n, n, 0, n FROM generate_series(1, 3000) n`);
      await on.run(raw('ANALYZE memories'));
      const explain = async (query: Sql) =>
        (await on.all(sql`EXPLAIN ${query}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
      plans.byId = await explain(sql`SELECT * FROM memories WHERE tenant_id = ${tenant} AND id = ${'m7'}`);
      plans.page =
        await explain(sql`SELECT * FROM memories WHERE tenant_id = ${tenant} AND (ingestion_time, id) < (${1000}, ${'x'})
        ORDER BY ingestion_time DESC, id DESC LIMIT 10`);
      plans.words = await explain(
        sql`SELECT passage_id, tf FROM words WHERE tenant_id = ${tenant} AND term = ANY (${['a', 'b']}::text[])`,
      );
      throw looked;
    });
    await expect(looking).rejects.toBe(looked);
    expect(plans.byId).toContain('memories_tenant_id_id_key');
    expect(plans.page).toContain('memories_by_page');
    expect(plans.words).toContain('words_pkey');
  });

  it.skipIf(SERVER === undefined || IS_DISTRIBUTED)(
    'gets statistics while a tenant is filled, if the role owns it (needs REMANENCE_TEST_DATABASE)',
    async () => {
      const filled = await openPostgresStore(await testOpening(tenantOf('filled')));
      await filled.memories.add(Array.from({ length: 250 }, (_, i) => memory(`the memory ${i}`)));
      const known = async () => {
        const [row] = await database.all(raw("SELECT reltuples FROM pg_class WHERE oid = 'passages'::regclass"));
        return Number(row?.reltuples);
      };
      await expect.poll(known).toBeGreaterThanOrEqual(250);
      await filled.close();
    },
  );
});

describe('row-level security', () => {
  let store: Store;
  let other: Store;
  let rows: number[];

  beforeAll(async () => {
    [store, other] = [
      await openPostgresStore(await testOpening(tenantOf('one'))),
      await openPostgresStore(await testOpening(tenantOf('two'))),
    ];
    for (const each of [store, other]) await each.embeddings.adopt(MODEL);
    const stored = await store.memories.add([
      memory('hidden in a cube', { scope: { ...NOWHERE, cube: 'secret' }, mentions: [mention('Vault', true)] }),
      memory('for everybody', { passages: [{ terms: 'for everybody', vector: vector(1) }] }),
    ]);
    rows = stored.map(({ row }) => row);
    await other.memories.add([memory('of another tenant')]);
  });
  afterAll(async () => {
    for (const each of [store, other]) await each.close();
  });

  const tables = () =>
    names(
      `SELECT c.relname AS name FROM pg_class c WHERE ${OURS} AND c.relkind IN ('r', 'p') AND c.relname <> 'tenants' ORDER BY 1`,
    );

  it('hides rows of other tenants in every table from a query without conditions', async () => {
    const apart = await openDatabase(await testOpening(tenantOf('empty one')));
    try {
      for (const table of await tables()) {
        const found = await apart.all(sql`SELECT tenant_id FROM ${raw(table)}`);
        expect(
          found.filter(({ tenant_id }) => tenant_id !== apart.tenant),
          table,
        ).toEqual([]);
      }
      expect(await apart.all(sql`SELECT name FROM tenants`)).toEqual([{ name: tenantOf('empty one') }]);
    } finally {
      await apart.close();
    }
  });

  it('hides other cubes from an actor confined to some, even in a query without conditions', async () => {
    const confined = await openDatabase(await testOpening(tenantOf('one')));
    try {
      const seen = async (query: string) => confined.all(raw(query), { cubes: ['default'] });
      expect(await seen('SELECT content FROM memories')).toEqual([{ content: 'for everybody' }]);
      for (const table of ['memories', 'passages', 'vectors', 'words', 'entities', 'deleted_memories', 'proposals'])
        expect(
          (
            await seen(
              `SELECT 1 FROM ${table} t JOIN scopes s ON s.tenant_id = t.tenant_id AND s.id = t.scope_id WHERE s.cube = 'secret'`,
            )
          ).length,
          table,
        ).toBe(0);
      expect(await seen("SELECT 1 FROM words WHERE term = 'hidden'")).toEqual([]);
      expect(await seen('SELECT 1 FROM entities')).toEqual([]);
      expect(await confined.all(raw('SELECT 1 FROM memories'), { cubes: [] })).toEqual([]);
      expect(await confined.all(raw('SELECT 1 FROM memories'))).toHaveLength(2);
    } finally {
      await confined.close();
    }
  });

  it('keeps rows of another tenant from being read by number', async () => {
    expect(await other.memories.byRows(rows)).toEqual([]);
    expect(await other.search.permitted(rows, { within: {}, validAt: NOW + 1 })).toEqual(new Set());
  });

  it('prevents writes to another tenant', async () => {
    const apart = await openDatabase(await testOpening(tenantOf('empty one')));
    try {
      await expect(
        apart.run(sql`INSERT INTO settings VALUES (${apart.tenant + 100_000}, 'stray', 'x')`),
      ).rejects.toMatchObject({ details: { sqlstate: '42501' } });
    } finally {
      await apart.close();
    }
  });
});
