// Prepares a database for use: checks its version, and creates the schema and the tenant.
import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { DEFAULT_CUBE, LOCAL } from '../../../engine/access/actor.ts';
import { RemanenceError } from '../../../errors.ts';
import type { Row } from '../../rows/row.ts';
import { migrations } from '../migrations/index.ts';
import { ONE_CONNECTION, statementsOf } from './citus.ts';
import { HOLD_SCHEMA } from './locks.ts';
import { REACH_WORKERS, waited } from './transaction.ts';

const OLDEST_SERVER = 15;
const OLDEST_VECTORS = [0, 8] as const;
const NUMBER_KEY_BYTES = 32;
/** A migration may rewrite large tables, and other servers wait for it. */
const MIGRATING_MS = 3_600_000;

/** Throws if the server or its extension is too old, or the schema has another version and may not be migrated. */
export async function prepare(client: PoolClient, mayMigrate: boolean): Promise<void> {
  await checkServer(client);
  const found = await schemaOf(client);
  if (found > migrations.length) throw newer();
  if (found === migrations.length) return checkExtension(client);
  if (!mayMigrate) throw older(found);
  await migrate(client);
}

async function checkServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version");
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < OLDEST_SERVER) {
    throw new RemanenceError('storage', `This is PostgreSQL ${major}; Remanence needs ${OLDEST_SERVER} or newer.`, {
      hint: 'Upgrade the server, or name another one in --database.',
    });
  }
}

async function checkExtension(client: PoolClient): Promise<void> {
  const { rows } = await client.query("SELECT extversion FROM pg_extension WHERE extname = 'vector'");
  const version = String(rows[0]?.extversion ?? '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST_VECTORS[0] || (major === OLDEST_VECTORS[0] && minor < OLDEST_VECTORS[1]);
  if (version === '' || isOld) {
    throw new RemanenceError('storage', `The database has ${version === '' ? 'no pgvector' : `pgvector ${version}`}.`, {
      hint: `Remanence needs pgvector ${OLDEST_VECTORS.join('.')} or newer: install it, then run CREATE EXTENSION vector (or ALTER EXTENSION vector UPDATE) as an owner of the database.`,
    });
  }
}

async function schemaOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query("SELECT to_regclass('schema_version') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true) return 0;
  const found = await client.query('SELECT version FROM schema_version');
  return Number(found.rows[0]?.version ?? 0);
}

/** Migrates completely or not at all, one server at a time. */
async function migrate(client: PoolClient): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(waited(HOLD_SCHEMA, MIGRATING_MS));
    await createExtension(client);
    await checkExtension(client);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const found = await schemaOf(client);
    if (found > migrations.length) throw newer();
    const isCitus = await hasCitus(client);
    if (isCitus) await client.query(ONE_CONNECTION);
    for (const { sql, data } of migrations.slice(found)) {
      for (const text of isCitus ? statementsOf(sql) : [sql]) await client.query(waited(text, MIGRATING_MS));
      await data?.(async ({ query }) => (await client.query<Row>(waited(query, MIGRATING_MS))).rows);
    }
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new RemanenceError('storage', 'The schema could not be created.');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Creates the extension if permitted; if not, the following check says what to do. */
async function createExtension(client: PoolClient): Promise<void> {
  await client.query('SAVEPOINT extension');
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS vector');
  } catch {
    await client.query('ROLLBACK TO SAVEPOINT extension');
  }
}

export async function hasCitus(client: PoolClient): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return (rowCount ?? 0) > 0;
}

export async function isTenant(client: PoolClient, name: string): Promise<boolean> {
  if ((await schemaOf(client)) === 0) return false;
  await client.query(`BEGIN; SET LOCAL remanence.tenant_name = '${name.replaceAll("'", "''")}'`);
  const { rowCount } = await client.query('SELECT 1 FROM tenants WHERE name = $1', [name]);
  await client.query('COMMIT');
  return (rowCount ?? 0) > 0;
}

/** The number of a tenant, which is created with its owner and its first cube if missing. */
export async function tenantNamed(client: PoolClient, name: string, isCitus = false): Promise<number> {
  await client.query('BEGIN');
  try {
    if (isCitus) await client.query(REACH_WORKERS);
    await client.query(`SET LOCAL remanence.tenant_name = '${name.replaceAll("'", "''")}'`);
    const known = await client.query('SELECT tenant_id FROM tenants WHERE name = $1', [name]);
    const id = Number(known.rows[0]?.tenant_id ?? (await numberTenant(client, name)));
    // A worker that was lost may have left a number without a tenant.
    if (known.rowCount === 0 || isCitus) await furnishTenant(client, id);
    await client.query('COMMIT');
    return id;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function numberTenant(client: PoolClient, name: string): Promise<unknown> {
  await client.query('INSERT INTO tenants (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [name]);
  const { rows } = await client.query('SELECT tenant_id FROM tenants WHERE name = $1', [name]);
  return rows[0]?.tenant_id;
}

async function furnishTenant(client: PoolClient, id: number): Promise<void> {
  await client.query(`SET LOCAL remanence.tenant = '${id}'`);
  const { rowCount } = await client.query('SELECT 1 FROM settings WHERE tenant_id = $1 LIMIT 1', [id]);
  if ((rowCount ?? 0) > 0) return;
  const now = Date.now();
  await client.query(`INSERT INTO users VALUES ($1, $2, $2, 'root', 1, $3, $3) ON CONFLICT DO NOTHING`, [
    id,
    LOCAL,
    now,
  ]);
  await client.query(
    `INSERT INTO cubes (tenant_id, id, name, owner, created_at, updated_at) VALUES ($1, $2, 'Default', $3, $4, $4)
     ON CONFLICT DO NOTHING`,
    [id, DEFAULT_CUBE, LOCAL, now],
  );
  await client.query(`INSERT INTO settings VALUES ($1, 'number_key', $2) ON CONFLICT DO NOTHING`, [
    id,
    randomBytes(NUMBER_KEY_BYTES).toString('hex').toUpperCase(),
  ]);
}

const older = (schema: number): RemanenceError => {
  const what = schema === 0 ? 'has no schema yet' : 'has the schema of an older version of Remanence';
  return new RemanenceError('storage', `This database ${what}.`, {
    hint: 'Stop all servers, then start `remanence serve` of this version once, without --migrate off and as a role that owns the tables.',
  });
};

const newer = (): RemanenceError =>
  new RemanenceError('storage', 'This database was created by a newer Remanence.', {
    hint: 'Run the newer version, or name another database.',
  });
