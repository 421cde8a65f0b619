// The only file that knows every concrete adapter: Config -> Engine.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { assets } from './assets.ts';
import type { Config } from './config.ts';
import { Engine } from './engine/engine.ts';
import type { Embedder } from './engine/ports.ts';
import { invalid } from './errors.ts';
import { LocalCodeBase } from './providers/codebase/codebase.ts';
import { LocalEmbedder } from './providers/embeddings/local.ts';
import { OpenAiEmbedder } from './providers/embeddings/openai.ts';
import { LocalFiles } from './providers/files/files.ts';
import { backUpFile, type Restored, restoreFile } from './stores/sqlite/backup.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';
import { version } from './version.ts';

const BUNDLED_DIMENSIONS = 384;
const READER_IDLE_MS = 60_000;
const MODEL_WAIT_MS = 10_000;

const cores = availableParallelism();

export const databasePath = (config: Config): string => join(config.dataDir, 'remanence.db');

/** Both work while servers run, and need no model. */
export const backUp = (config: Config, target: string): { bytes: number } => backUpFile(databasePath(config), target);
export const restore = (config: Config, source: string): Promise<Restored> =>
  restoreFile(databasePath(config), source, Date.now());

export async function openEngine(config: Config): Promise<Engine> {
  const engine = new Engine({
    version,
    store: openSqliteStore(databasePath(config)),
    embedder: embedderOf(config),
    codeBase: new LocalCodeBase({
      script: assets.readingWorker,
      grammars: assets.grammars,
      runtime: assets.parserRuntime,
      threads: Math.max(1, Math.min(4, cores)),
      idleMs: READER_IDLE_MS,
    }),
    files: new LocalFiles(join(config.dataDir, 'exports')),
    clock: { now: () => Date.now() },
    modelWaitMs: MODEL_WAIT_MS,
  });
  try {
    await engine.start({ reembed: config.reembed });
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function embedderOf(config: Config): Embedder {
  if (config.embeddingsUrl !== undefined) {
    if (config.embeddingsModel === undefined) {
      throw invalid('--embeddings-url needs a model.', 'Add --embeddings-model, for example nomic-embed-text.');
    }
    return new OpenAiEmbedder({
      url: config.embeddingsUrl,
      model: config.embeddingsModel,
      apiKey: config.embeddingsKey,
      timeoutMs: 30_000,
      attempts: 3,
      pauseMs: 500,
    });
  }
  return new LocalEmbedder({
    script: assets.embeddingWorker,
    wasmRuntime: assets.wasmRuntime,
    model: config.model ?? assets.defaultModel,
    dimensions: config.model === undefined ? BUNDLED_DIMENSIONS : 0,
    runtime: config.embeddingRuntime,
    threads: config.embeddingThreads ?? Math.max(1, Math.min(4, Math.floor(cores / 2))),
    helpers: Math.max(1, Math.min(3, Math.floor(cores / 2))),
    idleMs: config.modelIdleSeconds * 1000,
  });
}
