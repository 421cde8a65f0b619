// The statements of one transaction.
import type { Client, PoolClient, QueryResult } from 'pg';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { Row } from '../../rows/row.ts';
import { forWorkers } from './citus.ts';
import type { Deadline } from './deadline.ts';
import { failing, isAborted } from './failure.ts';
import type { Sql } from './sql.ts';

/** Whatever questions can be put to: the pool, or one transaction. `within` raises the wall around the caller's cubes. */
export interface Queryable {
  readonly tenant: number;
  all(query: Sql, within?: ScopeFilter): Promise<Row[]>;
  get(query: Sql, within?: ScopeFilter): Promise<Row | undefined>;
  /** How many rows it changed. */
  run(query: Sql, within?: ScopeFilter): Promise<number>;
}

/** The server gives up first and says so. A connection that stays silent this much longer is considered dead. */
export const GRACE_MS = 1000;

/** A statement with its own limit, or with the default of the connection. */
export const waited = (statement: string | Sql['query'], ms?: number) => ({
  ...(typeof statement === 'string' ? { text: statement } : statement),
  ...(ms === undefined ? {} : { query_timeout: ms + GRACE_MS }),
});

/**
 * Sends a statement. Those of one turn of the event loop leave in one write: the driver would write every message by itself,
 * and a write takes longer than most statements.
 */
export function send(client: Client, statement: string | Sql['query'], ms?: number): Promise<QueryResult<Row>> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  return client.query<Row>(waited(statement, ms));
}

/** Makes Citus pass SET LOCAL on to the workers. Any other PostgreSQL takes it for a setting of somebody else. */
export const REACH_WORKERS = "SET LOCAL citus.propagate_set_commands = 'local'";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const arrayOf = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;

const CUBES = 'SET LOCAL remanence.cubes =';
export const cubeWall = ({ cubes }: ScopeFilter): string[] =>
  cubes === undefined ? [] : [`${CUBES} ${quoted(arrayOf(cubes))}`];

/** Prepared statements are planned once for all values; the others for the values they are sent with. */
export const KEEP_PLANS = 'SET LOCAL plan_cache_mode = force_generic_plan';
const PLAN_EACH = 'SET LOCAL plan_cache_mode = auto';

export class Transaction implements Queryable {
  readonly tenant: number;
  readonly #client: PoolClient;
  readonly #deadline: Deadline | null;
  readonly #prepares: boolean;
  readonly #isCitus: boolean;
  #keepsPlans: boolean;
  /** Why the transaction failed. The error of a statement sent after it may reach the caller first. */
  #cause: unknown = null;

  /** Without a deadline each statement has the default limit of the connection. One that prepares was begun with KEEP_PLANS. */
  constructor(
    client: PoolClient,
    tenant: number,
    deadline: Deadline | null,
    { prepares = false, isCitus = false }: { prepares?: boolean; isCitus?: boolean } = {},
  ) {
    this.#client = client;
    this.tenant = tenant;
    this.#deadline = deadline;
    this.#prepares = prepares;
    this.#keepsPlans = prepares;
    this.#isCitus = isCitus;
  }

  async all(query: Sql, within?: ScopeFilter): Promise<Row[]> {
    return (await this.#ask(query, within)).rows;
  }

  async get(query: Sql, within?: ScopeFilter): Promise<Row | undefined> {
    return (await this.all(query, within))[0];
  }

  async run(query: Sql, within?: ScopeFilter): Promise<number> {
    return (await this.#ask(query, within)).rowCount ?? 0;
  }

  /** The wall covers this statement only: its consequences may touch other cubes. */
  async #ask(sql: Sql, within: ScopeFilter = {}): Promise<QueryResult<Row>> {
    const ms = this.#deadline?.ofStep;
    const send = (statement: string | Sql['query']) => this.#send(statement, ms);
    const keeps = this.#prepares && sql.isPrepared;
    // If this fails, so does the statement after it, which reports it.
    if (keeps !== this.#keepsPlans) send(keeps ? KEEP_PLANS : PLAN_EACH).catch(() => {});
    this.#keepsPlans = keeps;
    const asked = keeps ? sql.named(this.tenant) : sql.query;
    const query = this.#isCitus ? forWorkers(asked) : asked;
    const [wall] = cubeWall(within);
    if (wall === undefined) return failing(send(query), ms);
    const [, answer] = await failing(Promise.all([send(wall), send(query), send(`${CUBES} ''`)]), ms);
    return answer;
  }

  async #send(statement: string | Sql['query'], ms?: number): Promise<QueryResult<Row>> {
    try {
      return await send(this.#client, statement, ms);
    } catch (error) {
      if (!isAborted(error)) this.#cause = error;
      throw this.#cause ?? error;
    }
  }
}

export async function isRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await send(client, 'ROLLBACK', 0);
    return true;
  } catch {
    return false;
  }
}
