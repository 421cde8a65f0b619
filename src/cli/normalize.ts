import type { NormalisedAll } from '../engine/maintenance/normalise/normalise-all.ts';
import { progressBar } from './progress.ts';
import { print, type StoreFlags, table, withEngine } from './store-command.ts';

interface NormalizeFlags extends StoreFlags {
  readonly skipDeduplication?: boolean;
  readonly skipOrphanCleanup?: boolean;
  readonly skipEmbeddingRefresh?: boolean;
}

const STAGES: Readonly<Record<string, string>> = {
  snapshot: 'counting',
  deduplicate: 'comparing',
  orphans: 'removing orphans',
  embeddings: 'embedding',
  purge: 'emptying the bin',
  check: 'writing, checking',
  swap: 'done',
};

/** Normalises the store, then each cube with its own file; each of them completely or not at all. */
export async function normalize(flags: NormalizeFlags): Promise<void> {
  await withEngine(flags, async (engine, owner, signal) => {
    const bar = progressBar();
    const { outcome } = await engine.normalise(owner, {
      skipDeduplication: flags.skipDeduplication,
      skipOrphans: flags.skipOrphanCleanup,
      skipEmbeddings: flags.skipEmbeddingRefresh,
      signal,
      onProgress({ name, done, total }) {
        const stage = STAGES[name];
        if (stage !== undefined) bar.show(stage.padEnd(18), done, total);
      },
    });
    const { store, cubes, left } = await outcome().finally(() => bar.end());
    const all = { ...inOne(store), cubes: cubes.map((each) => ({ cube: each.cube, ...inOne(each) })), left };
    print(flags, all, () =>
      [
        describe(store),
        ...cubes.map((each) => `\nthe cube ${each.cube}\n${describe(each)}`),
        ...left.map(({ cube, reason }) => `\nNOT NORMALISED: the cube ${cube}: ${reason}`),
      ].join('\n'),
    );
    if (left.length > 0) process.exitCode = 1;
  });
}

type Outcome = NormalisedAll['store'];

const inOne = ({ job, figures, merged }: Outcome) => ({ job, ...figures, merged });

const describe = ({ figures, merged }: Outcome): string =>
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
