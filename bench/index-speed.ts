// How fast code bases are read, stage by stage, each into a fresh store; vectors are left out.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { percentile } from './measure.ts';
import { inFreshStore, OWNER } from './store.ts';

export interface IndexOptions {
  readonly settings: Record<string, unknown>;
  /** Runs per code base; the figures are medians. */
  readonly runs: number;
  onProgress(stage: string, done: number, total: number): void;
}

export interface IndexReport {
  readonly name: string;
  readonly files: number;
  readonly symbols: number;
  readonly chunks: number;
  readonly seconds: Record<string, number>;
  /** From the listing of the files to the last reference. */
  readonly totalSeconds: number;
  readonly filesPerSecond: number;
  /** The peak of the whole process so far. */
  readonly peakMemoryBytes: number;
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** One report for each folder in `repositories`, or for itself if it is a code base. */
export async function* measureIndex(repositories: string, options: IndexOptions): AsyncGenerator<IndexReport> {
  for (const root of codeBases(repositories)) {
    const runs: Omit<IndexReport, 'peakMemoryBytes'>[] = [];
    for (let i = 0; i < options.runs; i++) runs.push(await measureOnce(root, options));
    const [first] = runs;
    if (!first) continue;
    const stages = Object.keys(first.seconds);
    const totalSeconds = median(runs.map((run) => run.totalSeconds));
    yield {
      ...first,
      seconds: Object.fromEntries(stages.map((stage) => [stage, median(runs.map((run) => run.seconds[stage] ?? 0))])),
      totalSeconds,
      filesPerSecond: first.files / totalSeconds,
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    };
  }
}

async function measureOnce(root: string, options: IndexOptions): Promise<Omit<IndexReport, 'peakMemoryBytes'>> {
  const name = basename(root);
  return inFreshStore(options.settings, async (engine) => {
    const started = performance.now();
    const { status } = await engine.code.index(OWNER, root, {
      vectors: false,
      onProgress: (stage) => options.onProgress(`${name}: ${stage.name}`, stage.done, stage.total),
    });
    const totalSeconds = (performance.now() - started) / 1000;
    return {
      name,
      files: status.files,
      symbols: status.symbols,
      chunks: status.chunks,
      seconds: Object.fromEntries(status.stages.map((stage) => [stage.name, stage.ms / 1000])),
      totalSeconds,
      filesPerSecond: status.files / totalSeconds,
    };
  });
}

/** A folder of checkouts contains only folders. */
function codeBases(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isCodeBase = existsSync(join(folder, '.git')) || entries.some((entry) => entry.isFile());
  return isCodeBase
    ? [folder]
    : entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
        .sort();
}
