// The part of the memory that a request is about, and its actor there.
import { type Actor, actingAs, inProject } from '../../engine/access/actor.ts';
import type { Links } from '../../engine/code/links.ts';
import type { Editing } from '../../engine/maintenance/editing.ts';
import type { Browsing } from '../../engine/memories/browsing.ts';
import type { Memories } from '../../engine/memories/memories.ts';
import type { Retrieval } from '../../engine/retrieval/retrieval.ts';
import type { ApiCall } from './route.ts';
import type { Where } from './where.ts';

export interface Target {
  readonly actor: Actor;
  readonly memories: Memories;
  readonly browsing: Browsing;
  readonly editing: Editing;
  readonly retrieval: Retrieval;
  readonly links: Links;
}

/** A cube may have its own file; one that the actor may not see does not exist. */
export async function targetOf({ engine, actor }: ApiCall, { cube, user, project }: Where): Promise<Target> {
  const narrowed = inProject(actingAs(actor, user), project);
  if (cube === undefined) {
    const { memories, browsing, editing, retrieval, code } = engine;
    return { actor: narrowed, memories, browsing, editing, retrieval, links: code.links };
  }
  const { shelf, actor: inside } = await engine.cubes.open(narrowed, cube);
  const { memories, browsing, editing, retrieval, code } = shelf;
  return { actor: inside, memories, browsing, editing, retrieval, links: code.links };
}
