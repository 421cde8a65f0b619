import { writeFileSync } from 'node:fs';
import { type CodeReport, type FunctionsReport, measureCode, measureFunctions } from '../../bench/code.ts';
import { duplicatesTable, measureDuplicates } from '../../bench/duplicates.ts';
import { type IndexReport, measureIndex } from '../../bench/index-speed.ts';
import { measureSymbols } from '../../bench/symbols.ts';
import { assets } from '../assets.ts';
import { invalid } from '../errors.ts';
import { settingsOf, share } from './bench.ts';
import { progressBar } from './progress.ts';
import { wholeNumber } from './store-command.ts';

interface CodeFlags {
  readonly repos?: string;
  readonly annotations?: string;
  readonly functions?: string;
  readonly whole?: boolean;
  readonly json?: string;
}

export async function benchCode(flags: CodeFlags): Promise<void> {
  const { repos, annotations, functions } = flags;
  if ((repos === undefined || annotations === undefined) && functions === undefined) {
    throw invalid('Nothing to measure.', 'Give --repos and --annotations, or --functions.');
  }
  const bar = progressBar();
  // One thread per model: several models share the cores.
  const settings = { ...settingsOf(flags), embeddingThreads: 1 };
  const options = { settings, whole: flags.whole ?? false, onProgress: bar.show };
  const repositories: CodeReport[] = [];
  if (repos !== undefined && annotations !== undefined) {
    process.stdout.write(
      'repository      files  chunks  questions  at once  NDCG@10  read s  embed s  p50 ms  p95 ms\n',
    );
    for await (const report of measureCode(repos, annotations, options)) {
      bar.end();
      repositories.push(report);
      process.stdout.write(`${codeRow(report)}\n`);
    }
    if (repositories.length === 0) throw invalid(`No checkout in ${repos} has annotations in ${annotations}.`);
    process.stdout.write(`${summary(repositories)}\n`);
  }
  const functionSets: FunctionsReport[] = [];
  if (functions !== undefined) {
    const report = await measureFunctions(functions, options);
    bar.end();
    functionSets.push(report);
    process.stdout.write(
      `${report.name}: ${report.functions} functions, ${report.questions} questions, MRR ${share(report.mrr)}, recall@10 ${share(report.recall10)}\n`,
    );
  }
  if (flags.json !== undefined) {
    writeFileSync(flags.json, `${JSON.stringify({ repositories, functions: functionSets }, null, 2)}\n`);
  }
}

function codeRow({ name, files, chunks, questions, firstNdcg10, ndcg10, indexSeconds, latencyMs }: CodeReport): string {
  return [
    name.padEnd(14),
    String(files).padStart(6),
    String(chunks).padStart(7),
    String(questions).padStart(10),
    share(firstNdcg10).padStart(8),
    share(ndcg10).padStart(8),
    (indexSeconds.read ?? 0).toFixed(1).padStart(7),
    (indexSeconds.embed ?? 0).toFixed(1).padStart(8),
    latencyMs.p50.toFixed(1).padStart(7),
    latencyMs.p95.toFixed(1).padStart(7),
  ].join(' ');
}

/** Each repository counts once. */
function summary(reports: readonly CodeReport[]): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const average = mean(reports.map(({ ndcg10 }) => ndcg10));
  const first = mean(reports.map(({ firstNdcg10 }) => firstNdcg10));
  const categories = [...new Set(reports.flatMap((report) => Object.keys(report.categories)))].sort();
  const byCategory = categories.map((category) => {
    const scores = reports.flatMap((report) => report.categories[category] ?? []);
    return `${category} ${share(mean(scores))}`;
  });
  return `average NDCG@10 ${share(average)}, right after reading ${share(first)} (by category: ${byCategory.join(', ')})`;
}

interface IndexFlags {
  readonly repos: string;
  readonly runs: string;
  readonly json?: string;
}

export async function benchIndex(flags: IndexFlags): Promise<void> {
  const runs = wholeNumber('--runs', flags.runs);
  const bar = progressBar();
  const reports: IndexReport[] = [];
  process.stdout.write('code base       files  symbols  chunks  read s  resolve s  all s  files/s  peak MB\n');
  for await (const report of measureIndex(flags.repos, { settings: settingsOf(flags), runs, onProgress: bar.show })) {
    bar.end();
    reports.push(report);
    process.stdout.write(`${indexRow(report)}\n`);
  }
  if (flags.json !== undefined) writeFileSync(flags.json, `${JSON.stringify(reports, null, 2)}\n`);
}

function indexRow({ name, files, symbols, chunks, seconds, ...report }: IndexReport): string {
  return [
    name.padEnd(14),
    String(files).padStart(6),
    String(symbols).padStart(8),
    String(chunks).padStart(7),
    (seconds.read ?? 0).toFixed(2).padStart(7),
    (seconds.resolve ?? 0).toFixed(2).padStart(10),
    report.totalSeconds.toFixed(2).padStart(6),
    report.filesPerSecond.toFixed(0).padStart(8),
    (report.peakMemoryBytes / 1e6).toFixed(0).padStart(8),
  ].join(' ');
}

export async function benchSymbols(folder: string, flags: { language?: string; list?: boolean }): Promise<void> {
  const wanted = flags.language?.split(',');
  process.stdout.write('folder       language    files    here   ctags  precision  recall\n');
  for (const report of await measureSymbols(folder, settingsOf(flags))) {
    const { language, files, ours, ctags, precision, recall } = report;
    if (wanted && !wanted.includes(language)) continue;
    process.stdout.write(
      `${report.folder.padEnd(12)} ${language.padEnd(11)} ${String(files).padStart(5)} ${String(ours).padStart(7)} ${String(ctags).padStart(7)} ${share(precision).padStart(10)} ${share(recall).padStart(7)}\n`,
    );
    if (!flags.list) continue;
    for (const line of report.extra) process.stdout.write(`  not in ctags: ${line}\n`);
    for (const line of report.missing) process.stdout.write(`  only in ctags: ${line}\n`);
  }
}

export async function benchDuplicates({ repos }: { repos: string }): Promise<void> {
  const bar = progressBar();
  const report = await measureDuplicates({ repos, grammars: assets.grammars, onProgress: bar.show });
  bar.end();
  process.stdout.write(`${duplicatesTable(report)}\n`);
}
