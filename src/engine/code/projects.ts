// Finds projects by name, and reports the progress of their index.
import { RemanenceError } from '../../errors.ts';
import { type Actor, codeReach, entitySpace, place, reach } from '../access/actor.ts';
import type { Job, Stage } from '../job.ts';
import type { Scope } from '../model.ts';
import type { IndexCounts, Machine, Project, ProjectStore } from './ports.ts';

/**
 * Candidate names: `api`, then `shop/api`, then with more parent folders, until the name is unique. If another machine
 * has the same path, `api@laptop`: parent folders would not tell them apart.
 */
export function projectNames(root: string, machine: Machine | null, known: readonly Project[]): string[] {
  const parts = root.split(/[\\/]+/).filter(Boolean);
  const names = [...parts.map((_, i) => parts.slice(-1 - i).join('/')), root];
  if (machine === null) return names;
  const marked = [...names.map((name) => `${name}@${machine.name}`), `${root}@${machine.id}`];
  const isElsewhere = known.some((each) => each.root === root && each.machine && each.machine.id !== machine.id);
  return isElsewhere ? marked : [...names, ...marked];
}

/** A file by its machine and full path: a folder may be indexed both by itself and within its parent. */
export const placeOf = ({ root, machine }: Project, path: string): string => `${machine?.id ?? ''}:${root}/${path}`;

export const isInside = (root: string, path: string): boolean =>
  path.startsWith(`${root}/`) || path.startsWith(`${root}\\`);

/** The innermost project that contains a path. */
export const projectContaining = (path: string, projects: readonly Project[]): Project | undefined =>
  projects
    .filter(({ root }) => path === root || isInside(root, path))
    .toSorted((a, b) => b.root.length - a.root.length)[0];

/** The projects that the actor may see, each under a name of its own. */
export const projectsSeenBy = async (actor: Actor, store: Pick<ProjectStore, 'list'>): Promise<Project[]> =>
  withDistinctNames(await store.list(codeReach(reach(actor))), entitySpace(place(actor)));

/**
 * Of several with one name, those in another scope than the caller's get that scope's name: `shop@ann`; if another scope
 * has the same name, `shop@user ann`.
 */
function withDistinctNames(projects: readonly Project[], own: Scope): Project[] {
  const named = renamed(projects, projects, ({ name, scope }) =>
    isSameScope(scope, own) ? name : `${name}@${nameOf(scope)}`,
  );
  return renamed(projects, named, ({ name, scope }, known) => (known === name ? name : `${name}@${fullNameOf(scope)}`));
}

/** Those whose known name is not unique, under another one. */
function renamed(
  projects: readonly Project[],
  known: readonly Project[],
  another: (project: Project, known: string) => string,
): Project[] {
  const names = known.map(({ name }) => name);
  return projects.map((project, i) => {
    const name = names[i] ?? project.name;
    const isShared = names.indexOf(name) !== names.lastIndexOf(name);
    return { ...project, name: isShared ? another(project, name) : name };
  });
}

const isSameScope = (a: Scope, b: Scope): boolean => JSON.stringify(a) === JSON.stringify(b);

const nameOf = ({ cube, user, project }: Scope): string =>
  [cube, user, project].filter((part) => part !== null).join('/') || 'all';

const fullNameOf = (scope: Scope): string =>
  (['cube', 'user', 'project'] as const)
    .flatMap((dimension) => (scope[dimension] === null ? [] : [`${dimension} ${scope[dimension]}`]))
    .join('/') || 'all';

/** The project of that name. */
export function findProject(name: string, all: readonly Project[]): Project {
  const [project, another] = all.filter((each) => each.name === name);
  if (!project) throw unknownProject(name, all);
  if (another)
    throw new RemanenceError('conflict', `Several projects are named ${name}.`, {
      hint: 'Start the server with --user or --project to choose one.',
    });
  return project;
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

/** For a machine that has none of the known projects. */
export const nothingToIndex = (known: readonly Project[]): RemanenceError =>
  known.length === 0
    ? new RemanenceError('not_found', 'Nothing is indexed yet.', { hint: 'Index a folder first.' })
    : new RemanenceError('not_found', 'The folders of all projects are on other machines.', {
        hint: 'Index them with servers there, or index a folder of this machine.',
      });

interface Unread {
  readonly count: number;
  /** The first few. */
  readonly paths: readonly string[];
}

const UNREAD_NAMED = 20;

/** In the form stored as the result of an index job. */
export const unreadResult = (paths: readonly string[]): NonNullable<Job['result']> => ({
  unread: paths.length,
  unread_paths: paths.slice(0, UNREAD_NAMED),
});

function unreadOf(job: Job | null): Unread {
  const { unread = 0, unread_paths: paths = [] } = job?.result ?? {};
  return { count: typeof unread === 'number' ? unread : 0, paths: typeof paths === 'number' ? [] : paths };
}

export interface ProjectStatus extends IndexCounts {
  readonly project: Project;
  readonly state: 'pending' | 'indexing' | 'completed' | 'failed';
  /** Whether it failed only because its process ended: a server on its machine continues it. */
  readonly interrupted: boolean;
  readonly totalFiles: number;
  /** How many files the running or last job has read. */
  readonly readFiles: number;
  /** 0..1 over all stages. */
  readonly progress: number;
  readonly etaSeconds: number | null;
  readonly startedAt: number | null;
  readonly completedAt: number | null;
  readonly error: string | null;
  readonly stages: readonly Stage[];
  /** Files that the last job could not read fully; the next one retries them. */
  readonly unread: Unread;
  /** Whether some process keeps it up to date. */
  readonly watching: boolean;
  /** The name of the machine that has its folder; null if it is this one, or nobody knows. */
  readonly machine: string | null;
}

/** The outcome of a request to index a project. */
export interface Indexed {
  readonly status: ProjectStatus;
  /** Where the project was already being indexed, if it was: in this process or in another. */
  readonly underWay: 'here' | 'elsewhere' | null;
  /** Whether this process has read everything since the request. */
  readonly isRead: boolean;
}

/**
 * The share of each stage in the whole: vectors take by far the longest. Fixed shares keep the progress from
 * decreasing when a stage learns its total.
 */
const SHARES: Readonly<Record<string, number>> = { read: 0.1, resolve: 0.05, embed: 0.85 };

const progressOf = (stages: readonly Stage[]): number =>
  stages.reduce((sum, { name, done, total }) => sum + (SHARES[name] ?? 0) * (total > 0 ? done / total : 0), 0);

/** Estimated from the speed of embedding once that has started, before that from the overall progress. */
function secondsLeft(stages: readonly Stage[], elapsedMs: number): number | null {
  const embed = stages.find(({ name }) => name === 'embed');
  const [ms, done, left] = embed
    ? [embed.ms, embed.done - (embed.from ?? 0), embed.total - embed.done]
    : [elapsedMs, progressOf(stages), 1 - progressOf(stages)];
  if (left === 0) return 0;
  return done > 0 ? Math.round((ms * left) / done / 1000) : null;
}

export function statusOf(
  project: Project,
  counts: IndexCounts,
  job: Job | null,
  now: number,
): Omit<ProjectStatus, 'watching' | 'machine'> {
  const stages = job?.stages ?? [];
  const running = job?.state === 'running';
  const complete = project.generation > 0 && counts.pending === 0;
  const progress = running ? progressOf(stages) : complete ? 1 : Math.min(progressOf(stages), 0.999);
  const state = running ? 'indexing' : stateOf(project, job);
  const read = stages.find(({ name }) => name === 'read');
  return {
    ...counts,
    project,
    state,
    interrupted: job?.interrupted ?? false,
    totalFiles: running ? Math.max(read?.total ?? 0, counts.files) : counts.files,
    readFiles: running && read ? read.done : counts.files,
    progress,
    etaSeconds: running ? secondsLeft(stages, now - job.startedAt) : null,
    startedAt: job?.startedAt ?? null,
    completedAt: state === 'completed' ? (job?.finishedAt ?? project.indexedAt) : null,
    error: job?.error ?? null,
    stages,
    unread: unreadOf(job),
  };
}

function stateOf({ generation }: Project, job: Job | null): ProjectStatus['state'] {
  if (job?.state === 'failed' || job?.state === 'cancelled') return 'failed';
  return generation > 0 ? 'completed' : 'pending';
}

/** Names the files that could not be read, or only as plain text for lack of time. */
export function unreadNote({ unread: { count, paths } }: Pick<ProjectStatus, 'unread'>): string | null {
  if (count === 0) return null;
  const more = count > paths.length ? ` and ${count - paths.length} more` : '';
  return `${count === 1 ? '1 file' : `${count} files`} could not be read fully: ${paths.join(', ')}${more}.`;
}
