// Builds everything that decides who may do what: users, their tokens and logins, and the cubes they share.
import { Access } from './access/access.ts';
import type { Actor } from './access/actor.ts';
import type { Audit } from './access/audit.ts';
import { Logins } from './access/logins.ts';
import { Refusals } from './access/refusals.ts';
import { Users } from './access/users.ts';
import { chatOwner } from './chat/chat.ts';
import type { Cubes } from './cubes/cubes.ts';
import { Registry } from './cubes/registry.ts';
import type { Clock, Store } from './ports.ts';

interface AccessParts {
  readonly access: Access;
  readonly refusals: Refusals;
  readonly logins: Logins;
  readonly users: Users;
  readonly registry: Registry;
}

/** `cubes` is a function because the cubes are created later: access asks the cubes what they hold, and the cubes ask their registry. */
export function createAccess(store: Store, audit: Audit, clock: Clock, cubes: () => Cubes): AccessParts {
  const refusals = new Refusals(audit, clock);
  const surroundings = {
    cube: (actor: Actor, id: string) => cubes().registry.known(actor, id),
    cubeOfMemory: (actor: Actor, id: string) => cubes().holding(actor, id),
    hasChat: async (actor: Actor, id: string) => (await store.chat.session({ ...chatOwner(actor), id })) !== null,
  };
  const access = new Access(store.access, surroundings, refusals, clock);
  const users = new Users(store.access, audit, clock);
  const registry = new Registry({
    store: store.access,
    users,
    audit,
    clock,
    holds: (cube, within) => cubes().holds(cube, within),
  });
  return { access, refusals, users, registry, logins: new Logins(store.access, access, clock) };
}
