import { hostname } from 'node:os';
import { isAlive } from '../../abandoned.ts';
import { type Job, type JobStore, STOPPED } from '../../engine/job.ts';
import { readJob as read } from '../rows/job.ts';
import type { Row } from '../rows/row.ts';
import type { Database } from './database.ts';

/** How long a job that has ended can be asked about. */
const KEPT_MS = 86_400_000;

export class SqliteJobs implements JobStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async start(job: Pick<Job, 'id' | 'kind' | 'total' | 'startedAt' | 'by'>, deadBefore: number): Promise<Job | null> {
    return this.#database.change(() => {
      const other = this.#database.get("SELECT * FROM jobs WHERE kind = ? AND state = 'running'", job.kind);
      if (other && !isGone(other) && read(other).heartbeat >= deadBefore) return null;
      this.#database.run(
        "UPDATE jobs SET state = 'failed', finished_at = max(heartbeat, started_at), error = ? WHERE kind = ? AND state = 'running'",
        STOPPED,
        job.kind,
      );
      this.#database.run('DELETE FROM jobs WHERE kind = ? AND finished_at < ?', job.kind, job.startedAt - KEPT_MS);
      const row = this.#database.get(
        `INSERT INTO jobs (id, kind, state, done, total, started_at, heartbeat, owner, begun_by)
         VALUES (?, ?, 'running', 0, ?, ?, ?, ?, ?) RETURNING *`,
        job.id,
        job.kind,
        job.total,
        job.startedAt,
        job.startedAt,
        `${hostname()} ${process.pid}`,
        job.by === null ? null : JSON.stringify(job.by),
      );
      return row ? read(row) : null;
    });
  }

  async update(id: string, change: Parameters<JobStore['update']>[1]): Promise<boolean> {
    return this.#database.change(() => {
      const row = this.#database.get("SELECT * FROM jobs WHERE id = ? AND state = 'running'", id);
      if (!row) return false;
      const job = { ...read(row), ...change };
      this.#database.run(
        'UPDATE jobs SET state = ?, done = ?, total = ?, stages = ?, heartbeat = ?, finished_at = ?, error = ?, result = ? WHERE id = ?',
        job.state,
        job.done,
        job.total,
        JSON.stringify(job.stages),
        job.heartbeat,
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

  async list(limit: number): Promise<Job[]> {
    const rows = this.#database.all('SELECT * FROM jobs ORDER BY started_at DESC, id DESC LIMIT ?', limit);
    return rows.flatMap((row) => seen(row) ?? []);
  }

  async byId(id: string): Promise<Job | null> {
    return seen(this.#database.get('SELECT * FROM jobs WHERE id = ?', id));
  }
}

function seen(row: Row | undefined): Job | null {
  if (!row) return null;
  const job = read(row);
  return job.state === 'running' && isGone(row) ? { ...job, heartbeat: 0 } : job;
}

/** Its process was on this machine and is no more; what runs elsewhere is known by its heartbeat alone. */
function isGone({ owner }: Row): boolean {
  const [host, pid] = String(owner).split(' ');
  return host === hostname() && !isAlive(Number(pid));
}
