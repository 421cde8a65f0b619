// Projects by name, and how far their index is.
import { RemanenceError } from '../../errors.ts';
import { type Actor, entitySpace, place } from '../access/actor.ts';
import type { Job, Stage } from '../job.ts';
import type { IndexCounts, Project } from './ports.ts';

/** `api`, then `shop/api`, then the folders above: what tells it from another of that name. */
export function projectNames(root: string): string[] {
  const parts = root.split(/[\\/]+/).filter(Boolean);
  return [...parts.map((_, i) => parts.slice(-1 - i).join('/')), root];
}

export const isInside = (root: string, path: string): boolean =>
  path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);

/** The innermost project that a path belongs to. */
export const projectAround = (path: string, projects: readonly Project[]): Project | undefined =>
  projects
    .filter(({ root }) => path === root || isInside(root, path))
    .toSorted((a, b) => b.root.length - a.root.length)[0];

/** The project of that name. Callers who see several users' projects may meet the name twice: their own is meant. */
export function projectNamed(name: string, all: readonly Project[], actor: Actor): Project {
  const named = all.filter((project) => project.name === name);
  const own = JSON.stringify(entitySpace(place(actor)));
  const project = named.length === 1 ? named[0] : named.find(({ scope }) => JSON.stringify(scope) === own);
  if (project) return project;
  if (named.length === 0) throw unknownProject(name, all);
  throw new RemanenceError('conflict', `Several users have a project ${name}.`, {
    hint: 'Start the server with --user to say whose is meant.',
  });
}

export const unknownProject = (name: string, known: readonly Project[]): RemanenceError =>
  new RemanenceError('not_found', `Project not found: ${name}`, {
    hint:
      known.length === 0
        ? 'No project is indexed.'
        : `Known projects: ${known
            .slice(0, 20)
            .map((project) => project.name)
            .join(', ')}.`,
  });

export interface ProjectStatus extends IndexCounts {
  readonly project: Project;
  readonly state: 'pending' | 'indexing' | 'completed' | 'failed';
  /** Files of the project, and how many of them the running or last job has read. */
  readonly totalFiles: number;
  readonly readFiles: number;
  /** 0..1 over all stages. */
  readonly progress: number;
  readonly etaSeconds: number | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly error: string | null;
  readonly stages: readonly Stage[];
  /** Some process keeps it up to date. */
  readonly watching: boolean;
}

/** What the parts cost against each other: a file to read, a reference to resolve, a chunk to embed. */
const COST: Readonly<Record<string, number>> = { read: 1, resolve: 0.02, embed: 4 };
/** How many chunks a file will have, while that is not known. */
const CHUNKS_PER_FILE = 4;

function progressOf(stages: readonly Stage[]): number {
  const read = stages.find(({ name }) => name === 'read');
  const known = stages.some(({ name }) => name === 'embed');
  const ahead = known ? 0 : (read?.total ?? 0) * CHUNKS_PER_FILE * (COST.embed ?? 1);
  let [done, total] = [0, ahead];
  for (const stage of stages) {
    done += stage.done * (COST[stage.name] ?? 1);
    total += stage.total * (COST[stage.name] ?? 1);
  }
  return total > 0 ? done / total : 0;
}

export function statusOf(
  project: Project,
  counts: IndexCounts,
  job: Job | null,
  now: number,
): Omit<ProjectStatus, 'watching'> {
  const stages = job?.stages ?? [];
  const running = job?.state === 'running';
  const complete = project.generation > 0 && counts.pending === 0;
  const progress = running ? progressOf(stages) : complete ? 1 : Math.min(progressOf(stages), 0.999);
  const elapsed = job && running ? (now - job.startedAt) / 1000 : 0;
  const read = stages.find(({ name }) => name === 'read');
  return {
    ...counts,
    project,
    state: running ? 'indexing' : stateOf(project, job),
    totalFiles: running ? Math.max(read?.total ?? 0, counts.files) : counts.files,
    readFiles: running && read ? read.done : counts.files,
    progress,
    etaSeconds: running && progress > 0 ? Math.round((elapsed * (1 - progress)) / progress) : null,
    startedAt: job?.startedAt ?? null,
    completedAt: running ? null : (job?.finishedAt ?? project.indexedAt),
    error: job?.error ?? null,
    stages,
  };
}

function stateOf({ generation }: Project, job: Job | null): ProjectStatus['state'] {
  if (job?.state === 'failed' || job?.state === 'cancelled') return 'failed';
  return generation > 0 ? 'completed' : 'pending';
}
