// The tests' database: PGlite in this process, or the server of REMANENCE_TEST_DATABASE. Each test is a tenant.
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import type { StoreUnderTest } from '../../suites/store-fixture.ts';
import { distributeDatabase, openPostgresStore } from '../store.ts';
import { PgliteStream } from './fixture-stream.ts';
import type { Opening } from './opening.ts';

export const SERVER = process.env.TEST_DATABASE;
/** Its tables are distributed over the workers of Citus. */
export const IS_DISTRIBUTED = process.env.TEST_CITUS !== undefined;

/** A role that owns nothing: row-level security applies to it, and it builds no vector index, which would be slow. */
const ROLE = 'remanence_served';
const GRANT = `CREATE ROLE ${ROLE}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE};
  GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${ROLE}`;

const TEST_SHARDS = 8;
const COMMON = { migrates: true, pool: 4, timeoutMs: 60_000 };

let database: Promise<PGlite> | undefined;

async function pglite(): Promise<PGlite> {
  const made = await PGlite.create({ extensions: { vector } });
  const owner = await openPostgresStore({ ...COMMON, tenant: 'first', ...reached(made) });
  await owner.close();
  await made.exec(GRANT);
  return made;
}

const reached = (db: PGlite) => ({ address: 'postgres://pglite@localhost/pglite', stream: () => new PgliteStream(db) });

/** How the tests reach their database. */
export async function testOpening(tenant: string): Promise<Opening> {
  if (SERVER !== undefined) return { ...COMMON, tenant, address: SERVER };
  database ??= pglite();
  return { ...COMMON, tenant, ...reached(await database), begin: `SET ROLE ${ROLE}` };
}

/** Starts the database and creates its schema, so that no test has to wait for it. */
export async function warmUp(): Promise<void> {
  if (IS_DISTRIBUTED) await distributeDatabase(await testOpening('first'), TEST_SHARDS);
  const store = await openPostgresStore(await testOpening('first'));
  await store.close();
}

/** An empty store for a test. */
export function asTenant(): StoreUnderTest {
  const tenant = randomUUID();
  return { open: async () => openPostgresStore(await testOpening(tenant)), dispose: () => {} };
}
