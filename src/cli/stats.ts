import type { Figures } from '../engine/maintenance/figures/statistics.ts';
import { bytes, print, type StoreFlags, table, withEngine } from './store-command.ts';

export async function stats(flags: StoreFlags): Promise<void> {
  await withEngine(flags, async (engine, owner) => {
    const figures = await engine.statistics(owner);
    print(flags, figures, () => describe(figures));
  });
}

type Line = readonly [string, string | number];

function describe({ memories, index, relationships, storage, sync, performance }: Figures): string {
  const ms = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} ms`);
  const share = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(0)} %`);
  const inner = (counts: Readonly<Record<string, number>>): Line[] =>
    Object.entries(counts).map(([name, count]) => [`  ${name}`, count]);
  return table([
    ['memories', memories.total],
    ...inner(memories.byType),
    ['in the bin', memories.deleted],
    ['files of code', index.files],
    ...inner({ functions: index.functions, classes: index.classes }),
    ['relationships', relationships.total],
    ...inner(relationships.byType),
    ['on disk', bytes(storage.total)],
    ['  vectors', bytes(storage.vectors)],
    ['  text index', bytes(storage.text)],
    ['  graph', bytes(storage.graph)],
    ['  memories', bytes(storage.memories)],
    ['  code', bytes(storage.code)],
    ['waiting for vectors', sync.pending],
    ['failed jobs', sync.failed],
    ['average search', ms(performance.averageSearchMs)],
    ['average write', ms(performance.averageWriteMs)],
    ['embedding cache hits', share(performance.cacheHitRate)],
  ]);
}
