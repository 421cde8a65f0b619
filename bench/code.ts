// Indexes repositories through the engine's normal path, asks the annotated questions, and counts by file.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import type { Engine } from '../src/index.ts';
import { readBeir } from './beir.ts';
import { figures, mean, ndcg, percentile } from './measure.ts';
import { inFreshStore, OWNER } from './store.ts';

export interface CodeOptions {
  readonly settings: Record<string, unknown>;
  /** Searches the whole repository, not only the part the questions are about. */
  readonly whole: boolean;
  onProgress(stage: string, done: number, total: number): void;
}

export interface CodeReport {
  readonly name: string;
  readonly files: number;
  readonly chunks: number;
  readonly questions: number;
  readonly ndcg10: number;
  /** Right after reading, before the model has computed its vectors. */
  readonly firstNdcg10: number;
  readonly categories: Record<string, number>;
  readonly indexSeconds: Record<string, number>;
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

const TOP = 10;
/** Chunks requested, so that they cover ten files. */
const CHUNKS = 50;

/** A file, or lines of one: figures are by file. */
const Place = z.union([z.string(), z.object({ path: z.string() }).transform(({ path }) => path)]);
const Questions = z.array(
  z.object({
    query: z.string(),
    relevant: z.array(Place),
    secondary: z.array(Place).default([]),
    category: z.string().default('all'),
  }),
);
const Repositories = z.array(z.object({ name: z.string(), benchmark_root: z.string().optional() }));

/** One report for each `<name>.json` in the annotations that has a checkout `<name>` in the repositories. */
export async function* measureCode(
  repositories: string,
  annotations: string,
  options: CodeOptions,
): AsyncGenerator<CodeReport> {
  const roots = benchmarkRoots(annotations);
  const names = readdirSync(annotations)
    .filter((file) => file.endsWith('.json') && file !== 'repos.json')
    .map((file) => basename(file, '.json'))
    .filter((name) => existsSync(join(repositories, name)));
  for (const name of names) {
    const questions = Questions.parse(JSON.parse(readFileSync(join(annotations, `${name}.json`), 'utf8')));
    const root = options.whole ? undefined : roots.get(name);
    yield await inFreshStore(options.settings, async (engine) => {
      const index = (vectors: boolean) =>
        engine.code.index(OWNER, join(repositories, name), {
          vectors,
          selection: { include: root === undefined ? [] : [`/${root}/`], exclude: [] },
          onProgress: (stage) => options.onProgress(`${name}: ${stage.name}`, stage.done, stage.total),
        });
      const { status: read } = await index(false);
      const first = await ask(engine, questions);
      const { status } = await index(true);
      const asked = await ask(engine, questions);
      const seconds = [...read.stages, ...status.stages.filter((stage) => stage.name === 'embed')];
      return {
        name,
        files: status.files,
        chunks: status.chunks,
        questions: questions.length,
        firstNdcg10: first.ndcg10,
        indexSeconds: Object.fromEntries(seconds.map((stage) => [stage.name, stage.ms / 1000])),
        ...asked,
      };
    });
  }
}

/** The part of a repository the questions are about, if the data says so. */
function benchmarkRoots(annotations: string): Map<string, string | undefined> {
  const file = [join(annotations, 'repos.json'), join(dirname(annotations), 'repos.json')].find(existsSync);
  const known = file === undefined ? [] : Repositories.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(known.map(({ name, benchmark_root: root }) => [name, root]));
}

async function ask(engine: Engine, questions: z.infer<typeof Questions>) {
  const scores: { category: string; ndcg: number }[] = [];
  const latencies: number[] = [];
  for (const { query, relevant, secondary, category } of questions) {
    const started = performance.now();
    const { found } = await engine.code.search(OWNER, query, { limit: CHUNKS });
    latencies.push(performance.now() - started);
    const files = [...new Set(found.map(({ chunk }) => chunk.path))];
    scores.push({ category, ndcg: ndcg(files, new Set([...relevant, ...secondary]), TOP) });
  }
  const of = (category: string) => mean(scores.filter((each) => each.category === category).map((each) => each.ndcg));
  const categories = [...new Set(scores.map(({ category }) => category))].sort();
  return {
    ndcg10: mean(scores.map((each) => each.ndcg)),
    categories: Object.fromEntries(categories.map((category) => [category, of(category)])),
    latencyMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
  };
}

export interface FunctionsReport {
  readonly name: string;
  readonly functions: number;
  readonly questions: number;
  readonly mrr: number;
  readonly recall10: number;
}

/** A set in BEIR layout whose documents are functions: each becomes a file of one project. */
export async function measureFunctions(folder: string, options: CodeOptions): Promise<FunctionsReport> {
  const set = readBeir(folder);
  const root = mkdtempSync(join(tmpdir(), 'remanence-functions-'));
  try {
    const ids = new Map<string, string>();
    for (const [i, { _id, text }] of set.documents.entries()) {
      // Meaningless names, in folders of a thousand.
      const path = `${Math.floor(i / 1000)}/${i}.py`;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${text}\n`);
      ids.set(path, _id);
    }
    return await inFreshStore(options.settings, async (engine) => {
      const onProgress = (stage: { name: string; done: number; total: number }) =>
        options.onProgress(`${set.name}: ${stage.name}`, stage.done, stage.total);
      await engine.code.index(OWNER, root, { onProgress });
      const outcomes = [];
      for (const { _id, text } of set.queries) {
        const { found } = await engine.code.search(OWNER, text, { limit: CHUNKS });
        const ranked = [...new Set(found.map(({ chunk }) => ids.get(chunk.path) ?? ''))];
        outcomes.push({ category: 'all', ranked, relevant: set.relevant.get(_id) ?? new Set<string>() });
      }
      const { questions, mrr, recall10 } = figures(outcomes.filter(({ relevant }) => relevant.size > 0));
      return { name: set.name, functions: set.documents.length, questions, mrr, recall10 };
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
