// The connections: a pool, the row-level security settings of every transaction, and two ways to query: `all` for one
// query, `change` for a transaction. Both end by their deadline, even if the connection goes silent.
import type { Pool, PoolClient } from 'pg';
import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { DAY_MS } from '../../../engine/clock.ts';
import { RemanenceError } from '../../../errors.ts';
import type { Row } from '../../rows/row.ts';
import { heeding } from './citus.ts';
import { Deadline } from './deadline.ts';
import {
  asStoreError,
  DatabaseFailure,
  exhausted,
  failing,
  isCollision,
  isFull,
  isLost,
  isOfWorker,
  isUncertain,
  isUnprepared,
  unsettled,
} from './failure.ts';
import type { Sql } from './sql.ts';
import { cubeWall, isRolledBack, KEEP_PLANS, type Queryable, REACH_WORKERS, send, Transaction } from './transaction.ts';

export type { Queryable } from './transaction.ts';

interface Changing<T> {
  /** Looks whether the change was committed when the connection broke before the answer. If it was not, the change is done again. */
  readonly settled?: (on: Queryable) => Promise<T | null>;
}

const MOST_TRIES = 8;
const PAUSE_MS = 10;
/** Pause between two lookups while the database is away. */
const LOOK_AGAIN_MS = 200;
const LONG_MS = DAY_MS;
/** The share of the timeout that calls of the store get for a while after one in vain, so that waits do not add up. */
const IMPATIENT_SHARE = 0.25;

export class Database {
  readonly pool: Pool;
  readonly tenant: number;
  /** Whether its tables may be distributed over the workers of Citus. */
  readonly isCitus: boolean;
  readonly #timeoutMs: number;
  #isFull = false;
  /** Until a pooler turns out to lose prepared statements. */
  #prepares: boolean;
  #impatientUntil = 0;
  #closed: Promise<void> | null = null;

  constructor(pool: Pool, tenant: number, timeoutMs: number, isCitus = false) {
    this.pool = pool;
    this.tenant = tenant;
    this.#timeoutMs = timeoutMs;
    this.isCitus = isCitus;
    // Citus chooses the worker by the values, so it plans each time anyway.
    this.#prepares = !isCitus;
  }

  /** A write failed because the disk was full, and no later write has shown otherwise. */
  get isFull(): boolean {
    return this.#isFull;
  }

  hasRoom(): void {
    this.#isFull = false;
  }

  /** One query in its own transaction, in one round trip. `within` confines it to the caller's cubes. */
  async all(query: Sql, within: ScopeFilter = {}, settings: readonly string[] = []): Promise<Row[]> {
    const [rows = []] = await this.together([query], within, settings);
    return rows;
  }

  /** Several queries in one round trip and one transaction; the answers in the same order. */
  together(queries: readonly Sql[], within: ScopeFilter = {}, settings: readonly string[] = []): Promise<Row[][]> {
    return this.#inTime((deadline) => this.#ask(queries, within, settings, deadline));
  }

  async #inTime<T>(ask: (deadline: Deadline) => Promise<T>): Promise<T> {
    const isImpatient = performance.now() < this.#impatientUntil;
    try {
      return await ask(new Deadline(this.#timeoutMs * (isImpatient ? IMPATIENT_SHARE : 1)));
    } catch (error) {
      const isUnavailable = error instanceof RemanenceError && error.code === 'unavailable';
      if (isUnavailable && !isImpatient) this.#impatientUntil = performance.now() + this.#timeoutMs;
      throw error;
    }
  }

  async #ask(
    queries: readonly Sql[],
    within: ScopeFilter,
    settings: readonly string[],
    deadline: Deadline,
  ): Promise<Row[][]> {
    const client = await this.#client(deadline);
    const { left } = deadline;
    const keeps = this.#prepares && queries.every(({ isPrepared }) => isPrepared);
    const own = [...cubeWall(within), ...settings, ...(keeps ? [KEEP_PLANS] : [])];
    const begin = this.#beginning('BEGIN READ ONLY', left, own);
    const texts = [...begin, ...queries.map((each) => (keeps ? each.named(this.tenant) : each.query)), 'COMMIT'];
    const since = performance.now();
    const answers = await Promise.allSettled(texts.map((text) => send(client, text, left)));
    const failed = answers.find((answer) => answer.status === 'rejected');
    // Even after an error, COMMIT has ended the transaction.
    const failure = failed && new DatabaseFailure(failed.reason, performance.now() - since >= left);
    client.release(isLost(failure) && !(this.isCitus && isOfWorker(failure)));
    if (keeps && isUnprepared(failure)) {
      this.#prepares = false;
      return this.#ask(queries, within, settings, deadline);
    }
    if (failure) throw asStoreError(failure, this.isCitus);
    return answers.slice(begin.length, -1).map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : []));
  }

  async get(query: Sql, within: ScopeFilter = {}): Promise<Row | undefined> {
    return (await this.all(query, within))[0];
  }

  run(query: Sql, within: ScopeFilter = {}): Promise<number> {
    return this.change((on) => on.run(query, within));
  }

  /** One transaction, repeated if it collides with another. */
  change<T>(work: (on: Queryable) => Promise<T>, changing: Changing<T> = {}): Promise<T> {
    return this.#inTime((deadline) => this.#change(work, deadline, changing));
  }

  /** One transaction whose size depends on how much is stored; it has no deadline. */
  changeMuch<T>(work: (on: Queryable) => Promise<T>): Promise<T> {
    return this.#change(work, new Deadline(LONG_MS));
  }

  async #change<T>(work: (on: Queryable) => Promise<T>, deadline: Deadline, { settled }: Changing<T> = {}): Promise<T> {
    const attempt = () => this.#attempt(work, deadline);
    try {
      return await attempt();
    } catch (error) {
      if (isFull(error)) this.#isFull = true;
      if (!(error instanceof Unsettled)) throw asStoreError(error, this.isCitus);
      const done = settled && (await this.#settle(attempt, settled, deadline));
      if (done != null) return done;
      throw unsettled(error.cause);
    }
  }

  async #attempt<T>(work: (on: Queryable) => Promise<T>, deadline: Deadline): Promise<T> {
    for (let tries = 1; ; tries++) {
      // Another transaction may find out first, while this one fails as well.
      const prepared = this.#prepares;
      try {
        return await this.#transaction(work, deadline);
      } catch (error) {
        const isNamed = prepared && isUnprepared(error);
        if (isNamed) this.#prepares = false;
        if (!(isNamed || isCollision(error)) || tries >= MOST_TRIES || deadline.isOver) throw error;
        await pause(PAUSE_MS * 2 ** tries * Math.random());
      }
    }
  }

  /** Looks the change up until the deadline and repeats it if it is missing. Null if the outcome is still unknown. */
  async #settle<T>(
    attempt: () => Promise<T>,
    settled: (on: Queryable) => Promise<T | null>,
    deadline: Deadline,
  ): Promise<T | null> {
    const on = this.#askedUntil(deadline);
    for (; !deadline.isOver; await pause(LOOK_AGAIN_MS)) {
      // The first COMMIT may still arrive: the repeat then violates the unique key, and the next lookup finds the rows.
      const done = await settled(on)
        .then((known) => known ?? attempt())
        .catch(() => null);
      if (done !== null) return done;
    }
    return null;
  }

  #askedUntil(deadline: Deadline): Queryable {
    const all = async (query: Sql, within: ScopeFilter = {}) =>
      (await this.#ask([query], within, [], deadline))[0] ?? [];
    return {
      tenant: this.tenant,
      all,
      get: async (query, within) => (await all(query, within))[0],
      run: () => Promise.reject(new TypeError('This connection only reads.')),
    };
  }

  async #transaction<T>(work: (on: Queryable) => Promise<T>, deadline: Deadline): Promise<T> {
    const client = await this.#client(deadline);
    const { left } = deadline;
    const prepares = this.#prepares;
    let isCommitting = false;
    try {
      // Statements follow without waiting for the answers; if one fails, they fail as well and report it.
      for (const text of this.#beginning('BEGIN', left, prepares ? [KEEP_PLANS] : []))
        send(client, text, left).catch(() => {});
      const done = await work(new Transaction(client, this.tenant, deadline, { prepares, isCitus: this.isCitus }));
      isCommitting = true;
      const commit = () => failing(send(client, 'COMMIT', deadline.ofStep), deadline.ofStep);
      const [{ command }, isWarned] = this.isCitus ? await heeding(client, commit) : [await commit(), false];
      // After a failed statement, COMMIT answers ROLLBACK without an error.
      if (command !== 'COMMIT') throw new RemanenceError('storage', 'The database rolled back the transaction.');
      client.release();
      if (isWarned) throw new Unsettled(null);
      return done;
    } catch (error) {
      if (error instanceof Unsettled) throw error;
      const isBroken = !(await isRolledBack(client));
      client.release(isBroken);
      throw isCommitting && (isBroken || isUncertain(error)) ? new Unsettled(error) : error;
    }
  }

  /** A connection with a snapshot of one moment, until it is ended. */
  async snapshot(): Promise<{ readonly on: Queryable; end(): Promise<void> }> {
    const client = await this.#client(new Deadline(this.#timeoutMs));
    const begin = this.#beginning('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', this.#timeoutMs);
    await Promise.all(begin.map((text) => send(client, text))).catch((error: unknown) => {
      client.release(true);
      throw asStoreError(new DatabaseFailure(error));
    });
    return {
      on: new Transaction(client, this.tenant, null, { isCitus: this.isCitus }),
      end: async () => client.release(!(await isRolledBack(client))),
    };
  }

  async #client(deadline: Deadline): Promise<PoolClient> {
    const coming = this.pool.connect();
    try {
      return await deadline.before(coming);
    } catch (error) {
      // A connection that arrives too late goes back to the pool.
      coming.then((client) => client.release()).catch(() => {});
      const isExhausted = this.pool.totalCount >= (this.pool.options.max ?? 0) && this.pool.idleCount === 0;
      throw isExhausted ? exhausted(error) : asStoreError(new DatabaseFailure(error));
    }
  }

  /**
   * Begins a transaction with its settings. They are made by SET LOCAL, since those of set_config do not reach the workers
   * of Citus, and there each in a query of its own, since Citus passes on the whole text that a setting is part of.
   */
  #beginning(begin: string, ms: number, settings: readonly string[] = []): string[] {
    const own = [`SET LOCAL remanence.tenant = '${this.tenant}'`, `SET LOCAL statement_timeout = ${ms}`, ...settings];
    return this.isCitus ? [begin, REACH_WORKERS, ...own] : [[begin, ...own].join('; ')];
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

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
