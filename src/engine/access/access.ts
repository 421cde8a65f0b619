// Who somebody is, and what that one may do.
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

/** What access asks of those that know more than users and cubes. */
export interface Surroundings {
  /** A cube that the actor may know of. */
  cube(actor: Actor, id: string): Promise<Cube | null>;
  /** The cube of a memory that the actor may see. */
  cubeOfMemory(actor: Actor, id: string): Promise<string | null>;
  /** Whether the actor has a conversation of that id. */
  hasChat(actor: Actor, session: string): Promise<boolean>;
}

/** Whether the cubes of this machine's owner count, too. */
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

  /** The numbers that the actor is shown in the place of rows. */
  numbering(actor: Actor): Promise<Numbering> {
    return numberingFor(actor, this.#store);
  }

  /** As soon as there is a token, nobody is served over the network without one. */
  needsToken(): Promise<boolean> {
    return this.#store.hasTokens();
  }

  /** Who a token belongs to; read on every call, so that what is taken away is gone at once. A wrong one is written down with the address. */
  async authenticate(text: string | undefined, address = 'unknown'): Promise<Actor> {
    if (text === undefined) throw unauthenticated('MISSING_TOKEN', 'This server needs a token.');
    return this.#noting(address, async () => this.holding(await this.#genuine(text)));
  }

  /** The token of this text, while it and its user are active; a wrong one is written down with the address. */
  token(text: string, address: string): Promise<Token> {
    return this.#noting(address, async () => {
      const holder = await this.#genuine(text);
      this.holding(holder);
      return holder.token;
    });
  }

  /** Who acts by a token, while it and its user are active. */
  holding({ token, user, cubes }: TokenHolder): Actor {
    const state = stateOf(token, this.#clock.now());
    if (state !== 'active') throw unauthenticated(`TOKEN_${state.toUpperCase()}`, `The token is ${state}.`);
    if (!user?.active) throw unauthenticated('INVALID_TOKEN', 'Unknown token.');
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
   * The actor in the name of a user. Who came with a token is that user and nobody else; for the owner of this machine
   * the name is a label: the rights of that user hold, and the machine's own cubes are open to it.
   */
  async as(actor: Actor, id: string | undefined): Promise<Actor> {
    if (id === undefined || (id === LOCAL && actor.role === undefined)) return actor;
    // Refuses to become another.
    actingAs(actor, id);
    if (actor.role !== undefined) return actor;
    const user = (await this.#store.user(id)) ?? { id, role: 'user' as const, active: true };
    if (!user.active) throw forbidden(`The user ${id} is not active.`);
    return { ...actor, who: id, role: user.role, cubes: await this.#cubesOf(user, { machine: true }) };
  }

  /** One's own account, or anybody's for who administers; and that user as an actor. */
  async info(actor: Actor, id = actor.who): Promise<{ user: User; seen: Actor }> {
    const user = await this.#about(actor, id);
    return { user, seen: await this.#seenBy(actor, user) };
  }

  /** Whether a user may do something, and why; a foreign cube and one that does not exist look the same. */
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

  /** Who may see everything is told which of the two it is; for anybody else both look the same. */
  async #whyNot(actor: Actor, resource: 'cube' | 'memory', id: string): Promise<string> {
    if (!isAdmin(actor.role ?? 'root')) return NOT_THERE[resource];
    return (await this.#cubeAround(actor, resource, id)) ? NOT_SHARED[resource] : `There is no such ${resource}`;
  }

  /**
   * The actor, reaching no further than what it owns, which is as far as anything goes that removes many things at once.
   * The owner of the data folder owns all that it may see.
   */
  async owning(actor: Actor): Promise<Actor> {
    if (actor.role === undefined) return actor;
    const owned = (await this.#store.cubes()).filter(({ owner }) => owner === actor.who);
    return { ...actor, cubes: owned.map(({ id }) => id) };
  }

  async #chatPermission(subject: Actor, session: string): Promise<Permission> {
    return (await this.#around.hasChat(subject, session))
      ? { allowed: true, reason: 'The session is the user’s own' }
      : { allowed: false, reason: 'There is no such session of this user' };
  }

  async #about(actor: Actor, id: string): Promise<User> {
    const isOther = id !== actor.who;
    if (isOther && !isAdmin(actor.role ?? 'root')) throw forbidden(`${actor.who} may not ask about other users.`);
    const user = await this.#store.user(id);
    if (!user) throw notFound(`User not found: ${id}`, 'user');
    return user;
  }

  /** As whom a user would be served here: inside of what the server is confined to. */
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

/** What a cube is to the actor. */
export function tieOf({ who, role, cubes }: Actor, { id, owner }: Pick<Cube, 'id' | 'owner'>): Tie {
  if (owner === who || role === undefined) return 'own';
  return cubes?.includes(id) ? 'shared' : 'foreign';
}

/** Refuses what is for those alone who own or administer the cube of a scope. */
export async function checkAdministers(store: AccessStore, actor: Actor, scope: Pick<Scope, 'cube'>): Promise<void> {
  checkWrite(actor, scope);
  const cube = await store.cube(cubeOf(scope));
  const { allowed, reason } = permission(actor.role ?? 'root', cube ? tieOf(actor, cube) : 'foreign', 'admin');
  if (!allowed) throw forbidden(`${reason}.`);
}

const NOT_THERE = {
  cube: permission('user', 'foreign', 'read').reason,
  memory: 'There is no such memory, or it is in a cube that is not shared with this user',
};

const NOT_SHARED = {
  cube: 'The cube is not shared with this user',
  memory: 'The memory is in a cube that is not shared with this user',
};
const MACHINES = 'The cube belongs to the owner of this machine, whose cubes are open to every user over stdio';

const adminPermission = (role: Role): Permission =>
  isAdmin(role)
    ? { allowed: true, reason: `The role ${role} may administer` }
    : { allowed: false, reason: 'Only admin and root administer' };

const unauthenticated = (reason: string, message: string): RemanenceError =>
  new RemanenceError('unauthenticated', message, {
    hint: 'Send `Authorization: Bearer <token>`; whoever runs the server makes one with `remanence user token`.',
    details: { reason },
  });
