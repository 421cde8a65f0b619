import { RemanenceError } from '../../errors.ts';
import type { Scope } from '../model.ts';

/** Who asks, and as what. Every engine call carries one, so that access is decided here and not in a transport. */
export interface Actor {
  /** The principal: `local` is the owner of this machine's data folder. */
  readonly who: string;
  readonly cube?: string | undefined;
  readonly user?: string | undefined;
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  /** The folders of this machine that may be read and written for it; any when they are not given. */
  readonly roots?: readonly string[] | undefined;
  /** Code may be read from any folder all the same: who asks is the user of this machine. */
  readonly anyCode?: boolean | undefined;
}

/** The dimensions that are set must match; the others are open. */
export type ScopeFilter = Partial<Record<keyof Scope, string>>;

export const DIMENSIONS = ['cube', 'user', 'project', 'session'] as const;

/** What an actor may see and change: everything inside the dimensions it is confined to. */
export function reach(actor: Actor): ScopeFilter {
  const filter: ScopeFilter = {};
  for (const dimension of DIMENSIONS) {
    const value = actor[dimension];
    if (value !== undefined) filter[dimension] = value;
  }
  return filter;
}

export const isWithin = (scope: Scope, filter: ScopeFilter): boolean =>
  DIMENSIONS.every((dimension) => filter[dimension] === undefined || filter[dimension] === scope[dimension]);

/** Where the actor's new memories go. */
export function home(actor: Actor): Scope {
  return {
    cube: actor.cube ?? null,
    user: actor.user ?? null,
    project: actor.project ?? null,
    session: actor.session ?? null,
  };
}

/** Entities are shared by the sessions of one user and project, and by nobody else. */
export function entitySpace(scope: Scope): Scope {
  return { ...scope, session: null };
}

/** A reach, as it holds for entities: theirs has no session. */
export function entityReach({ session: _, ...filter }: ScopeFilter): ScopeFilter {
  return filter;
}

/** The actor in a session. One that is confined to a session cannot enter another. */
export function inSession(actor: Actor, session: string): Actor {
  if (actor.session !== undefined && actor.session !== session) {
    throw new RemanenceError('forbidden', `This server acts in session ${actor.session} and in no other.`);
  }
  return { ...actor, session };
}

/** The actor in the name of a user. One that is confined to a user cannot become another. */
export function actingAs(actor: Actor, user: string | undefined): Actor {
  if (user === undefined || user === actor.user) return actor;
  if (actor.user !== undefined) {
    throw new RemanenceError('forbidden', `This server acts for user ${actor.user} and for nobody else.`);
  }
  return { ...actor, user };
}
