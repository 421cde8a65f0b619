import { hostname } from 'node:os';
import { isAlive } from '../../abandoned.ts';
import { type Job, type JobStore, STOPPED } from '../../engine/job.ts';
import { JOBS_KEPT_MS, readJob } from '../rows/job.ts';
import type { Row } from '../rows/row.ts';
import type { Database } from './file/database.ts';

/** The progress of work, which can be done again: written lightly. */
export class SqliteJobs implements JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt' | 'by'>, deadAfterMs: number): Promise<Job | null> {
    return this.#database.changeLightly(() => {
      const other = this.#database.get("SELECT * FROM jobs WHERE kind = ? AND state = 'running'", job.kind);
      if (other && read(other).silentMs <= deadAfterMs) return null;
      this.#database.run(
        "UPDATE jobs SET state = 'failed', finished_at = max(heartbeat, started_at), error = ? WHERE kind = ? AND state = 'running'",
        STOPPED,
        job.kind,
      );
      this.#database.run('DELETE FROM jobs WHERE kind = ? AND finished_at < ?', job.kind, job.startedAt - JOBS_KEPT_MS);
      const row = this.#database.get(
        `INSERT INTO jobs (id, kind, state, done, total, started_at, heartbeat, owner, begun_by)
         VALUES (?, ?, 'running', 0, ?, ?, ?, ?, ?) RETURNING *`,
        job.id,
        job.kind,
        job.total,
        job.startedAt,
        Date.now(),
        `${hostname()} ${process.pid}`,
        job.by === null ? null : JSON.stringify(job.by),
      );
      return row ? read(row) : null;
    });
  }

  async update(id: string, change: Parameters<JobStore['update']>[1]): Promise<boolean> {
    return this.#database.changeLightly(() => {
      const row = this.#database.get("SELECT * FROM jobs WHERE id = ? AND state = 'running'", id);
      if (!row) return false;
      const { isAlive: isHeard, ...fields } = change;
      const job = { ...read(row), ...fields };
      const heartbeat = isHeard === undefined ? Number(row.heartbeat) : isHeard ? Date.now() : 0;
      this.#database.run(
        'UPDATE jobs SET state = ?, done = ?, total = ?, stages = ?, heartbeat = ?, finished_at = ?, error = ?, result = ? WHERE id = ?',
        job.state,
        job.done,
        job.total,
        JSON.stringify(job.stages),
        heartbeat,
        job.finishedAt,
        job.error,
        job.result === null ? null : JSON.stringify(job.result),
        id,
      );
      return row.cancelled === 0;
    });
  }

  async cancel(kind: string): Promise<void> {
    await this.#database.change(() =>
      this.#database.run("UPDATE jobs SET cancelled = 1 WHERE kind = ? AND state = 'running'", kind),
    );
  }

  async forget(kind: string): Promise<void> {
    await this.#database.change(() => this.#database.run('DELETE FROM jobs WHERE kind = ?', kind));
  }

  async withdraw(id: string): Promise<void> {
    await this.#database.change(() => this.#database.run('DELETE FROM jobs WHERE id = ?', id));
  }

  async latest(kind: string): Promise<Job | null> {
    return seen(
      this.#database.get('SELECT * FROM jobs WHERE kind = ? ORDER BY started_at DESC, id DESC LIMIT 1', kind),
    );
  }

  async list(since: number, limit: number): Promise<Job[]> {
    const rows = this.#database.all(
      'SELECT * FROM jobs WHERE finished_at IS NULL OR finished_at >= ? ORDER BY started_at DESC, id DESC LIMIT ?',
      since,
      limit,
    );
    return rows.flatMap((row) => seen(row) ?? []);
  }

  async byId(id: string): Promise<Job | null> {
    return seen(this.#database.get('SELECT * FROM jobs WHERE id = ?', id));
  }
}

const seen = (row: Row | undefined): Job | null => (row ? read(row) : null);

/** This machine's clock is the store's, since every process that opens the file runs on it. */
function read(row: Row): Job {
  const job = readJob(row, Date.now());
  return isGone(row) ? { ...job, silentMs: Number.POSITIVE_INFINITY } : job;
}

/** Whether its process ran on this machine and has ended; jobs elsewhere are judged only by their heartbeat. */
function isGone({ owner }: Row): boolean {
  const [host, pid] = String(owner).split(' ');
  return host === hostname() && !isAlive(Number(pid));
}
