import { statSync } from 'node:fs';
import { databasePath } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Figures } from '../engine/maintenance/figures/statistics.ts';
import { configOf } from './options.ts';
import { bytes, print, type StoreFlags, table, withEngine } from './store-command.ts';

export async function stats(flags: StoreFlags): Promise<void> {
  await withEngine(flags, async (engine, owner) => {
    const figures = await engine.statistics(owner);
    print(flags, figures, () => describe(figures, logBytes(configOf(flags))));
  });
}

/** What SQLite keeps beside the database until it is written into it; 0 for a database server. */
function logBytes(config: Config): number {
  if (config.database !== undefined) return 0;
  return statSync(`${databasePath(config)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

type Line = readonly [string, string | number];

function describe(figures: Figures, logged: number): string {
  const { memories, index, relationships, storage, sync, performance } = figures;
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
    ['  write-ahead log', bytes(logged)],
    ['waiting for vectors', sync.pending],
    ['failed jobs', sync.failed],
    ['average search', ms(performance.averageSearchMs)],
    ['average write', ms(performance.averageWriteMs)],
    ['embedding cache hits', share(performance.cacheHitRate)],
  ]);
}
