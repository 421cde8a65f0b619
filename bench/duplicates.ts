// How well copies are distinguished from look-alikes, on pairs of functions from public repositories: copies made here
// by known changes, and the nearest neighbours of functions by vector, tokens or names, each labelled by hand. The file
// holds references only; the repositories must be in one folder, at the commits it names.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DUPLICATE, scoreAtLeast, similarity } from '../src/engine/code/duplicates/similarity.ts';
import { languageOf } from '../src/providers/parser/languages.ts';
import { type CodeFunction, Workbench } from './copies/workbench.ts';
import { type Confusion, confusions, type LabelledPair, type PairFile, readPairs } from './duplicate-pairs.ts';

export interface DuplicatesReport {
  readonly pairs: number;
  readonly threshold: number;
  /** By half of the set, by change or neighbourhood, and by language. */
  readonly figures: Record<string, Confusion>;
  readonly curve: Record<string, Confusion>;
  readonly wrong: readonly (LabelledPair & { readonly score: number })[];
  /** The number of copies whose original ranks first among all functions of its repository. */
  readonly retrieval: { readonly copies: number; readonly first: number; readonly amongThree: number };
  /** One function against all of a repository. */
  readonly scanMs: number;
}

export interface DuplicatesOptions {
  /** A folder with the repositories. */
  readonly repos: string;
  /** The folder with the grammars and the parser's runtime. */
  readonly grammars: string;
  onProgress(stage: string, done: number, total: number): void;
}

interface Found extends CodeFunction {
  readonly path: string;
}

const THRESHOLDS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const MAX_COPIES = 100;
const MAX_LENGTH = 300_000;
const SKIPPED = new Set(['.git', 'node_modules', 'vendor', 'deps']);

export async function measureDuplicates({ repos, grammars, onProgress }: DuplicatesOptions): Promise<DuplicatesReport> {
  const bench = new Workbench(grammars);
  const file = readPairs();
  const missing = Object.keys(file.repositories).filter((name) => !existsSync(join(repos, name)));
  if (missing.length > 0)
    throw new Error(
      `${repos} lacks checkouts of ${missing.join(', ')}; bench/duplicate-pairs.json names their commits.`,
    );
  const scored: (LabelledPair & { score: number })[] = [];
  for (const [i, pair] of file.pairs.entries()) {
    onProgress('duplicates: pairs', i + 1, file.pairs.length);
    const both = await pairOf(bench, repos, pair);
    const called = both && ([both.a.symbol.name, both.b.symbol.name] as const);
    scored.push({ ...pair, score: both ? similarity(both.a.fingerprint, both.b.fingerprint, { called }).score : 0 });
  }
  const { retrieval, scanMs } = await retrieve(bench, repos, file, onProgress);
  return {
    pairs: scored.length,
    threshold: DUPLICATE,
    figures: confusions(scored, DUPLICATE, (pair) => [
      'all',
      `half: ${file.repositories[pair.repository]?.half}`,
      'changes' in pair ? `copy: ${pair.changes.join(' + ')}` : `neighbours: ${pair.nearBy}`,
      'changes' in pair ? 'made by known changes' : 'written by people',
      `language: ${pair.language}`,
    ]),
    curve: Object.assign({}, ...THRESHOLDS.map((at) => confusions(scored, at, () => [at.toFixed(2)]))),
    wrong: scored.filter(({ same, score }) => score >= DUPLICATE !== same),
    retrieval,
    scanMs,
  };
}

async function pairOf(bench: Workbench, repos: string, pair: LabelledPair) {
  const read = async ({ path, name, line }: LabelledPair['a']) => {
    const file = join(repos, pair.repository, path);
    const text = readFileSync(file, 'utf8');
    const found = (await bench.functions(file, text)).find(
      ({ symbol }) => symbol.name === name && symbol.line === line,
    );
    return found && { ...found, file, whole: text };
  };
  const a = await read(pair.a);
  if (!a) return null;
  const b =
    'changes' in pair ? await bench.copy(a.file, a.whole, a.symbol, pair.changes, pair.seed) : await read(pair.b);
  return b ? { a, b } : null;
}

/** Searches for every copy among all functions of its repository. */
async function retrieve(
  bench: Workbench,
  repos: string,
  { pairs }: PairFile,
  onProgress: DuplicatesOptions['onProgress'],
): Promise<Pick<DuplicatesReport, 'retrieval' | 'scanMs'>> {
  const copies = pairs.filter((pair) => 'changes' in pair);
  const every = Math.max(1, copies.length / MAX_COPIES);
  const chosen = copies.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every));
  const functions = new Map<string, Found[]>();
  const times: number[] = [];
  let first = 0;
  let amongThree = 0;
  for (const [i, pair] of chosen.entries()) {
    onProgress('duplicates: retrieval', i + 1, chosen.length);
    const all = functions.get(pair.repository) ?? (await functionsOf(bench, join(repos, pair.repository)));
    functions.set(pair.repository, all);
    const both = await pairOf(bench, repos, pair);
    if (!both) continue;
    const started = performance.now();
    const scores = all.map(({ fingerprint }) => scoreAtLeast(0, both.b.fingerprint, fingerprint));
    times.push(performance.now() - started);
    const original = all.findIndex(({ path, symbol }) => path === pair.a.path && symbol.line === pair.a.line);
    const own = scores[original] ?? 0;
    // Another copy of the same text in the repository counts as the original.
    const better = all.filter(
      ({ fingerprint }, j) => (scores[j] ?? 0) > own && fingerprint.form !== both.a.fingerprint.form,
    ).length;
    if (own > 0 && better === 0) first++;
    if (own > 0 && better < 3) amongThree++;
  }
  const scanMs = times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);
  return { retrieval: { copies: chosen.length, first, amongThree }, scanMs };
}

async function functionsOf(bench: Workbench, folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file);
    if (!entry.isFile() || path.split('/').some((part) => SKIPPED.has(part)) || !languageOf(file, '')) continue;
    const text = readFileSync(file, 'utf8');
    if (text.length > MAX_LENGTH) continue;
    for (const each of await bench.functions(file, text)) found.push({ ...each, path });
  }
  return found;
}

/** The report as text. */
export function duplicatesTable({ figures, curve, wrong, retrieval, scanMs }: DuplicatesReport): string {
  const share = (value: number | null) => (value === null ? '    –' : value.toFixed(3).padStart(5));
  const row = ([name, { copies, lookAlikes, found, wrong: false_, precision, recall, f1 }]: [string, Confusion]) =>
    `${name.padEnd(56)} ${[copies, lookAlikes, found, false_].map((n) => String(n).padStart(5)).join(' ')}  ${[precision, recall, f1].map(share).join(' ')}`;
  const errors = wrong.map(({ same, score, repository, a, ...rest }) => {
    const other = 'changes' in rest ? rest.changes.join(' + ') : `${rest.b.path}:${rest.b.line} ${rest.b.name}`;
    return `${same ? 'missed' : 'wrong '} ${score.toFixed(2)} ${repository} ${a.path}:${a.line} ${a.name} – ${other}`;
  });
  return [
    `${''.padEnd(56)} copies alike found wrong  precision recall F1`,
    ...Object.entries(figures).map(row),
    '',
    'by threshold',
    ...Object.entries(curve).map(row),
    '',
    ...errors,
    '',
    `the original is first for ${retrieval.first} of ${retrieval.copies} copies, among three for ${retrieval.amongThree}; ${scanMs.toFixed(1)} ms for a repository`,
  ].join('\n');
}
