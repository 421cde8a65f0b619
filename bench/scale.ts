// Makes a store of a given size through the engine's normal path and measures the tools on it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Actor, type Engine, openEngine, readConfig } from '../src/index.ts';
import { percentile } from './measure.ts';
import { makeQuestions, makeTexts } from './texts.ts';

export interface ScaleReport {
  readonly memories: number;
  readonly latencyMs: Record<string, { readonly p50: number; readonly p95: number }>;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

export interface ScaleOptions {
  readonly settings: Record<string, unknown>;
  onProgress(stage: string, done: number, total: number): void;
}

const OWNER: Actor = { who: 'local' };
const QUESTIONS = 200;
const LIMIT = 10;

export async function measureScale(memories: number, { settings, onProgress }: ScaleOptions): Promise<ScaleReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'remanence-scale-'));
  const engine = await openEngine(readConfig({ ...settings, dataDir }, {}));
  try {
    await engine.memories.storeMany(
      OWNER,
      makeTexts(memories).map((content) => ({ content })),
      {
        onProgress: (done) => onProgress(`storing ${memories}`, done, memories),
      },
    );
    const latencyMs = await measureTools(engine, onProgress);
    const { bytes } = await engine.status(OWNER);
    return { memories, latencyMs, memoryBytes: process.memoryUsage().rss, diskBytes: bytes };
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureTools(engine: Engine, onProgress: ScaleOptions['onProgress']): Promise<ScaleReport['latencyMs']> {
  const questions = makeQuestions(QUESTIONS);
  const fresh = makeTexts(QUESTIONS * 2).slice(QUESTIONS);
  const tools: Record<string, (i: number) => Promise<unknown>> = {
    search_text: (i) => engine.retrieval.byWords(OWNER, questions[i] ?? '', LIMIT),
    search: (i) => engine.retrieval.byMeaning(OWNER, questions[i] ?? '', LIMIT),
    recall: (i) => engine.retrieval.recall(OWNER, `${questions[i]} (again)`, { limit: LIMIT }),
    store_memory: (i) => engine.memories.store(OWNER, { content: `${fresh[i]} Noted twice.` }),
    list_memories: (i) => engine.memories.list(OWNER, { limit: 20, offset: i * 20 }),
  };
  const report: ScaleReport['latencyMs'] = {};
  for (const [name, call] of Object.entries(tools)) {
    await call(0);
    const times: number[] = [];
    for (let i = 0; i < QUESTIONS; i++) {
      const started = performance.now();
      await call(i);
      times.push(performance.now() - started);
      onProgress(name, i + 1, QUESTIONS);
    }
    report[name] = { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  }
  return report;
}
