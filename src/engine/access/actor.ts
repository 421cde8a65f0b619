import { invalid, RemanenceError } from '../../errors.ts';
import type { Scope } from '../model.ts';
import { checkNoSecret } from '../secrets/redact.ts';
import type { Role } from './permission.ts';
import type { Recorder } from './recorder.ts';

/** The caller and its rights. Every engine call carries one, so that access is decided here and not in a transport. */
export interface Actor {
  /** The principal: `local` is the owner of this machine's data folder. */
  readonly who: string;
  /** The role of a user with a token, or of the user the owner acts as. The owner has none and may do anything. */
  readonly role?: Role | undefined;
  /** The cubes that the actor may see; all if undefined. */
  readonly cubes?: readonly string[] | undefined;
  readonly cube?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  /** The folders of this machine that may be read and written for the actor; any if undefined. */
  readonly roots?: readonly string[] | undefined;
  /** Whether code may be read from any folder regardless of `roots`: the caller is this machine's own user. */
  readonly anyCode?: boolean | undefined;
  /** The call being answered, if its results are logged. */
  readonly recorder?: Recorder | undefined;
}

/** Whether a value is an actor, among the parameters of any call. */
export const isActor = (value: unknown): value is Actor =>
  typeof value === 'object' && value !== null && 'who' in value;

/** The owner of the data folder. */
export const LOCAL = 'local';
/** The cube of everything stored without naming one. */
export const DEFAULT_CUBE = 'default';

const SINGLE = ['user', 'project', 'session'] as const;
export const DIMENSIONS = ['cube', ...SINGLE] as const;

/** The dimensions that are set must match; any of the named cubes does. */
export type ScopeFilter = Partial<Record<(typeof SINGLE)[number], string>> & {
  cubes?: readonly string[];
  /** Also includes what belongs to no project and lies in the default cube. */
  commons?: true;
};

/** What an actor may see: everything within the dimensions it is confined to, and what is shared by all projects. */
export function reach(actor: Actor): ScopeFilter {
  return actor.project === undefined ? ownReach(actor) : { ...ownReach(actor), commons: true };
}

/** What belongs to the actor alone: in a project, nothing that other projects see as well. */
export function ownReach(actor: Actor): ScopeFilter {
  const filter: ScopeFilter = {};
  for (const dimension of SINGLE) {
    const value = actor[dimension];
    if (value !== undefined) filter[dimension] = value;
  }
  const cubes = cubesOf(actor);
  return cubes === undefined ? filter : { ...filter, cubes };
}

function cubesOf({ cube, cubes }: Actor): readonly string[] | undefined {
  if (cube === undefined) return cubes;
  return cubes === undefined || cubes.includes(cube) ? [cube] : [];
}

/** The user and project that a server is confined to. */
export const confinementOf = ({ user, project }: Actor): Pick<Actor, 'user' | 'project'> => ({ user, project });

/** Whether the actor may see the whole store. */
export const seesAll = ({ cube, cubes, user, project }: Actor): boolean =>
  [cube, cubes, user, project].every((dimension) => dimension === undefined);

/** What an actor may change: its own scope, or nothing for a guest. */
export const writeReach = (actor: Actor): ScopeFilter =>
  actor.role === 'guest' ? { ...ownReach(actor), cubes: [] } : ownReach(actor);

/** The name of a scope's cube. */
export const cubeOf = ({ cube }: Pick<Scope, 'cube'>): string => cube ?? DEFAULT_CUBE;

/** Applies a store's filter to a scope that is already in memory. */
export const isWithin = (scope: Scope, { cubes, commons, ...filter }: ScopeFilter): boolean =>
  SINGLE.every(
    (dimension) =>
      filter[dimension] === undefined ||
      filter[dimension] === scope[dimension] ||
      (commons && dimension === 'project' && scope.project === null && scope.cube === null),
  ) &&
  (cubes === undefined || cubes.includes(cubeOf(scope)));

/** Who did something, and in which scope. */
export type Identity = Pick<Actor, 'who' | (typeof DIMENSIONS)[number]>;

export const identityOf = ({ who, cube, user, project, session }: Actor): Identity => ({
  who,
  cube,
  user,
  project,
  session,
});

/** Whether the actor may know of a job: its own within its scope, or anyone's if it sees everything. */
export const maySeeJobBy = (actor: Actor, by: Identity | null): boolean =>
  (seesAll(actor) && actor.session === undefined) ||
  (by?.who === actor.who && DIMENSIONS.every((each) => actor[each] === undefined || actor[each] === by[each]));

/** The actor's scope. */
export function place(actor: Actor): Scope {
  return {
    cube: actor.cube === DEFAULT_CUBE ? null : (actor.cube ?? null),
    user: actor.user ?? null,
    project: actor.project ?? null,
    session: actor.session ?? null,
  };
}

/** The actor, placed in a scope: what it stores there lies beside what the scope was taken from. */
export const inScope = (actor: Actor, scope: Scope): Actor => ({
  ...actor,
  cube: cubeOf(scope),
  user: scope.user ?? undefined,
  project: scope.project ?? undefined,
  session: scope.session ?? undefined,
});

/** The scope of the actor's new memories; throws if it may not write there. */
export function home(actor: Actor): Scope {
  const scope = place(actor);
  checkWrite(actor, scope);
  checkScope(scope);
  return scope;
}

/** Refuses secrets in a scope's names, which are stored with everything in it. */
export function checkScope(scope: Scope): void {
  for (const dimension of DIMENSIONS) checkNoSecret(scope[dimension] ?? '', `name of the ${dimension}`);
}

/** Refuses a guest, who may write nowhere. */
export function checkNoGuest({ who, role }: Actor): void {
  if (role === 'guest') throw forbidden(`${who} is a guest and may only read.`);
}

export function checkWrite(actor: Actor, scope: Pick<Scope, 'cube'> & Partial<Pick<Scope, 'project'>>): void {
  const cube = cubeOf(scope);
  checkNoGuest(actor);
  if (actor.project !== undefined && scope.project === null) {
    throw new RemanenceError(
      'forbidden',
      `This belongs to no project, so project ${actor.project} may read but not change it.`,
      {
        hint: 'Change it with a server started without --project, or store a memory for this project only.',
      },
    );
  }
  if (actor.cubes === undefined || actor.cubes.includes(cube)) return;
  throw new RemanenceError('forbidden', `${actor.who} may not write to the cube ${cube}.`, {
    hint: `Its owner can share it: remanence cube share ${cube} ${actor.who}`,
  });
}

/** The folders from which code may be read for the actor; any if undefined. */
export const codeRoots = ({ roots, anyCode }: Actor): readonly string[] | undefined => (anyCode ? undefined : roots);

const NO_FILES = 'Only admin and root may use files of the machine that this server runs on.';

/** Refuses a caller that has no folder at all, without naming one. */
export function checkAnyRoot(roots: readonly string[] | undefined): void {
  if (roots?.length === 0) throw new RemanenceError('forbidden', NO_FILES);
}

/** Entities are shared by the sessions of one user and project only. */
export function entitySpace(scope: Scope): Scope {
  return { ...scope, session: null };
}

/** A reach as it applies to entities, which have no session. */
export function entityReach({ session: _, ...filter }: ScopeFilter): ScopeFilter {
  return filter;
}

/** A reach as it applies to code: code indexed without a project is seen only by actors without a project. */
export function codeReach({ session: _, commons: __, ...filter }: ScopeFilter): ScopeFilter {
  return filter;
}

const MAX_NAME_LENGTH = 256;

/** A store may cut text at a NUL and write all lone surrogates alike, which would make two names one. */
function checkName(dimension: (typeof SINGLE)[number], name: string): void {
  const isFine = name.length <= MAX_NAME_LENGTH && !name.includes('\u0000') && name.isWellFormed();
  if (!isFine) throw invalid(`The name of a ${dimension} must be valid text of at most ${MAX_NAME_LENGTH} characters.`);
}

/** The actor in a session. An actor confined to a session cannot enter another. */
export function inSession(actor: Actor, session: string): Actor {
  checkName('session', session);
  if (actor.session !== undefined && actor.session !== session) {
    throw forbidden(`This server is confined to session ${actor.session}.`);
  }
  return { ...actor, session };
}

/** The actor acting as a user. An actor confined to a user, or with a token, cannot act as another. */
export function actingAs(actor: Actor, user: string | undefined): Actor {
  if (user === undefined || user === actor.user) return actor;
  checkName('user', user);
  const only = actor.user ?? (actor.role === undefined ? undefined : actor.who);
  if (only !== undefined && only !== user) throw forbidden(`This server acts only for user ${only}.`);
  return { ...actor, user };
}

/** The actor in a project. An actor confined to a project cannot enter another. */
export function inProject(actor: Actor, project: string | undefined): Actor {
  if (project === undefined || project === actor.project) return actor;
  checkName('project', project);
  if (actor.project !== undefined) throw forbidden(`This server is confined to project ${actor.project}.`);
  return { ...actor, project };
}

export const forbidden = (message: string): RemanenceError => new RemanenceError('forbidden', message);
