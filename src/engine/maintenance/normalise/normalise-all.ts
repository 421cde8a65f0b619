// Normalises the store and every cube with its own file, as one job. Each file is normalised completely or not at all.
import { RemanenceError } from '../../../errors.ts';
import type { Actor } from '../../access/actor.ts';
import type { Cubes } from '../../cubes/cubes.ts';
import type { JobContext } from '../../job.ts';
import type { NormaliseOptions, NormaliseOutcome, Normalising } from './normalise.ts';

export function normaliseAll(main: Normalising, cubes: Cubes, actor: Actor, options: NormaliseOptions) {
  return main.start(actor, { ...options, afterwards: (running) => inCubes(cubes, actor, options, running) });
}

async function inCubes(
  cubes: Cubes,
  actor: Actor,
  options: NormaliseOptions,
  { signal, report }: JobContext,
): Promise<NormaliseOutcome[]> {
  const all = await cubes.files(actor);
  const outcomes: NormaliseOutcome[] = [];
  for (const [done, each] of all.entries()) {
    signal.throwIfAborted();
    report('cubes', done, all.length);
    if ('problem' in each)
      throw new RemanenceError('storage', `The cube ${each.cube.id} was not normalised: ${each.problem}`);
    const { normalising } = each.shelf;
    const { job, ended } = await normalising.start(each.actor, { ...options, signal });
    const { state, error } = await ended;
    if (state !== 'completed')
      throw new RemanenceError('storage', `The cube ${each.cube.id} was not normalised: ${error ?? 'it was stopped'}`);
    outcomes.push(await normalising.status(each.actor, job.id));
  }
  if (all.length > 0) report('cubes', all.length, all.length);
  return outcomes;
}
