// The jobs that an actor may know of.
import { type Actor, maySeeJobBy } from '../../access/actor.ts';
import { indexJob } from '../../code/indexing/runs.ts';
import type { Project } from '../../code/ports.ts';
import type { Job, Jobs } from '../../job.ts';

export interface ShownJob extends Pick<Job, 'id' | 'state' | 'done' | 'total' | 'startedAt' | 'finishedAt' | 'error'> {
  /** One word, or `index` with the project's name. */
  readonly kind: string;
}

const MAX_JOBS = 100;

/** The actor's own jobs, and the indexing of projects it may see. */
export async function knownJobs(actor: Actor, jobs: Jobs, projects: readonly Project[]): Promise<ShownJob[]> {
  const indexing = new Map(projects.map((project) => [indexJob(project), project.name]));
  return (await jobs.list(MAX_JOBS))
    .filter((job) => maySeeJobBy(actor, job.by) || indexing.has(job.kind))
    .map(({ id, kind, state, done, total, startedAt, finishedAt, error }) => ({
      id,
      kind: indexing.has(kind) ? `index ${indexing.get(kind)}` : (kind.split(' ')[0] ?? kind),
      state,
      done,
      total,
      startedAt,
      finishedAt,
      error,
    }));
}
