// Stores every document through the engine's normal path, asks every question, and counts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Actor,
  DEFAULT_WEIGHTS,
  type Engine,
  type MemoryInput,
  openEngine,
  readConfig,
  type Weights,
} from '../src/index.ts';
import { type BenchDocument, type BenchSet, readBeir } from './beir.ts';
import { auroc, type Figures, figures, type Outcome, percentile } from './measure.ts';

export interface RetrievalOptions {
  readonly settings: Record<string, unknown>;
  readonly graph: boolean;
  /** Only questions of these categories count. */
  readonly categories: readonly string[] | null;
  /** How the titles of documents are written. */
  readonly titles: Titles;
  /** Keeps the stores here, and uses those it finds. */
  readonly keep: string | null;
  /** Another set, whose questions this one cannot answer: they are asked, too, and should come back as weak. */
  readonly foreign: string | null;
  onProgress(stage: string, done: number, total: number): void;
}

export interface RetrievalReport {
  readonly set: string;
  readonly documents: number;
  readonly weights: Weights;
  readonly overall: Figures;
  /** The same questions asked inside their own scope, where the set has scopes. */
  readonly scoped: Figures | null;
  readonly categories: Record<string, Figures>;
  readonly auroc: number | null;
  /** Of the questions without an answer, and of those with one, how many come back marked as weak. */
  readonly markedWeak: { readonly unanswerable: number | null; readonly answerable: number };
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

const OWNER: Actor = { who: 'local' };
const TOP = 10;
const LONGEST = 30_000;

export async function measureRetrieval(folder: string, options: RetrievalOptions): Promise<RetrievalReport> {
  const set = readBeir(folder);
  const dataDir =
    options.keep === null ? mkdtempSync(join(tmpdir(), 'remanence-bench-')) : join(options.keep, set.name);
  const engine = await openEngine(readConfig({ keepRemoved: 0, ...options.settings, dataDir }, {}));
  try {
    const ids = await fill(engine, set, options);
    return await ask(engine, set, ids, options);
  } finally {
    await engine.close();
    if (options.keep === null) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Document of each memory. A scope becomes a session, so that a question can be asked inside it or across all. */
async function fill(
  engine: Engine,
  set: BenchSet,
  { onProgress, titles }: RetrievalOptions,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const { total } = await engine.memories.list(OWNER, { limit: 1, offset: 0 });
  if (total >= set.documents.length) {
    for (let offset = 0; offset < total; offset += 500) {
      const { memories } = await engine.memories.list(OWNER, { limit: 500, offset });
      for (const memory of memories) ids.set(memory.id, String(memory.metadata.document));
    }
    return ids;
  }
  // What an interrupted run has left is no use.
  if (total > 0) await engine.reset(OWNER);
  let stored = 0;
  for (const documents of byScope(set.documents)) {
    const actor = actorFor(documents[0]?.metadata.scope);
    const memories = await engine.memories.storeMany(
      actor,
      documents.flatMap((document) => toMemories(document, titles)),
      {
        onProgress: (done) => onProgress(`${set.name}: storing`, stored + done, set.documents.length),
      },
    );
    for (const memory of memories) ids.set(memory.id, String(memory.metadata.document));
    stored += memories.length;
  }
  return ids;
}

const actorFor = (scope: string | undefined): Actor => (scope === undefined ? OWNER : { ...OWNER, session: scope });

function* byScope(documents: readonly BenchDocument[]): Generator<BenchDocument[]> {
  let group: BenchDocument[] = [];
  for (const document of documents) {
    if (group.length > 0 && group[0]?.metadata.scope !== document.metadata.scope) {
      yield group;
      group = [];
    }
    group.push(document);
  }
  if (group.length > 0) yield group;
}

/** A document is a memory; one that is longer than a memory may be becomes several. */
/** The ways authors write a title. */
export const Titles = z.enum(['heading', 'sentence', 'colon', 'bold', 'none']);
export type Titles = z.infer<typeof Titles>;

const WRITTEN: Readonly<Record<Titles, (title: string) => string>> = {
  heading: (title) => `${title}\n\n`,
  sentence: (title) => `${title}. `,
  colon: (title) => `${title}: `,
  bold: (title) => `**${title}** `,
  none: () => '',
};

function toMemories({ _id, title, text, metadata }: BenchDocument, titles: Titles): MemoryInput[] {
  const time = Date.parse(metadata.time ?? '');
  const conversation = metadata.session === undefined ? metadata.scope : `${metadata.scope}/${metadata.session}`;
  const whole = title ? WRITTEN[titles](title) + text : text;
  const pieces = Math.ceil(whole.length / LONGEST);
  return Array.from({ length: pieces }, (_, i) => ({
    content: whole.slice(i * LONGEST, (i + 1) * LONGEST),
    metadata: { document: _id, ...(conversation === undefined ? {} : { conversation_id: conversation }) },
    ...(Number.isNaN(time) ? {} : { eventTime: time }),
  }));
}

async function ask(
  engine: Engine,
  set: BenchSet,
  ids: ReadonlyMap<string, string>,
  options: RetrievalOptions,
): Promise<RetrievalReport> {
  const weights = options.graph ? DEFAULT_WEIGHTS : { ...DEFAULT_WEIGHTS, graph: 0 };
  const overall: Outcome[] = [];
  const scoped: Outcome[] = [];
  const latencies: number[] = [];
  const confidence = { answerable: [] as number[], unanswerable: [] as number[] };
  const weak = { answerable: [] as number[], unanswerable: [] as number[] };

  for (const [i, query] of set.queries.entries()) {
    options.onProgress(`${set.name}: asking`, i + 1, set.queries.length);
    const category = query.metadata.category ?? 'all';
    const started = performance.now();
    const {
      found,
      confidence: sure,
      weak: isWeak,
    } = await engine.retrieval.recall(OWNER, query.text, { limit: TOP, weights });
    latencies.push(performance.now() - started);
    const kind = query.metadata.unanswerable || category === 'adversarial' ? 'unanswerable' : 'answerable';
    confidence[kind].push(sure);
    weak[kind].push(isWeak ? 1 : 0);

    const relevant = set.relevant.get(query._id);
    if (!relevant || (options.categories && !options.categories.includes(category))) continue;
    const documents = (results: typeof found) => [...new Set(results.map(({ memory }) => ids.get(memory.id) ?? ''))];
    overall.push({ category, ranked: documents(found), relevant });
    if (query.metadata.scope === undefined) continue;
    const inside = await engine.retrieval.recall(actorFor(query.metadata.scope), query.text, { limit: TOP, weights });
    scoped.push({ category, ranked: documents(inside.found), relevant });
  }

  for (const { text } of options.foreign === null ? [] : readBeir(options.foreign).queries) {
    const { confidence: sure, weak: isWeak } = await engine.retrieval.recall(OWNER, text, { limit: TOP, weights });
    confidence.unanswerable.push(sure);
    weak.unanswerable.push(isWeak ? 1 : 0);
  }

  const share = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const categories = [...new Set(overall.map(({ category }) => category))].sort();
  return {
    set: set.name,
    documents: set.documents.length,
    weights,
    overall: figures(overall),
    scoped: scoped.length > 0 ? figures(scoped) : null,
    categories: Object.fromEntries(
      categories.map((category) => [category, figures(overall.filter((outcome) => outcome.category === category))]),
    ),
    auroc: auroc(confidence.answerable, confidence.unanswerable),
    markedWeak: {
      unanswerable: weak.unanswerable.length > 0 ? share(weak.unanswerable) : null,
      answerable: share(weak.answerable),
    },
    latencyMs: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
  };
}
