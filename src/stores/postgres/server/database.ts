// The connections: a pool, the row-level security settings of every transaction, and two ways to query: `all` for one
// query, `change` for a transaction.
import type { Client, ClientConfig, Pool, PoolClient, PoolConfig } from 'pg';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { RemanenceError } from '../../../errors.ts';
import { log } from '../../../log.ts';
import type { Row } from '../../rows/row.ts';
import { asStoreError, DatabaseFailure, exhausted, failing, isCollision, isLost, unsettled } from './failure.ts';
import type { Sql } from './sql.ts';

/** Anything that runs queries: the pool or one transaction. */
export interface Asked {
  readonly tenant: number;
  all(query: Sql): Promise<Row[]>;
  get(query: Sql): Promise<Row | undefined>;
  /** Returns how many rows it changed. */
  run(query: Sql): Promise<number>;
}

export interface Connecting {
  /** postgres://user:password@host/database?sslmode=… */
  readonly address: string;
  readonly pool: number;
  readonly timeoutMs: number;
  /** For tests: replaces the socket. */
  readonly stream?: ClientConfig['stream'];
  /** For tests: the first statement of each connection. */
  readonly begin?: string;
}

const MOST_TRIES = 8;
const PAUSE_MS = 10;
const BIGINT = 20;
const NUMERIC = 1700;

export async function connect({ address, pool: max, timeoutMs, stream, begin }: Connecting): Promise<Pool> {
  const { default: pg } = await import('pg');
  const settings: PoolConfig = {
    connectionString: address,
    max,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: timeoutMs,
    // The server times out first and says so; this covers a connection that swallows answers.
    query_timeout: timeoutMs + 1000,
    application_name: 'remanence',
    allowExitOnIdle: false,
    types: {
      // Times and counts fit a double; sums of integers arrive as numeric.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === BIGINT || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
    },
    ...(stream === undefined ? {} : { stream }),
  };
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => log.warn('a connection to the database ended', { error: error.message }));
  pool.on('connect', (client: Client) => {
    // The user of the connection gets the error from its query; without a listener the process would exit.
    client.on('error', (error) => log.debug('a connection to the database broke', { error: error.message }));
    if (begin !== undefined) void client.query(begin);
  });
  return pool;
}

export class Database {
  readonly pool: Pool;
  readonly tenant: number;
  readonly #timeoutMs: number;
  #closed: Promise<void> | null = null;

  constructor(pool: Pool, tenant: number, timeoutMs: number) {
    this.pool = pool;
    this.tenant = tenant;
    this.#timeoutMs = timeoutMs;
  }

  /** One query in its own transaction, in one round trip. `within` confines it to the caller's cubes. */
  async all(query: Sql, within: ScopeFilter = {}, settings = ''): Promise<Row[]> {
    const [rows = []] = await this.together([query], within, settings);
    return rows;
  }

  /** Several queries in one round trip and one transaction; the answers in the same order. */
  async together(queries: readonly Sql[], within: ScopeFilter = {}, settings = ''): Promise<Row[][]> {
    const client = await this.#client();
    const texts = [`BEGIN READ ONLY${this.#walls(within)}${settings}`, ...queries.map(({ query }) => query), 'COMMIT'];
    const answers = await Promise.allSettled(texts.map((text) => client.query<Row>(text)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    // Even after an error, COMMIT has ended the transaction.
    const failure = failed && new DatabaseFailure(failed.reason);
    client.release(isLost(failure));
    if (failure) throw asStoreError(failure);
    return answers.slice(1, -1).map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []));
  }

  async get(query: Sql, within: ScopeFilter = {}): Promise<Row | undefined> {
    return (await this.all(query, within))[0];
  }

  run(query: Sql): Promise<number> {
    return this.change((on) => on.run(query));
  }

  /**
   * One transaction. It is retried once if it collided with another; if the connection broke before the database
   * confirmed the commit, `settled` checks whether it was done after all.
   */
  async change<T>(work: (on: Asked) => Promise<T>, settled?: () => Promise<T | null>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#transaction(work);
      } catch (error) {
        if (error instanceof Unsettled) {
          // If that check fails too, the outcome stays unknown.
          const known = await settled?.().catch(() => null);
          if (known != null) return known;
          throw unsettled(error.cause);
        }
        if (!isCollision(error) || tries >= MOST_TRIES) throw asStoreError(error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tries * Math.random()));
      }
    }
  }

  async #transaction<T>(work: (on: Asked) => Promise<T>): Promise<T> {
    const client = await this.#client();
    let isCommitting = false;
    try {
      const begun = client.query(`BEGIN${this.#walls({})}`);
      // Statements follow without waiting for the answer; if this fails, they fail as well and report it.
      begun.catch(() => {});
      const done = await work(new Transaction(client, this.tenant));
      isCommitting = true;
      const { command } = await failing(client.query('COMMIT'));
      // After a failed statement, COMMIT answers ROLLBACK without an error.
      if (command !== 'COMMIT') throw new RemanenceError('storage', 'The database rolled back the transaction.');
      client.release();
      return done;
    } catch (error) {
      const isBroken = !(await isRolledBack(client));
      client.release(isBroken);
      throw isBroken && isCommitting ? new Unsettled(error) : error;
    }
  }

  /** A connection with a snapshot of one moment, until it is ended. */
  async snapshot(): Promise<{ readonly on: Asked; end(): Promise<void> }> {
    const client = await this.#client();
    const begun = client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY${this.#walls({})}`);
    await begun.catch((error: unknown) => {
      client.release(true);
      throw asStoreError(new DatabaseFailure(error));
    });
    return {
      on: new Transaction(client, this.tenant),
      end: async () => client.release(!(await isRolledBack(client))),
    };
  }

  async #client(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      const isFull = this.pool.totalCount >= (this.pool.options.max ?? 0) && this.pool.idleCount === 0;
      throw isFull ? exhausted(error) : asStoreError(new DatabaseFailure(error));
    }
  }

  /** SET LOCAL, since settings made with set_config do not reach the workers of Citus. */
  #walls({ cubes }: ScopeFilter): string {
    const confined = cubes === undefined ? '' : `; SET LOCAL remanence.cubes = ${quoted(arrayOf(cubes))}`;
    return `; SET LOCAL remanence.tenant = '${this.tenant}'; SET LOCAL statement_timeout = ${this.#timeoutMs}${confined}`;
  }

  close(): Promise<void> {
    this.#closed ??= this.pool.end();
    return this.#closed;
  }
}

/** It is unknown whether the transaction was committed. */
class Unsettled extends Error {
  constructor(cause: unknown) {
    super('The outcome of a transaction is unknown.', { cause });
  }
}

async function isRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const arrayOf = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;

class Transaction implements Asked {
  readonly tenant: number;
  readonly #client: PoolClient;

  constructor(client: PoolClient, tenant: number) {
    this.#client = client;
    this.tenant = tenant;
  }

  async all(query: Sql): Promise<Row[]> {
    return (await failing(this.#client.query<Row>(query.query))).rows;
  }

  async get(query: Sql): Promise<Row | undefined> {
    return (await this.all(query))[0];
  }

  async run(query: Sql): Promise<number> {
    return (await failing(this.#client.query(query.query))).rowCount ?? 0;
  }
}
