import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { distributeDatabase, openDatabase } from '../store.ts';
import { forWorkers, heeding, statementsOf } from './citus.ts';
import type { Database } from './database.ts';
import { tablesOf } from './distributing.ts';
import { IS_DISTRIBUTED, testOpening, warmUp } from './fixture-database.ts';
import { raw } from './sql.ts';

let database: Database;

beforeAll(async () => {
  await warmUp();
  database = await openDatabase(await testOpening(randomUUID()));
  return () => database.close();
}, 120_000);

describe('distribution over workers', () => {
  it.skipIf(IS_DISTRIBUTED)('needs the extension Citus, and says so', async () => {
    await expect(distributeDatabase(await testOpening(randomUUID()), 8)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('Citus'),
      hint: expect.stringContaining('CREATE EXTENSION citus'),
    });
  });

  it.runIf(IS_DISTRIBUTED)('changes nothing the second time', async () => {
    const { workers, tables } = await distributeDatabase(await testOpening(randomUUID()), 8);
    expect(workers).toBeGreaterThan(1);
    expect(tables.filter(({ wasDistributed }) => !wasDistributed)).toEqual([]);
  });

  it('covers every table of the schema, except those without a tenant', async () => {
    const client = await database.pool.connect();
    try {
      const covered = (await tablesOf(client)).flatMap(({ name, partitions }) => [name, ...partitions]);
      const all = await database.all(
        raw(
          `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')`,
        ),
      );
      const left = all.map(({ name }) => String(name)).filter((name) => !covered.includes(name));
      expect(left.sort()).toEqual(['schema_version', 'tenants']);
    } finally {
      client.release();
    }
  });

  it('hides other cubes in the same tables as without it', async () => {
    const tables = (condition: string) =>
      database.all(
        raw(`SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition AND c.relkind IN ('r', 'p') AND ${condition} ORDER BY 1`),
      );
    const withScope = await tables(
      `EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'scope_id')`,
    );
    expect(withScope.length).toBeGreaterThan(5);
    if (IS_DISTRIBUTED) return;
    expect(withScope).toEqual(
      await tables(`EXISTS (SELECT 1 FROM pg_policy p JOIN pg_depend d ON d.classid = 'pg_policy'::regclass AND d.objid = p.oid
        AND d.refobjid = 'scopes'::regclass WHERE p.polrelid = c.oid AND c.relname <> 'scopes')`),
    );
  });

  it('runs a migration statement by statement', () => {
    const statements = migrations.flatMap(({ sql }) => statementsOf(sql));
    expect(statements.length).toBeGreaterThan(200);
    for (const each of statements)
      expect(each).toMatch(/^(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE|SET) [^;]+[\w)"']$/);
    expect(statementsOf('-- First; second.\nDROP INDEX a;\n\nCREATE INDEX b ON c (d); -- there\n')).toEqual([
      'DROP INDEX a',
      'CREATE INDEX b ON c (d)',
    ]);
  });

  it('takes a COMMIT that was answered with a warning for one that may have failed', async () => {
    const client = await database.pool.connect();
    try {
      const answered = (code: string) => heeding(client, async () => client.emit('notice', { code }));
      expect(await answered('00000')).toEqual([true, false]);
      expect(await answered('01000')).toEqual([true, true]);
      expect(client.listenerCount('notice')).toBe(0);
    } finally {
      client.release();
    }
  });

  it('inserts rows from a query in a way that row-level security permits, and leaves other statements alone', () => {
    const text = (query: string) => forWorkers({ text: query }).text;
    expect(text('INSERT INTO words (tenant_id, term)\n  SELECT $1, w.* FROM unnest($2::text[]) w')).toMatch(
      / RETURNING tenant_id$/,
    );
    for (const kept of [
      'INSERT INTO words (tenant_id, term) VALUES ($1, $2)',
      'INSERT INTO words (tenant_id, term) SELECT $1, $2 ON CONFLICT DO NOTHING',
      'SELECT 1 FROM words',
    ])
      expect(text(kept)).toBe(kept);
  });
});
