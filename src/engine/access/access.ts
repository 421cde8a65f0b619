// Authentication and authorisation: who a caller is, and what it may do.
import { asRemanenceError, notFound, RemanenceError } from '../../errors.ts';
import type { Scope } from '../model.ts';
import type { Clock } from '../ports.ts';
import { type Actor, actingAs, checkWrite, confinementOf, cubeOf, forbidden, LOCAL } from './actor.ts';
import { type Numbering, numberingFor } from './numbers.ts';
import { type Action, isAdmin, type Permission, permission, type Role, type Tie } from './permission.ts';
import type { AccessStore, Cube, Token, TokenHolder, User } from './ports.ts';
import type { Refusals } from './refusals.ts';
import { isGenuine, readToken } from './tokens.ts';
import { stateOf } from './users.ts';

export interface Question {
  readonly user: string;
  readonly resource: 'cube' | 'memory' | 'chat' | 'admin';
  readonly id: string;
  readonly action: Action;
}

/** What access needs to know beyond users and cubes. */
export interface Surroundings {
  /** The cube, if the actor may know of it. */
  cube(actor: Actor, id: string): Promise<Cube | null>;
  /** The cube of a memory, if the actor may see it. */
  cubeOfMemory(actor: Actor, id: string): Promise<string | null>;
  /** Whether the actor owns the conversation with this id. */
  hasChat(actor: Actor, session: string): Promise<boolean>;
}

/** Whether the cubes of this machine's owner count as well. */
interface Rights {
  readonly machine: boolean;
}

export class Access {
  readonly #store: AccessStore;
  readonly #around: Surroundings;
  readonly #refusals: Refusals;
  readonly #clock: Clock;

  constructor(store: AccessStore, around: Surroundings, refusals: Refusals, clock: Clock) {
    this.#store = store;
    this.#around = around;
    this.#refusals = refusals;
    this.#clock = clock;
  }

  /** How row numbers are shown to the actor. */
  numbering(actor: Actor): Promise<Numbering> {
    return numberingFor(actor, this.#store);
  }

  /** Once a token has been issued, network requests without one are refused. */
  needsToken(): Promise<boolean> {
    return this.#store.hasTokens();
  }

  /** The holder of a token, read on every call so that a revocation takes effect at once. Audits a refused token. */
  async authenticate(text: string | undefined, address = 'unknown'): Promise<Actor> {
    if (text === undefined) throw unauthenticated('MISSING_TOKEN', 'This server needs a token.');
    return this.#noting(address, async () => this.holding(await this.#genuine(text)));
  }

  /** The token with this text, if it and its user are active. Audits a refused token with its address. */
  token(text: string, address: string): Promise<Token> {
    return this.#noting(address, async () => {
      const holder = await this.#genuine(text);
      this.holding(holder);
      return holder.token;
    });
  }

  /** The actor behind a token, if the token and its user are active. */
  holding({ token, user, cubes }: TokenHolder): Actor {
    const state = stateOf(token, this.#clock.now());
    if (state !== 'active') throw unauthenticated(`TOKEN_${state.toUpperCase()}`, `The token is ${state}.`);
    if (!user) throw unauthenticated('INVALID_TOKEN', 'Unknown token.');
    // Only who holds the token learns it.
    if (!user.active) throw unauthenticated('USER_DISABLED', 'The user of this token is disabled.');
    return { who: user.id, role: user.role, cubes: isAdmin(user.role) ? undefined : cubes };
  }

  async #genuine(text: string): Promise<TokenHolder> {
    const given = readToken(text);
    const holder = given && (await this.#store.holder(given.id));
    if (!given || !isGenuine(given.hash, holder?.token ?? null) || !holder) {
      throw unauthenticated('INVALID_TOKEN', 'Unknown token.');
    }
    return holder;
  }

  async #noting<T>(address: string, work: () => Promise<T>): Promise<T> {
    return work().catch(async (thrown: unknown) => {
      const { code, details } = asRemanenceError(thrown);
      if (code === 'unauthenticated') await this.#refusals.note(address, String(details?.reason));
      throw thrown;
    });
  }

  /**
   * The actor acting as a user. A caller with a token is that user and nobody else. The owner of this machine may act
   * as any user, with that user's rights and access to the machine's own cubes.
   */
  async as(actor: Actor, id: string | undefined): Promise<Actor> {
    if (id === undefined || (id === LOCAL && actor.role === undefined)) return actor;
    // Throws if the actor may not act as this user.
    actingAs(actor, id);
    if (actor.role !== undefined) return actor;
    const user = (await this.#store.user(id)) ?? { id, role: 'user' as const, active: true };
    if (!user.active) throw forbidden(`The user ${id} is not active.`);
    return { ...actor, who: id, role: user.role, cubes: await this.#cubesOf(user, { machine: true }) };
  }

  /** The caller's own account, or any account for an admin, with that user as an actor. */
  async info(actor: Actor, id = actor.who): Promise<{ user: User; seen: Actor }> {
    const user = await this.#about(actor, id);
    return { user, seen: await this.#seenBy(actor, user) };
  }

  /** Whether a user may do something, and why. A cube that is not shared looks the same as one that does not exist. */
  async check(actor: Actor, { user: id, resource, id: resourceId, action }: Question): Promise<Permission> {
    const user = await this.#about(actor, id);
    const subject = await this.#seenBy(actor, user);
    if (!user.active) return { allowed: false, reason: 'The user is not active' };
    if (resource === 'admin') return adminPermission(user.role);
    if (resource === 'chat') return this.#chatPermission(subject, resourceId);
    const known = await this.#cubeAround(subject, resource, resourceId);
    if (!known) return { allowed: false, reason: await this.#whyNot(actor, resource, resourceId) };
    const found = permission(user.role, tieOf(subject, known), action);
    const isMachines = found.allowed && tieOf(subject, known) === 'shared' && known.owner === LOCAL;
    const isShared = isMachines && (await this.#store.sharers(known.id)).includes(user.id);
    return isMachines && !isShared ? { ...found, reason: MACHINES } : found;
  }

  async #cubeAround(subject: Actor, resource: 'cube' | 'memory', id: string): Promise<Cube | null> {
    const cube = resource === 'cube' ? id : await this.#around.cubeOfMemory(subject, id);
    return cube === null ? null : this.#around.cube(subject, cube);
  }

  /** Only an admin learns whether a resource is missing or not shared; for anyone else both look the same. */
  async #whyNot(actor: Actor, resource: 'cube' | 'memory', id: string): Promise<string> {
    if (!isAdmin(actor.role ?? 'root')) return NOT_THERE[resource];
    return (await this.#cubeAround(actor, resource, id)) ? NOT_SHARED[resource] : `The ${resource} does not exist`;
  }

  /**
   * The actor, confined to the cubes it owns: the limit for every operation that removes in bulk.
   * The owner of the data folder owns everything it may see.
   */
  async owning(actor: Actor): Promise<Actor> {
    if (actor.role === undefined) return actor;
    const owned = (await this.#store.cubes()).filter(({ owner }) => owner === actor.who);
    return { ...actor, cubes: owned.map(({ id }) => id) };
  }

  async #chatPermission(subject: Actor, session: string): Promise<Permission> {
    return (await this.#around.hasChat(subject, session))
      ? { allowed: true, reason: 'The session is the user’s own' }
      : { allowed: false, reason: 'This user has no such session' };
  }

  async #about(actor: Actor, id: string): Promise<User> {
    const isOther = id !== actor.who;
    if (isOther && !isAdmin(actor.role ?? 'root')) throw forbidden(`${actor.who} may not see other users.`);
    const user = await this.#store.user(id);
    if (!user) throw notFound(`User not found: ${id}`, 'user');
    return user;
  }

  /** The actor that a user would be here, within what the server is confined to. */
  async #seenBy(actor: Actor, user: User): Promise<Actor> {
    const confinement = confinementOf(actor);
    if (user.id === LOCAL) return { ...confinement, who: LOCAL };
    const cubes = await this.#cubesOf(user, { machine: actor.role === undefined });
    return { ...confinement, who: user.id, role: user.role, cubes };
  }

  async #cubesOf({ id, role }: Pick<User, 'id' | 'role'>, { machine }: Rights): Promise<string[] | undefined> {
    return isAdmin(role) ? undefined : this.#store.cubesOf(machine ? [id, LOCAL] : [id]);
  }
}

/** The actor's tie to a cube. */
export function tieOf({ who, role, cubes }: Actor, { id, owner }: Pick<Cube, 'id' | 'owner'>): Tie {
  if (owner === who || role === undefined) return 'own';
  return cubes?.includes(id) ? 'shared' : 'foreign';
}

/** Throws unless the actor owns or administers the cube of a scope. */
export async function checkAdministers(store: AccessStore, actor: Actor, scope: Pick<Scope, 'cube'>): Promise<void> {
  checkWrite(actor, scope);
  const cube = await store.cube(cubeOf(scope));
  const { allowed, reason } = permission(actor.role ?? 'root', cube ? tieOf(actor, cube) : 'foreign', 'admin');
  if (!allowed) throw forbidden(`${reason}.`);
}

const NOT_THERE = {
  cube: permission('user', 'foreign', 'read').reason,
  memory: 'The memory does not exist or is in a cube that is not shared with this user',
};

const NOT_SHARED = {
  cube: 'The cube is not shared with this user',
  memory: 'The memory is in a cube that is not shared with this user',
};
const MACHINES = 'The cube belongs to the owner of this machine, whose cubes are open to every user over stdio';

const adminPermission = (role: Role): Permission =>
  isAdmin(role)
    ? { allowed: true, reason: `The role ${role} may administer` }
    : { allowed: false, reason: 'Only admin and root may administer' };

const unauthenticated = (reason: string, message: string): RemanenceError =>
  new RemanenceError('unauthenticated', message, {
    hint: 'Send `Authorization: Bearer <token>`. The operator of the server issues tokens with `remanence user token`.',
    details: { reason },
  });
