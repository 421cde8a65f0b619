// Normalises the store and every cube with its own file, as one job. Each file is normalised completely or not at all, and
// one that cannot be normalised does not keep the others from it.
import { messageOf, RemanenceError } from '../../../errors.ts';
import type { Actor } from '../../access/actor.ts';
import type { CubeShelf, Cubes } from '../../cubes/cubes.ts';
import type { Job, JobContext } from '../../job.ts';
import type { NormaliseOptions, Normalising } from './normalise.ts';
import { type NormaliseOutcome, resultOf } from './status.ts';

type CubeOutcome = NormaliseOutcome & { readonly cube: string; readonly job: string };

/** A cube that stayed as it was, and why. */
interface CubeLeft {
  readonly cube: string;
  readonly reason: string;
}

export interface NormalisedAll {
  readonly store: NormaliseOutcome & { readonly job: string };
  readonly cubes: readonly CubeOutcome[];
  readonly left: readonly CubeLeft[];
}

interface NormalisingAll {
  /** Fails if a cube is left. */
  readonly job: Job;
  readonly estimateMs: number;
  /** Waits for the end; throws unless the store was normalised and its cubes could be listed. */
  outcome(): Promise<NormalisedAll>;
}

const STOPPED = 'Normalising was stopped; nothing was changed.';

export async function normaliseAll(
  main: Normalising,
  cubes: Cubes,
  actor: Actor,
  options: NormaliseOptions,
): Promise<NormalisingAll> {
  let finished: (Omit<NormalisedAll, 'store'> & { readonly store: NormaliseOutcome }) | null = null;
  const { job, estimateMs, ended } = await main.start(actor, {
    ...options,
    async afterwards(running, store) {
      const { done, left } = await inCubes(await cubes.files(actor), options, running);
      finished = { store, cubes: done, left };
      running.conclude(resultOf([store, ...done]));
      if (left.length > 0) throw incomplete(left);
    },
  });
  return {
    job,
    estimateMs,
    async outcome() {
      const { state, error } = await ended;
      if (finished === null || (state !== 'completed' && finished.left.length === 0))
        throw new RemanenceError('internal', error ?? STOPPED);
      return { ...finished, store: { ...finished.store, job: job.id } };
    },
  };
}

async function inCubes(all: readonly CubeShelf[], options: NormaliseOptions, { signal, report }: JobContext) {
  const done: CubeOutcome[] = [];
  const left: CubeLeft[] = [];
  for (const [at, each] of all.entries()) {
    report('cubes', at, all.length);
    const cube = each.cube.id;
    await normaliseCube(each, { ...options, signal }).then(
      (outcome) => done.push({ cube, ...outcome }),
      (thrown: unknown) => left.push({ cube, reason: messageOf(thrown) }),
    );
  }
  if (all.length > 0) report('cubes', all.length, all.length);
  return { done, left };
}

async function normaliseCube(each: CubeShelf, options: NormaliseOptions): Promise<Omit<CubeOutcome, 'cube'>> {
  if ('problem' in each) throw new RemanenceError('storage', each.problem);
  if (options.signal?.aborted) throw new RemanenceError('cancelled', STOPPED);
  const { normalising } = each.shelf;
  const { job, ended } = await normalising.start(each.actor, options);
  const { state, error } = await ended;
  if (state !== 'completed') throw new RemanenceError('storage', error ?? STOPPED);
  const { figures, merged } = await normalising.status(each.actor, job.id);
  return { job: job.id, figures, merged };
}

const incomplete = (left: readonly CubeLeft[]): RemanenceError =>
  new RemanenceError(
    'storage',
    left.map(({ cube, reason }) => `The cube ${cube} was not normalised: ${reason}`).join('\n'),
  );
