import { hostname } from 'node:os';
import { type Job, type JobStore, STOPPED } from '../../engine/job.ts';
import { JOBS_KEPT_MS, readJob } from '../rows/job.ts';
import type { Row } from '../rows/row.ts';
import type { Database } from './server/database.ts';
import { raw, sql } from './server/sql.ts';

/** The database's clock, since those of its clients may differ. */
const NOW = raw('(extract(epoch FROM clock_timestamp()) * 1000)::bigint');
/** The same for changes: Citus refuses a clock that differs between workers in those. */
const HEARD = raw('(extract(epoch FROM statement_timestamp()) * 1000)::bigint');
const JOB = sql`SELECT *, ${NOW} AS now FROM jobs`;

export class PostgresJobs implements JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt' | 'by'>, deadAfterMs: number): Promise<Job | null> {
    return this.#database.change(async (on) => {
      const other = await on.get(
        sql`${JOB} WHERE tenant_id = ${on.tenant} AND kind = ${job.kind} AND state = 'running' FOR UPDATE`,
      );
      if (other && read(other).silentMs <= deadAfterMs) return null;
      // Only that job: one that started since is not dead.
      if (other)
        await on.run(sql`UPDATE jobs SET state = 'failed', finished_at = greatest(heartbeat, started_at), error = ${STOPPED}
          WHERE tenant_id = ${on.tenant} AND id = ${String(other.id)}`);
      await on.run(
        sql`DELETE FROM jobs WHERE tenant_id = ${on.tenant} AND kind = ${job.kind} AND finished_at < ${job.startedAt - JOBS_KEPT_MS}`,
      );
      // If two start together, the unique index of running jobs lets only one get a row.
      const row =
        await on.get(sql`INSERT INTO jobs (tenant_id, id, kind, state, done, total, started_at, heartbeat, owner, begun_by)
        VALUES (${on.tenant}, ${job.id}, ${job.kind}, 'running', 0, ${job.total}, ${job.startedAt}, ${HEARD},
          ${`${hostname()} ${process.pid}`}, ${job.by === null ? null : JSON.stringify(job.by)})
        ON CONFLICT (tenant_id, kind) WHERE state = 'running' DO NOTHING RETURNING *, heartbeat AS now`);
      return row ? read(row) : null;
    });
  }

  async update(id: string, change: Parameters<JobStore['update']>[1]): Promise<boolean> {
    return this.#database.change(async (on) => {
      const row = await on.get(
        sql`${JOB} WHERE tenant_id = ${on.tenant} AND id = ${id} AND state = 'running' FOR UPDATE`,
      );
      if (!row) return false;
      const { isAlive: isHeard, ...fields } = change;
      const job = { ...read(row), ...fields };
      const heartbeat = isHeard === undefined ? raw('heartbeat') : isHeard ? HEARD : raw('0');
      await on.run(sql`UPDATE jobs SET state = ${job.state}, done = ${job.done}, total = ${job.total}, stages = ${JSON.stringify(job.stages)},
        heartbeat = ${heartbeat}, finished_at = ${job.finishedAt}, error = ${job.error},
        result = ${job.result === null ? null : JSON.stringify(job.result)} WHERE tenant_id = ${on.tenant} AND id = ${id}`);
      return row.cancelled === 0;
    });
  }

  async cancel(kind: string): Promise<void> {
    await this.#database.run(
      sql`UPDATE jobs SET cancelled = 1 WHERE tenant_id = ${this.#database.tenant} AND kind = ${kind} AND state = 'running'`,
    );
  }

  async forget(kind: string): Promise<void> {
    await this.#database.run(sql`DELETE FROM jobs WHERE tenant_id = ${this.#database.tenant} AND kind = ${kind}`);
  }

  async withdraw(id: string): Promise<void> {
    await this.#database.run(sql`DELETE FROM jobs WHERE tenant_id = ${this.#database.tenant} AND id = ${id}`);
  }

  async latest(kind: string): Promise<Job | null> {
    return seen(
      await this.#database.get(sql`${JOB} WHERE tenant_id = ${this.#database.tenant} AND kind = ${kind}
        ORDER BY started_at DESC, id DESC LIMIT 1`),
    );
  }

  async list(since: number, limit: number): Promise<Job[]> {
    const rows = await this.#database.all(sql`${JOB} WHERE tenant_id = ${this.#database.tenant}
      AND (finished_at IS NULL OR finished_at >= ${since})
      ORDER BY started_at DESC, id DESC LIMIT ${limit}`);
    return rows.map(read);
  }

  async byId(id: string): Promise<Job | null> {
    return seen(await this.#database.get(sql`${JOB} WHERE tenant_id = ${this.#database.tenant} AND id = ${id}`));
  }
}

const seen = (row: Row | undefined): Job | null => (row ? read(row) : null);

/** Only the heartbeat counts: host names repeat across containers, and a pid means nothing on another machine. */
const read = (row: Row): Job => readJob(row, Number(row.now));
