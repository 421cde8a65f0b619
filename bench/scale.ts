// Fills a store of a given size through the engine's normal path and measures the tools on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine, MemoryInput } from '../src/index.ts';
import * as thisBuild from '../src/index.ts';
import { makeFunctions } from './functions.ts';
import { percentile } from './measure.ts';
import { openForFilling, type Vectors } from './static-vectors.ts';
import { OWNER } from './store.ts';
import { eachText, makeQuestions, makeTexts } from './texts.ts';

interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface ScaleReport {
  readonly memories: number;
  readonly latencyMs: Record<string, Latency>;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

export interface ScaleOptions {
  readonly settings: Record<string, unknown>;
  /** Where the stores stay for another run; null removes them. */
  readonly keep: string | null;
  /** Whose vectors fill the store: the model's, or those of the static table, which are made much faster. */
  readonly vectors: Vectors;
  onProgress(stage: string, done: number, total: number): void;
}

const QUESTIONS = 200;
const LIMIT = 10;
/** Memories stored at once while filling. */
const BATCH = 500;
/** Functions to search for duplicates; a small store gets fewer. */
const FUNCTIONS = 10_000;
const RELEVANT = { limit: LIMIT, leastSimilarity: 0, types: ['component', 'session'] };

export async function measureScale(memories: number, options: ScaleOptions): Promise<ScaleReport> {
  const { settings, keep, vectors, onProgress } = options;
  const dataDir = keep === null ? mkdtempSync(join(tmpdir(), 'remanence-scale-')) : join(keep, String(memories));
  const { engine, filled } = await openForFilling(thisBuild, { ...settings, dataDir }, vectors);
  try {
    await fill(engine, memories, onProgress);
    filled();
    const latencyMs = await measureEach(memoryTools(engine, memories), Math.min(QUESTIONS, memories), onProgress);
    const memoryBytes = process.memoryUsage().rss;
    const { bytes } = await engine.status(OWNER);
    const ofCode = await measureCode(engine, Math.min(FUNCTIONS, memories), onProgress);
    return { memories, latencyMs: { ...latencyMs, ...ofCode }, memoryBytes, diskBytes: bytes };
  } finally {
    await engine.close();
    if (keep === null) rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Goes on where an interrupted run stopped. */
async function fill(engine: Engine, memories: number, onProgress: ScaleOptions['onProgress']): Promise<void> {
  let { total } = await engine.memories.list(OWNER, { limit: 1, offset: 0 });
  const texts = eachText();
  for (let i = 0; i < total; i++) texts.next();
  while (total < memories) {
    const batch = Array.from({ length: Math.min(BATCH, memories - total) }, (_, i) =>
      componentOf(texts.next().value, total + i, memories),
    );
    await engine.memories.storeMany(OWNER, batch);
    total += batch.length;
    onProgress(`storing ${memories}`, total, memories);
  }
}

/** Components that depend on each other, two each, so that graph queries have a graph. */
export const makeComponents = (count: number): MemoryInput[] =>
  makeTexts(count).map((content, i) => componentOf(content, i, count));

const componentOf = (content: string, i: number, count: number): MemoryInput => ({
  type: 'component',
  content,
  metadata: { name: nameOf(i), dependencies: [nameOf((i * 7 + 1) % count), nameOf((i * 13 + 5) % count)] },
});

const nameOf = (i: number): string => `component-${i}`;

type Tools = Record<string, (i: number) => Promise<unknown>>;

const BULK_ADD = 'memory_bulk_add of 100';
const COUNT = 'graph_query, count by type';
/** Tools that touch many memories in every call, and how often they run. */
const SLOW: ReadonlySet<string> = new Set([BULK_ADD, COUNT]);
const FEW = 10;

/** How often a tool runs when each of the others answers `asked` questions. */
export const runsOf = (tool: string, asked: number): number => (SLOW.has(tool) ? Math.min(FEW, asked) : asked);

export function memoryTools(engine: Engine, memories: number): Tools {
  const questions = makeQuestions(QUESTIONS);
  // A store that was kept holds the texts of former runs.
  const run = Date.now();
  const fresh = makeTexts(QUESTIONS * 2).slice(QUESTIONS);
  const bulk = (i: number) =>
    makeTexts((i + 1) * 100 + QUESTIONS * 3)
      .slice(-100)
      .map((content) => ({ type: 'design', content: `${content} Decided ${i} in ${run}.` }));
  const ask = (cypher: string, i: number) =>
    engine.graph.query(OWNER, cypher, { params: { name: nameOf((i * 31) % memories) }, rows: 1000, timeMs: 10_000 });
  return {
    search_text: (i) => engine.retrieval.byWords(OWNER, questions[i] ?? '', LIMIT),
    search: (i) => engine.retrieval.byMeaning(OWNER, questions[i] ?? '', LIMIT),
    recall: (i) => engine.retrieval.recall(OWNER, `${questions[i]} (again)`, { limit: LIMIT }),
    store_memory: (i) => engine.memories.store(OWNER, { content: `${fresh[i]} Noted twice in ${run}.` }),
    memory_search: (i) => engine.retrieval.relevant(OWNER, `${questions[i]} (typed)`, RELEVANT),
    memory_add: (i) =>
      engine.memories.store(OWNER, { type: 'session', content: `${fresh[i]} In a session of ${run}.` }),
    [BULK_ADD]: (i) => engine.memories.storeValid(OWNER, bulk(i)),
    'get_related, 3 hops': (i) =>
      engine.graph.around(OWNER, nameOf((i * 31) % memories), { types: ['DEPENDS_ON'], direction: 'both', depth: 3 }),
    'graph_query, one hop': (i) => ask('MATCH (:Component {name: $name})-[:DEPENDS_ON]->(d) RETURN d.name', i),
    'graph_query, three hops': (i) =>
      ask('MATCH (:Component {name: $name})-[:DEPENDS_ON*1..3]->(d) RETURN DISTINCT d.name', i),
    [COUNT]: (i) => ask('MATCH (m:Memory) RETURN m.type, count(*)', i),
    list_memories: (i) => engine.memories.list(OWNER, { limit: 20, offset: i * 20 }),
  };
}

async function measureCode(engine: Engine, functions: number, onProgress: ScaleOptions['onProgress']) {
  const code = makeFunctions(functions);
  try {
    await engine.code.index(OWNER, code.root, {
      onProgress: ({ name, done, total }) => onProgress(name, done, total),
    });
    const find = (i: number) => engine.code.duplicates(OWNER, code.copyOf(i), { limit: 5, language: 'python' });
    return await measureEach(
      { [`find_duplicates in ${functions} functions`]: find },
      Math.min(QUESTIONS, functions),
      onProgress,
    );
  } finally {
    await engine.code.remove(OWNER, code.name);
    code.dispose();
  }
}

async function measureEach(
  tools: Tools,
  asked: number,
  onProgress: ScaleOptions['onProgress'],
): Promise<ScaleReport['latencyMs']> {
  const report: ScaleReport['latencyMs'] = {};
  for (const [name, call] of Object.entries(tools)) {
    const calls = runsOf(name, asked);
    await call(0);
    const times: number[] = [];
    for (let i = 0; i < calls; i++) {
      const started = performance.now();
      await call(i);
      times.push(performance.now() - started);
      onProgress(name, i + 1, calls);
    }
    report[name] = { p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) };
  }
  return report;
}
