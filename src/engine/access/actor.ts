import { invalid, RemanenceError } from '../../errors.ts';
import type { Scope } from '../model.ts';
import { checkNoSecret } from '../secrets/redact.ts';
import type { Asking } from './asking.ts';
import type { Role } from './permission.ts';

/** Who asks, and as what. Every engine call carries one, so that access is decided here and not in a transport. */
export interface Actor {
  /** The principal: `local` is the owner of this machine's data folder. */
  readonly who: string;
  /** What a user is who came with a token, or in whose name this machine's owner asks; the owner has no role and may do everything. */
  readonly role?: Role | undefined;
  /** The cubes that it may see; every one when they are not given. */
  readonly cubes?: readonly string[] | undefined;
  readonly cube?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  /** The folders of this machine that may be read and written for it; any when they are not given. */
  readonly roots?: readonly string[] | undefined;
  /** Code may be read from any folder all the same: who asks is the user of this machine. */
  readonly anyCode?: boolean | undefined;
  /** The call that it makes, where what it is given is noted. */
  readonly asking?: Asking | undefined;
}

/** The owner of the data folder, and the cube of all that was stored without naming one. */
export const LOCAL = 'local';
export const DEFAULT_CUBE = 'default';

const SINGLE = ['user', 'project', 'session'] as const;
export const DIMENSIONS = ['cube', ...SINGLE] as const;

/** The dimensions that are set must match; the others are open. Of cubes any of those named does. */
export type ScopeFilter = Partial<Record<(typeof SINGLE)[number], string>> & {
  cubes?: readonly string[];
  /** Beside a project's own, what belongs to no project and lies in no cube of its own is inside, too. */
  commons?: true;
};

/** What an actor may see: everything inside the dimensions it is confined to, and what a person keeps for every project. */
export function reach(actor: Actor): ScopeFilter {
  return actor.project === undefined ? ownReach(actor) : { ...ownReach(actor), commons: true };
}

/** What is the actor's alone: of a project nothing that others see as well. */
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

/** Whether all of the store is open to the actor. */
export const seesAll = ({ cube, cubes, user, project }: Actor): boolean =>
  [cube, cubes, user, project].every((dimension) => dimension === undefined);

/** What an actor may change: what is its own, but for a guest, who changes nothing. */
export const writeReach = (actor: Actor): ScopeFilter =>
  actor.role === 'guest' ? { ...ownReach(actor), cubes: [] } : ownReach(actor);

/** The cube of a scope by its name. */
export const cubeOf = ({ cube }: Pick<Scope, 'cube'>): string => cube ?? DEFAULT_CUBE;

/** The filter of a store, for what is at hand already. */
export const isWithin = (scope: Scope, { cubes, commons, ...filter }: ScopeFilter): boolean =>
  SINGLE.every(
    (dimension) =>
      filter[dimension] === undefined ||
      filter[dimension] === scope[dimension] ||
      (commons && dimension === 'project' && scope.project === null && scope.cube === null),
  ) &&
  (cubes === undefined || cubes.includes(cubeOf(scope)));

/** Who did something, and within which bounds. */
export type Identity = Pick<Actor, 'who' | (typeof DIMENSIONS)[number]>;

export const identityOf = ({ who, cube, user, project, session }: Actor): Identity => ({
  who,
  cube,
  user,
  project,
  session,
});

/** Whether it is the actor's to know what somebody began: one's own within one's bounds, or anyone's, for a caller who sees everything. */
export const mayKnow = (actor: Actor, by: Identity | null): boolean =>
  (seesAll(actor) && actor.session === undefined) ||
  (by?.who === actor.who && DIMENSIONS.every((each) => actor[each] === undefined || actor[each] === by[each]));

/** Where the actor stands. */
export function place(actor: Actor): Scope {
  return {
    cube: actor.cube === DEFAULT_CUBE ? null : (actor.cube ?? null),
    user: actor.user ?? null,
    project: actor.project ?? null,
    session: actor.session ?? null,
  };
}

/** Where the actor's new memories go, if it may write there. */
export function home(actor: Actor): Scope {
  const scope = place(actor);
  checkWrite(actor, scope);
  checkScope(scope);
  return scope;
}

/** The names of a scope are kept beside everything that is stored in it. */
export function checkScope(scope: Scope): void {
  for (const dimension of DIMENSIONS) checkNoSecret(scope[dimension] ?? '', `name of the ${dimension}`);
}

export function checkWrite(actor: Actor, scope: Pick<Scope, 'cube'> & Partial<Pick<Scope, 'project'>>): void {
  const cube = cubeOf(scope);
  if (actor.role === 'guest') throw forbidden(`${actor.who} is a guest, who only reads.`);
  if (actor.project !== undefined && scope.project === null) {
    throw new RemanenceError(
      'forbidden',
      `This belongs to no project: project ${actor.project} reads it and cannot change it.`,
      {
        hint: 'Change it with a server that runs without --project, or store what holds for this project alone.',
      },
    );
  }
  if (actor.cubes === undefined || actor.cubes.includes(cube)) return;
  throw new RemanenceError('forbidden', `${actor.who} may not write to the cube ${cube}.`, {
    hint: `Its owner can share it: remanence cube share ${cube} ${actor.who}`,
  });
}

/** The folders that code may be read from for the actor; any when there are none. */
export const codeRoots = ({ roots, anyCode }: Actor): readonly string[] | undefined => (anyCode ? undefined : roots);

const NO_FILES = 'Files of the machine that this server runs on are for admin and root.';

/** Who has no folder at all is told that, and not where one would be. */
export function checkAnyRoot(roots: readonly string[] | undefined): void {
  if (roots?.length === 0) throw new RemanenceError('forbidden', NO_FILES);
}

/** Entities are shared by the sessions of one user and project, and by nobody else. */
export function entitySpace(scope: Scope): Scope {
  return { ...scope, session: null };
}

/** A reach, as it holds for entities: theirs has no session. */
export function entityReach({ session: _, ...filter }: ScopeFilter): ScopeFilter {
  return filter;
}

/** A reach, as it holds for code: what was indexed without a project may be any other's, and is seen without one alone. */
export function codeReach({ session: _, commons: __, ...filter }: ScopeFilter): ScopeFilter {
  return filter;
}

const LONGEST_NAME = 256;

/** A store may end a text at a NUL, and writes half a surrogate pair as it does any other half: two names would be one. */
function checkName(dimension: (typeof SINGLE)[number], name: string): void {
  const isFine = name.length <= LONGEST_NAME && !name.includes('\u0000') && name.isWellFormed();
  if (!isFine) throw invalid(`The name of a ${dimension} has at most ${LONGEST_NAME} characters, all of them text.`);
}

/** The actor in a session. One that is confined to a session cannot enter another. */
export function inSession(actor: Actor, session: string): Actor {
  checkName('session', session);
  if (actor.session !== undefined && actor.session !== session) {
    throw forbidden(`This server acts in session ${actor.session} and in no other.`);
  }
  return { ...actor, session };
}

/** The actor in the name of a user. One that is confined to a user, or came with a token, cannot become another. */
export function actingAs(actor: Actor, user: string | undefined): Actor {
  if (user === undefined || user === actor.user) return actor;
  checkName('user', user);
  const only = actor.user ?? (actor.role === undefined ? undefined : actor.who);
  if (only !== undefined && only !== user) throw forbidden(`This server acts for user ${only} and for nobody else.`);
  return { ...actor, user };
}

/** The actor in a project. One that is confined to a project cannot enter another. */
export function inProject(actor: Actor, project: string | undefined): Actor {
  if (project === undefined || project === actor.project) return actor;
  checkName('project', project);
  if (actor.project !== undefined) throw forbidden(`This server acts in project ${actor.project} and in no other.`);
  return { ...actor, project };
}

export const forbidden = (message: string): RemanenceError => new RemanenceError('forbidden', message);
