// Stores every document through the engine's normal path, asks every question, and counts.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULT_WEIGHTS, type Engine, type Found, openEngine, readConfig, type Weights } from '../src/index.ts';
import { type BenchSet, readBeir } from './beir.ts';
import { actorFor, fill, isDated, type Titles } from './filling.ts';
import { auroc, type Figures, figures, mean, type Outcome, percentile } from './measure.ts';
import { OWNER } from './store.ts';

/** Constants are chosen on one half of the questions and reported on the other. */
export const Half = z.enum(['a', 'b', 'all']);
export type Half = z.infer<typeof Half>;

export interface RetrievalOptions {
  readonly settings: Record<string, unknown>;
  readonly graph: boolean;
  /** Only questions of these categories count. */
  readonly categories: readonly string[] | null;
  readonly half: Half;
  /** How the titles of documents are written. */
  readonly titles: Titles;
  /** Keeps the stores here and reuses existing ones. */
  readonly keep: string | null;
  /** Another set, whose questions this one cannot answer: they are asked too and should be marked as weak. */
  readonly foreign: string | null;
  onProgress(stage: string, done: number, total: number): void;
}

/** What was found, and recall's confidence in it. */
interface Asked extends Outcome {
  readonly answerable: boolean;
  readonly confidence: number;
  readonly weak: boolean;
  /** Whether the first five contain what a good answer holds; null if the set does not say. */
  readonly shown: boolean | null;
}

interface CategoryFigures extends Figures {
  /** The share marked as weak: of right first answers, or of questions without an answer. */
  readonly weak: number;
  readonly shown: number | null;
}

export interface RetrievalReport {
  readonly set: string;
  readonly documents: number;
  readonly weights: Weights;
  readonly overall: Figures;
  /** The same questions asked inside their own scope, if the set has scopes. */
  readonly scoped: Figures | null;
  readonly categories: Record<string, CategoryFigures>;
  readonly auroc: number | null;
  /** The shares of questions without an answer and of right first answers that are marked as weak. */
  readonly markedWeak: { readonly unanswerable: number | null; readonly right: number };
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

const TOP = 10;
const SHOWN_IN = 5;
/** Questions of a day are asked in the afternoon. */
const HOUR_OF_QUESTION = 'T17:00:00Z';

export async function measureRetrieval(folder: string, options: RetrievalOptions): Promise<RetrievalReport> {
  const set = readBeir(folder);
  const dataDir =
    options.keep === null ? mkdtempSync(join(tmpdir(), 'remanence-bench-')) : join(options.keep, set.name);
  const clock = { now: Date.now() };
  const isShared = options.settings.database !== undefined;
  const tenant = isShared ? { tenant: `bench ${randomUUID()}` } : {};
  const config = readConfig({ keepRemoved: 0, ...options.settings, ...tenant, dataDir }, {});
  const engine = await openEngine(config, isDated(set) ? { now: () => clock.now } : {});
  try {
    const { titles, onProgress } = options;
    const ids = await fill(engine, { set, titles, clock, onProgress });
    return await ask(engine, set, { ids, clock, options });
  } finally {
    if (isShared) await engine.reset(OWNER);
    await engine.close();
    if (options.keep === null) rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Asking {
  /** The document of each memory. */
  readonly ids: ReadonlyMap<string, string>;
  readonly clock: { now: number };
  readonly options: RetrievalOptions;
}

async function ask(engine: Engine, set: BenchSet, { ids, clock, options }: Asking): Promise<RetrievalReport> {
  const weights = options.graph ? DEFAULT_WEIGHTS : { ...DEFAULT_WEIGHTS, graph: 0 };
  const asked: Asked[] = [];
  const scoped: Outcome[] = [];
  const latencies: number[] = [];
  const documents = (found: readonly Found[]) => [...new Set(found.map(({ memory }) => ids.get(memory.id) ?? ''))];
  const queries = set.queries.filter(({ _id }) => options.half === 'all' || halfOf(_id) === options.half);
  for (const [i, query] of queries.entries()) {
    options.onProgress(`${set.name}: asking`, i + 1, queries.length);
    const { category = 'all', scope, project, asked_at: day, unanswerable, answer_excerpt } = query.metadata;
    if (options.categories && !options.categories.includes(category)) continue;
    if (day !== undefined) clock.now = Date.parse(day.slice(0, 10) + HOUR_OF_QUESTION);
    const started = performance.now();
    const { found, confidence, weak } = await engine.retrieval.recall(actorFor({ project }), query.text, {
      limit: TOP,
      weights,
    });
    latencies.push(performance.now() - started);
    const relevant = set.relevant.get(query._id) ?? new Set();
    const answerable = relevant.size > 0 && !unanswerable && category !== 'adversarial';
    const shown =
      answer_excerpt === undefined
        ? null
        : found.slice(0, SHOWN_IN).some(({ memory, excerpt }) => (excerpt ?? memory.content).includes(answer_excerpt));
    asked.push({ category, ranked: documents(found), relevant, answerable, confidence, weak, shown });
    if (scope === undefined || relevant.size === 0) continue;
    const inside = await engine.retrieval.recall(actorFor({ scope }), query.text, { limit: TOP, weights });
    scoped.push({ category, ranked: documents(inside.found), relevant });
  }
  for (const { text } of options.foreign === null ? [] : readBeir(options.foreign).queries) {
    const { confidence, weak } = await engine.retrieval.recall(OWNER, text, { limit: TOP, weights });
    asked.push({
      category: 'foreign',
      ranked: [],
      relevant: new Set(),
      answerable: false,
      confidence,
      weak,
      shown: null,
    });
  }

  const answered = asked.filter(({ relevant }) => relevant.size > 0);
  const sure = (answerable: boolean) =>
    asked.filter((each) => each.answerable === answerable).map(({ confidence }) => confidence);
  const unanswerable = asked.filter(({ answerable }) => !answerable);
  return {
    set: set.name,
    documents: set.documents.length,
    weights,
    overall: figures(answered),
    scoped: scoped.length > 0 ? figures(scoped) : null,
    categories: byCategory(asked),
    auroc: auroc(sure(true), sure(false)),
    markedWeak: {
      unanswerable: unanswerable.length > 0 ? weakShare(unanswerable) : null,
      right: weakShare(answered.filter(isRight)),
    },
    latencyMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
  };
}

const isRight = ({ ranked, relevant }: Outcome): boolean => relevant.has(ranked[0] ?? '');
const weakShare = (asked: readonly Asked[]): number => mean(asked.map(({ weak }) => (weak ? 1 : 0)));

function byCategory(asked: readonly Asked[]): Record<string, CategoryFigures> {
  const names = [...new Set(asked.map(({ category }) => category))].sort();
  return Object.fromEntries(
    names.map((name) => {
      const own = asked.filter(({ category }) => category === name);
      const judged = own.some(({ answerable }) => answerable) ? own.filter(isRight) : own;
      const shown = own.flatMap((each) => (each.shown === null ? [] : [each.shown ? 1 : 0]));
      return [name, { ...figures(own), weak: weakShare(judged), shown: shown.length > 0 ? mean(shown) : null }];
    }),
  );
}

/** Depends only on the id, so that a question always stays in its half. */
function halfOf(id: string): Half {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % 2 === 0 ? 'a' : 'b';
}
