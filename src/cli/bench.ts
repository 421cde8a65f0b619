import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type * as z from 'zod';
import { Titles } from '../../bench/filling.ts';
import { Half, measureRetrieval, type RetrievalReport } from '../../bench/retrieval.ts';
import { measureScale, type ScaleReport } from '../../bench/scale.ts';
import { Vectors } from '../../bench/static-vectors.ts';
import { Config } from '../config.ts';
import { invalid } from '../errors.ts';
import { setLogLevel } from '../log.ts';
import { progressBar } from './progress.ts';

interface RetrievalFlags {
  readonly json?: string;
  readonly graph: boolean;
  readonly categories?: string;
  readonly keep?: string;
  readonly foreign?: string;
  readonly titles: string;
  readonly half: string;
}

/** A benchmark has the machine to itself, so the model gets all cores unless a flag says otherwise. */
export function settingsOf(flags: object): Record<string, unknown> {
  const known = Object.entries(flags).filter(([name]) => name in Config.shape);
  setLogLevel(Config.shape.logLevel.parse('logLevel' in flags ? flags.logLevel : undefined));
  return { embeddingThreads: availableParallelism(), ...Object.fromEntries(known) };
}

export async function benchRetrieval(folders: readonly string[], flags: RetrievalFlags): Promise<void> {
  const bar = progressBar();
  const reports: RetrievalReport[] = [];
  process.stdout.write(
    'set            questions first   R@2   R@5  R@10   MRR  scoped R@10  AUROC   weak  p50 ms  p95 ms\n',
  );
  for (const folder of folders) {
    const report = await measureRetrieval(folder, {
      settings: settingsOf(flags),
      graph: flags.graph,
      categories: flags.categories?.split(',') ?? null,
      half: readChoice('half', flags.half, Half),
      titles: readChoice('titles', flags.titles, Titles),
      keep: flags.keep ?? null,
      foreign: flags.foreign ?? null,
      onProgress: bar.show,
    });
    bar.end();
    reports.push(report);
    process.stdout.write(`${retrievalRow(report)}\n`);
  }
  for (const { set, categories } of reports.filter((report) => Object.keys(report.categories).length > 1)) {
    process.stdout.write(`\n${`${set} by category`.padEnd(28)}  asked first   R@2   R@5  R@10   MRR  weak shown\n`);
    for (const [name, each] of Object.entries(categories)) {
      const figures = [each.first, each.recall2, each.recall5, each.recall10, each.mrr, each.weak, each.shown];
      const row = figures.map(share).join(' ');
      process.stdout.write(`${name.padEnd(28)} ${String(each.questions).padStart(6)} ${row}\n`);
    }
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(reports, null, 2)}\n`);
}

function readChoice<T extends string>(flag: string, value: string, choices: z.ZodType<T> & { options: T[] }): T {
  const { success, data } = choices.safeParse(value);
  if (success) return data;
  throw invalid(`--${flag} cannot be ${value}.`, `Use one of ${choices.options.join(', ')}.`);
}

export const share = (value: number | null): string => (value === null ? '    –' : value.toFixed(3).padStart(5));

function retrievalRow({ set, overall, scoped, auroc, markedWeak, latencyMs }: RetrievalReport): string {
  const recall = [overall.first, overall.recall2, overall.recall5, overall.recall10, overall.mrr].map(share).join(' ');
  return [
    set.padEnd(14),
    String(overall.questions).padStart(9),
    recall,
    share(scoped?.recall10 ?? null).padStart(12),
    share(auroc).padStart(6),
    // The share of unanswerable questions that were marked weak.
    share(markedWeak.unanswerable).padStart(6),
    latencyMs.p50.toFixed(1).padStart(7),
    latencyMs.p95.toFixed(1).padStart(7),
  ].join(' ');
}

interface ScaleFlags {
  readonly memories: string;
  readonly vectors: string;
  readonly keep?: string;
  readonly against?: string;
  readonly json?: string;
}

export async function benchScale(flags: ScaleFlags): Promise<void> {
  const sizes = flags.memories.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
    throw invalid(
      `--memories ${flags.memories} is not a list of sizes.`,
      'Use whole numbers, for example 10000,100000.',
    );
  }
  if (flags.against !== undefined) return benchAgainst(sizes, flags.against, flags);
  const bar = progressBar();
  const reports: ScaleReport[] = [];
  for (const size of sizes) {
    const report = await measureScale(size, {
      settings: settingsOf(flags),
      keep: flags.keep ?? null,
      vectors: readChoice('vectors', flags.vectors, Vectors),
      onProgress: bar.show,
    });
    bar.end();
    reports.push(report);
    process.stdout.write(
      `${size} memories: ${(report.diskBytes / 1e6).toFixed(0)} MB on disk, ${(report.memoryBytes / 1e6).toFixed(0)} MB in memory\n`,
    );
    for (const [tool, { p50, p95, p99 }] of Object.entries(report.latencyMs)) {
      process.stdout.write(`  ${tool.padEnd(38)} p50 ${ms(p50)}   p95 ${ms(p95)}   p99 ${ms(p99)}\n`);
    }
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(reports, null, 2)}\n`);
}

async function benchAgainst(sizes: readonly number[], against: string, flags: ScaleFlags): Promise<void> {
  const { measureAgainst } = await import('../../bench/against.ts');
  const bar = progressBar();
  const reports = [];
  for (const size of sizes) {
    const report = await measureAgainst(size, against, {
      settings: settingsOf(flags),
      vectors: readChoice('vectors', flags.vectors, Vectors),
      onProgress: bar.show,
    });
    bar.end();
    reports.push(report);
    process.stdout.write(`${size} memories: file, other, ratio of the medians\n`);
    for (const { tool, file, other, ratio } of report.tools) {
      const columns = [file.p50, file.p95, other.p50, other.p95].map(ms).join(' ');
      process.stdout.write(`  ${tool.padEnd(38)} ${columns}   ${ratio.toFixed(2)}\n`);
    }
    const { writes } = report;
    const rates = `${writes.file.toFixed(0)}/s, ${writes.other.toFixed(0)}/s`;
    process.stdout.write(
      `  ${'16 writers in 16 projects'.padEnd(38)} ${rates}   ${(writes.other / writes.file).toFixed(2)}\n`,
    );
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(reports, null, 2)}\n`);
}

const ms = (time: number): string => `${time.toFixed(1).padStart(7)} ms`;
