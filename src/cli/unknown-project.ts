// Says so when no memory belongs to the project that the owner of the folder named.
import type { Actor } from '../engine/access/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { isMisspelt } from '../engine/text/spelling.ts';
import { sanitize } from './terminal/screen.ts';

/** What is appended to the name of a folder, so that folders of the same name do not mix. */
const PLACE = /-[0-9a-f]{8}$/;

export async function warnOfUnknownProject(engine: Engine, owner: Actor): Promise<void> {
  const { project } = owner;
  if (project === undefined || (await projectsOf(engine, owner)).includes(project)) return;
  const nearest = nearestName(project, await projectsOf(engine, { ...owner, project: undefined }));
  const meant = nearest === undefined ? '' : ` Did you mean ${sanitize(nearest)}?`;
  process.stderr.write(`No memory belongs to project ${sanitize(project)}.${meant}\n`);
}

const projectsOf = async (engine: Engine, owner: Actor) => (await engine.browsing.names(owner)).projects;

/** The project of a folder with that name first, then one that is written a little differently. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const base = (each: string) => each.replace(PLACE, '').toLowerCase();
  return known.find((each) => base(each) === base(name)) ?? known.find((each) => isMisspelt(base(name), base(each)));
}
