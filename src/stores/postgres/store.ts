import type { Pool, PoolClient } from 'pg';
import type { Store } from '../../engine/ports.ts';
import { RemanenceError } from '../../errors.ts';
import { PostgresAccess } from './access/access.ts';
import { PostgresChat } from './access/chat.ts';
import { PostgresIndex } from './code/files.ts';
import { PostgresLinks } from './code/links.ts';
import { PostgresProjects } from './code/projects.ts';
import { PostgresCodeSearch } from './code/search.ts';
import { PostgresSymbols } from './code/symbols.ts';
import { PostgresChunkVectors } from './code/vectors.ts';
import { PostgresGraph } from './graph/graph.ts';
import { PostgresKnowledge } from './graph/knowledge.ts';
import { PostgresNetwork } from './graph/network/network.ts';
import { PostgresInbox } from './inbox.ts';
import { PostgresJobs } from './jobs.ts';
import { PostgresActivity } from './maintenance/activity.ts';
import { Analysing } from './maintenance/analysing.ts';
import { PostgresNormalise } from './maintenance/normalise.ts';
import { PostgresScan } from './maintenance/scan.ts';
import { PostgresStatistics } from './maintenance/statistics.ts';
import { PostgresTransfer } from './maintenance/transfer.ts';
import { PostgresEmbeddings } from './memories/embeddings.ts';
import { PostgresForgetting } from './memories/forgetting.ts';
import { PostgresMemories } from './memories/memories.ts';
import { PostgresTrace } from './memories/trace.ts';
import { PostgresRecalls } from './recalls.ts';
import { PostgresFrontier } from './retrieval/frontier.ts';
import { PostgresSearch } from './retrieval/search.ts';
import { type Connecting, connect } from './server/connecting.ts';
import { Database } from './server/database.ts';
import { type Distribution, distribute, distributeNew } from './server/distributing.ts';
import { Health } from './server/health.ts';
import { hasCitus, isTenant, prepare, tenantNamed } from './server/migrating.ts';
import { COPY_BEGUN, type Opening, withoutPassword } from './server/opening.ts';
import { sql } from './server/sql.ts';
import { asOpeningError } from './server/unreached.ts';

/** Opens one tenant of a database that other servers use as well. */
export async function openPostgresStore(opening: Opening): Promise<Store> {
  const database = await openDatabase(opening);
  try {
    await refuseHalfCopied(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeOn(database, opening.address);
}

async function refuseHalfCopied(database: Database): Promise<void> {
  const begun = sql`SELECT 1 FROM settings WHERE tenant_id = ${database.tenant} AND key = ${COPY_BEGUN}`;
  if ((await database.get(begun)) === undefined) return;
  throw new RemanenceError('storage', 'A copy into this tenant was begun and has not ended.', {
    hint: 'Run the same `remanence copy` again to finish it, or name another tenant.',
  });
}

export const openDatabase = ({ tenant, migrates, ...connecting }: Opening): Promise<Database> =>
  connected(connecting, async (pool, client) => {
    await prepare(client, migrates);
    const isCitus = await hasCitus(client);
    if (isCitus && migrates) await distributeNew(client);
    return new Database(pool, await tenantNamed(client, tenant, isCitus), connecting.timeoutMs, isCitus);
  });

/** Whether the database has a schema and this tenant. */
export async function hasTenant({ tenant, migrates: _, ...connecting }: Opening): Promise<boolean> {
  return connected(connecting, async (pool, client) => {
    const isThere = await isTenant(client, tenant);
    // The pool ends once this connection is returned.
    void pool.end();
    return isThere;
  });
}

/** Creates or migrates the schema, and spreads it over the workers of Citus. */
export async function distributeDatabase(
  { tenant: _, migrates, ...connecting }: Opening,
  shards: number,
): Promise<Distribution> {
  return connected(connecting, async (pool, client) => {
    await prepare(client, migrates);
    const distribution = await distribute(client, shards);
    void pool.end();
    return distribution;
  });
}

/** Whether the serving role bypasses row-level security. */
export async function seesPastWalls({ tenant: _, migrates: __, ...connecting }: Opening): Promise<boolean> {
  return connected(connecting, async (pool, client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user',
    );
    void pool.end();
    return rows[0]?.free === true;
  });
}

async function connected<T>(connecting: Connecting, work: (pool: Pool, client: PoolClient) => Promise<T>): Promise<T> {
  const pool = await connect(connecting);
  const since = performance.now();
  try {
    const client = await pool.connect();
    try {
      return await work(pool, client);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error instanceof RemanenceError ? error : asOpeningError(error, connecting, performance.now() - since);
  }
}

export function storeOn(database: Database, address: string): Store {
  const analysing = new Analysing(database);
  const memories = new PostgresMemories(database, analysing);
  const graph = new PostgresGraph(database);
  const vectors = new PostgresChunkVectors(database);
  const health = new Health(database);
  return {
    memories,
    forgetting: new PostgresForgetting(database),
    search: new PostgresSearch(database),
    frontier: new PostgresFrontier(database),
    graph,
    knowledge: new PostgresKnowledge(database, graph),
    trace: new PostgresTrace(database),
    network: (filter) => new PostgresNetwork(database, filter),
    jobs: new PostgresJobs(database),
    embeddings: new PostgresEmbeddings(database, memories),
    code: {
      projects: new PostgresProjects(database),
      index: new PostgresIndex(database),
      vectors,
      symbols: new PostgresSymbols(database),
      search: new PostgresCodeSearch(database, vectors),
      links: new PostgresLinks(database),
    },
    transfer: new PostgresTransfer(database, analysing),
    scan: new PostgresScan(database),
    statistics: new PostgresStatistics(database),
    normalising: new PostgresNormalise(database),
    access: new PostgresAccess(database),
    chat: new PostgresChat(database),
    inbox: new PostgresInbox(database, memories),
    recalls: new PostgresRecalls(database),
    activity: new PostgresActivity(database),
    check: () => health.check(),
    disk: () => health.disk(),
    location: withoutPassword(address),
    tables: () => health.tables(),
    compact: () => health.compact(),
    size: () => health.size(),
    close: () => database.close(),
  };
}
