// Finds the entity that a caller names, within the actor's reach.
import { type Actor, entityReach, isWithin, place, reach } from '../access/actor.ts';
import { numberingFor } from '../access/numbers.ts';
import { readId, readRow } from '../ids.ts';
import type { Entity } from '../model.ts';
import type { Store } from '../ports.ts';
import { nameKey } from '../text/names.ts';

/** Looks up by id, then by name in any spelling, then by the number a profile shows: a name may look like either. */
export async function findEntity(store: Store, actor: Actor, spelling: unknown): Promise<Entity | null> {
  const id = readId(spelling);
  const known = id === null ? null : await store.graph.entity(id, entityReach(reach(actor)));
  if (known || typeof spelling !== 'string') return known;
  const named = await findEntitiesByName(store, actor, spelling);
  return named.find(isOwnOf(actor)) ?? named[0] ?? (await numbered(store, actor, spelling));
}

export async function findEntitiesByName(store: Store, actor: Actor, name: string): Promise<Entity[]> {
  const known = await store.graph.entitiesByKey([nameKey(name)], entityReach(reach(actor)));
  return store.graph.entitiesByRow(known.map(({ row }) => row));
}

async function numbered(store: Store, actor: Actor, spelling: string): Promise<Entity | null> {
  const shown = readRow(spelling);
  if (shown === null) return null;
  const row = (await numberingFor(actor, store.access)).read('entity', shown);
  const [entity] = await store.graph.entitiesByRow([row]);
  return entity && isWithin(entity.scope, entityReach(reach(actor))) ? entity : null;
}

/** Tells whether an entity belongs to the actor's own space. */
export function isOwnOf(actor: Actor): (entity: Entity) => boolean {
  const { cube, user, project } = place(actor);
  return ({ scope }) => scope.cube === cube && scope.user === user && scope.project === project;
}
