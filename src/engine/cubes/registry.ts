// The registered cubes, limited to those that the caller may know of.
import { invalid, notFound, RemanenceError } from '../../errors.ts';
import { tieOf } from '../access/access.ts';
import { type Actor, DEFAULT_CUBE, forbidden, reach, type ScopeFilter } from '../access/actor.ts';
import type { Audit } from '../access/audit.ts';
import { type Action, permission } from '../access/permission.ts';
import type { AccessStore, Cube } from '../access/ports.ts';
import type { Users } from '../access/users.ts';
import type { Clock } from '../ports.ts';
import { checkNoSecret, redactText } from '../secrets/redact.ts';

const CUBE_ID = /^[a-zA-Z0-9_-]{1,100}$/;

export interface CubeInput {
  readonly id: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

export interface Registered {
  readonly cube: Cube;
  /** Whether it was not registered before. */
  readonly isNew: boolean;
}

export interface RegistryParts {
  readonly store: AccessStore;
  readonly users: Users;
  readonly audit: Audit;
  readonly clock: Clock;
  /** Whether a cube, in whichever file, holds anything within the reach. */
  holds(cube: Cube, within: ScopeFilter): Promise<boolean>;
}

export class Registry {
  readonly #parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
  }

  /** Registering a cube again changes nothing; the id of another user's cube is refused. */
  async register(actor: Actor, { id, name = id, description }: CubeInput, path: string | null): Promise<Registered> {
    const { store, users, audit, clock } = this.#parts;
    await this.checkRegister(actor, id);
    // A cube registered by a server that is confined to a user belongs to that user.
    const owner = actor.role === undefined ? (actor.user ?? actor.who) : actor.who;
    await users.settle({ who: owner });
    const now = clock.now();
    const fresh = {
      id,
      name: redactText(name).value,
      description: description === undefined ? null : redactText(description).value,
      path,
      owner,
      project: actor.project ?? null,
      createdAt: now,
      updatedAt: now,
    };
    const before = await store.cube(id);
    const cube = before ?? (await store.addCube(fresh));
    // Another process may have registered it first.
    if (!(await this.#isOpen(actor, cube))) throw new RemanenceError('conflict', `The cube id ${id} is already taken.`);
    if (before === null) await audit.record(actor, [{ action: 'cube.register', cube: id }]);
    return { cube, isNew: before === null };
  }

  /** Refuses an impossible id, and a caller who may not register cubes. */
  async checkRegister(actor: Actor, id: string): Promise<void> {
    if (!CUBE_ID.test(id)) throw invalid('A cube id must have 1 to 100 letters, digits, underscores or hyphens.');
    checkNoSecret(id, 'id of the cube');
    if (actor.role !== 'guest') return;
    await this.#parts.audit.record(actor, [{ action: 'cube.register', cube: id }], 'denied');
    throw forbidden(`${actor.who} is a guest and may only read.`);
  }

  async has(id: string): Promise<boolean> {
    return (await this.#parts.store.cube(id)) !== null;
  }

  /** The cube, if the actor may do this with it. A cube that the actor may not read is reported as not found. */
  async find(actor: Actor, id: string, action: Action = 'read'): Promise<Cube> {
    const { audit } = this.#parts;
    const cube = await this.known(actor, id);
    const role = actor.role ?? 'root';
    const tie = cube === null ? 'foreign' : tieOf(actor, cube);
    if (cube !== null && permission(role, tie, action).allowed) return cube;
    // Audited for a missing cube as well, so that both answers take equally long. Text that cannot be an id may be
    // anything and does not belong in the audit trail.
    await audit.record(actor, [{ action: `cube.${action}`, cube: CUBE_ID.test(id) ? id : null }], 'denied');
    if (cube !== null && permission(role, tie, 'read').allowed)
      throw forbidden(`${permission(role, tie, action).reason}.`);
    throw notFound(`Cube not found: ${id}`, 'cube');
  }

  /** Null if the actor may not know of it. */
  async known(actor: Actor, id: string): Promise<Cube | null> {
    const cube = await this.#parts.store.cube(id);
    return cube && (await this.#isOpen(actor, cube)) ? cube : null;
  }

  async list(actor: Actor): Promise<Cube[]> {
    const cubes = await this.#parts.store.cubes();
    const open = await Promise.all(cubes.map((cube) => this.#isOpen(actor, cube)));
    return cubes.filter((_, i) => open[i]);
  }

  async share(actor: Actor, id: string, user: string): Promise<boolean> {
    const { store, audit, clock } = this.#parts;
    await this.find(actor, id, 'admin');
    if (!(await store.user(user))) throw notFound(`User not found: ${user}`, 'user');
    await audit.record(actor, [{ action: 'cube.share', subject: user, cube: id }]);
    return store.share(id, user, clock.now());
  }

  /** Shares a cube with the users that an export names; creates users that do not exist here. */
  async shareAgain(actor: Actor, id: string, sharers: readonly string[]): Promise<void> {
    for (const user of sharers) {
      await this.#parts.users.settle({ who: user });
      await this.share(actor, id, user);
    }
  }

  async unshare(actor: Actor, id: string, user: string): Promise<boolean> {
    const { store, audit } = this.#parts;
    await this.find(actor, id, 'admin');
    await audit.record(actor, [{ action: 'cube.unshare', subject: user, cube: id }]);
    return store.unshare(id, user);
  }

  /** The users with whom a cube is shared. */
  async sharers(actor: Actor, id: string): Promise<string[]> {
    return this.#parts.store.sharers((await this.find(actor, id)).id);
  }

  /** A confined server knows the cubes of its user and project, and those that hold something it may see. */
  async #isOpen(actor: Actor, cube: Cube): Promise<boolean> {
    if (!sees(actor, cube)) return false;
    const { user, project } = actor;
    if (cube.id === DEFAULT_CUBE || (user === undefined && project === undefined)) return true;
    const isProjects = project === undefined || cube.project === project;
    if (isProjects && (user === undefined || (await this.#belongsTo(user, cube)))) return true;
    return this.#parts.holds(cube, reach(actor));
  }

  async #belongsTo(user: string, { id, owner }: Cube): Promise<boolean> {
    return owner === user || (await this.#parts.store.sharers(id)).includes(user);
  }
}

const sees = (actor: Actor, cube: Cube): boolean =>
  permission(actor.role ?? 'root', tieOf(actor, cube), 'read').allowed;
