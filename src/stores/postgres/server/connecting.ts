import type { Client, ClientConfig, Pool, PoolConfig } from 'pg';
import { log } from '../../../log.ts';
import { GRACE_MS } from './transaction.ts';

export interface Connecting {
  /** postgres://user:password@host/database?sslmode=… */
  readonly address: string;
  readonly pool: number;
  readonly timeoutMs: number;
  /** For tests: what takes the place of a socket. */
  readonly stream?: ClientConfig['stream'];
  /** For tests: what each connection begins with. */
  readonly begin?: string;
}

/** A new connection has to plan every query again, so it is kept between the questions of somebody at work. */
const IDLE_MS = 300_000;
const BIGINT = 20;
const NUMERIC = 1700;

export async function connect({ address, pool: max, timeoutMs, stream, begin }: Connecting): Promise<Pool> {
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString: address,
    max,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: timeoutMs,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: timeoutMs + GRACE_MS,
    application_name: 'remanence',
    allowExitOnIdle: false,
    types: {
      // Times and counts fit a double; sums of whole numbers come as numeric.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
    },
    ...(stream === undefined ? {} : { stream }),
  };
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => log.warn('a connection to the database ended', { error: error.message }));
  pool.on('connect', (client: Client) => {
    // The caller that holds it learns of the failure from its query; without a listener the process would end.
    client.on('error', (error) => log.debug('a connection to the database broke', { error: error.message }));
    if (begin !== undefined) void client.query(begin);
  });
  return pool;
}
