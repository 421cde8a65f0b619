import type { Actor } from '../engine/access/actor.ts';
import type { Normalising } from '../engine/maintenance/normalise/normalise.ts';
import { messageOf, RemanenceError } from '../errors.ts';
import { progressBar } from './progress.ts';
import { print, type StoreFlags, table, withEngine } from './store-command.ts';

interface NormalizeFlags extends StoreFlags {
  readonly skipDeduplication?: boolean;
  readonly skipOrphanCleanup?: boolean;
  readonly skipEmbeddingRefresh?: boolean;
}

const STAGES: Readonly<Record<string, string>> = {
  snapshot: 'counting          ',
  deduplicate: 'comparing         ',
  orphans: 'removing orphans  ',
  embeddings: 'embedding         ',
  purge: 'emptying the bin  ',
  check: 'writing, checking ',
  swap: 'done              ',
};

/** Normalises the store, then each cube with its own file; each of them completely or not at all. */
export async function normalize(flags: NormalizeFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const store = await normalizeOne(engine.normalising, owner, flags, signal);
    const cubes: ({ cube: string } & Outcome)[] = [];
    const left: { cube: string; reason: string }[] = [];
    for (const each of await engine.cubes.files(owner)) {
      const cube = each.cube.id;
      if ('problem' in each) left.push({ cube, reason: each.problem });
      else {
        await normalizeOne(each.shelf.normalising, each.actor, flags, signal).then(
          (outcome) => cubes.push({ cube, ...outcome }),
          (thrown: unknown) => left.push({ cube, reason: messageOf(thrown) }),
        );
      }
    }
    print(flags, { ...store, cubes, left }, () =>
      [
        describe(store),
        ...cubes.map((each) => `\nthe cube ${each.cube}\n${describe(each)}`),
        ...left.map(({ cube, reason }) => `\nNOT NORMALISED: the cube ${cube}: ${reason}`),
      ].join('\n'),
    );
    if (left.length > 0) process.exitCode = 1;
  });
}

type Outcome = Awaited<ReturnType<typeof normalizeOne>>;

async function normalizeOne(normalising: Normalising, actor: Actor, flags: NormalizeFlags, signal: AbortSignal) {
  const bar = progressBar();
  const { job, ended } = await normalising.start(actor, {
    skipDeduplication: flags.skipDeduplication,
    skipOrphans: flags.skipOrphanCleanup,
    skipEmbeddings: flags.skipEmbeddingRefresh,
    signal,
    onProgress: ({ name, done, total }) => bar.show(STAGES[name] ?? name, done, total),
  });
  const { state, error } = await ended.finally(() => bar.end());
  const { figures, merged } = await normalising.status(actor, job.id);
  if (state !== 'completed')
    throw new RemanenceError('internal', error ?? 'Normalising was stopped; nothing was changed.');
  return { job: job.id, ...figures, merged };
}

const describe = ({ merged, ...figures }: Outcome): string =>
  [
    table([
      ['memories examined', figures.memoriesProcessed],
      ['duplicates merged', figures.duplicatesMerged],
      ['orphans removed', figures.orphansRemoved],
      ['vectors made', figures.embeddingsRefreshed],
      ['deleted permanently', figures.purged],
    ]),
    ...merged.map(({ into, from }) => `merged into ${into}: ${from.join(', ')}`),
  ].join('\n');
