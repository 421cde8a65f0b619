import { RemanenceError } from '../errors.ts';
import { type KeepingFlags, print, table, withEngine } from './keeping.ts';
import { progressBar } from './progress.ts';

interface NormalizeFlags extends KeepingFlags {
  readonly skipDeduplication?: boolean;
  readonly skipOrphanCleanup?: boolean;
  readonly skipEmbeddingRefresh?: boolean;
}

const STAGES: Readonly<Record<string, string>> = {
  snapshot: 'counting          ',
  deduplicate: 'comparing         ',
  orphans: 'looking for rests ',
  embeddings: 'embedding         ',
  purge: 'emptying the bin  ',
  check: 'writing, checking ',
  swap: 'done              ',
};

export async function normalize(flags: NormalizeFlags): Promise<void> {
  const bar = progressBar();
  await withEngine(flags, async (engine, owner, signal) => {
    const { job, ended } = await engine.normalising.start(owner, {
      skipDeduplication: flags.skipDeduplication,
      skipOrphans: flags.skipOrphanCleanup,
      skipEmbeddings: flags.skipEmbeddingRefresh,
      signal,
      onProgress: ({ name, done, total }) => bar.show(STAGES[name] ?? name, done, total),
    });
    const { state, error } = await ended.finally(() => bar.end());
    const { figures } = await engine.normalising.status(job.id);
    if (state !== 'completed') {
      throw new RemanenceError('internal', error ?? 'It was stopped; nothing was changed.');
    }
    print(flags, { job: job.id, ...figures }, () =>
      table([
        ['memories looked at', figures.memoriesProcessed],
        ['duplicates merged', figures.duplicatesMerged],
        ['orphans removed', figures.orphansRemoved],
        ['vectors made', figures.embeddingsRefreshed],
        ['deleted for good', figures.purged],
      ]),
    );
  });
}
