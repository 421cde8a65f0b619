// Builds an engine from a configuration; the only file that knows every concrete adapter.
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { assets } from './assets.ts';
import { type Config, logFileOf } from './config.ts';
import { BACKUPS, DATABASE, type Folders, foldersOf } from './data-folder.ts';
import { isAddress } from './database-settings.ts';
import type { Llm } from './engine/chat/ports.ts';
import type { CodeBase } from './engine/code/code-base.ts';
import type { Machine } from './engine/code/ports.ts';
import { Engine } from './engine/engine.ts';
import type { Embedder } from './engine/memories/embedder.ts';
import type { NoteSettings } from './engine/notes/notes.ts';
import type { Summarizer } from './engine/notes/summarizer.ts';
import { invalid, messageOf } from './errors.ts';
import { expandHome } from './expand-home.ts';
import { log } from './log.ts';
import { LocalCodeBase } from './providers/codebase/codebase.ts';
import { AbsentEmbedder } from './providers/embeddings/absent.ts';
import { LocalEmbedder } from './providers/embeddings/local.ts';
import { OpenAiEmbedder } from './providers/embeddings/openai.ts';
import { StaticTable } from './providers/embeddings/static-table.ts';
import { checkCube, locateCube } from './providers/files/cube-files.ts';
import { LocalFiles } from './providers/files/files.ts';
import { OwnFolder } from './providers/files/own-folder.ts';
import { LocalSideFiles } from './providers/files/side-files.ts';
import { ANTHROPIC } from './providers/llms/anthropic.ts';
import { EndpointLlm } from './providers/llms/endpoint-llm.ts';
import { GgufLlm } from './providers/llms/gguf-llm.ts';
import { GgufSummarizer } from './providers/llms/gguf-summarizer.ts';
import { OPENAI } from './providers/llms/openai.ts';
import { readMachine } from './providers/machine.ts';
import type { Copied } from './stores/copying/copy.ts';
import type { Home } from './stores/home.ts';
import { PostgresHome } from './stores/postgres/home.ts';
import type { Distribution } from './stores/postgres/server/distributing.ts';
import type { BackedUp } from './stores/sqlite/backup/backup.ts';
import { compactCopy, eraseFromCopy } from './stores/sqlite/backup/erase.ts';
import { sweepBeside } from './stores/sqlite/backup/leftovers.ts';
import { SqliteHome } from './stores/sqlite/home.ts';
import type { Salvaged } from './stores/sqlite/salvage/salvage-store.ts';
import { openSqliteStore } from './stores/sqlite/store.ts';
import { version } from './version.ts';

export type { Salvage } from './stores/sqlite/salvage/salvage.ts';

const BUNDLED_DIMENSIONS = 384;
const PUBLIC_MODEL = 'all-MiniLM-L6-v2';
const READER_IDLE_MS = 60_000;
const MODEL_WAIT_MS = 10_000;
const SUMMARY_WAIT_MS = 30_000;
/** Clients give up after 60 s. */
const ANSWER_WAIT_MS = 55_000;
/** Tries of a call to an endpoint: enough for one that restarts or limits its rate. */
const ENDPOINT_ATTEMPTS = 3;
/** For one attempt: a batch of passages takes long on a server without a GPU. */
const EMBEDDING_WAIT_MS = 30_000;
/** Before the second try: embeddings are short work, so a busy server is soon free again; a language model takes longer. */
const EMBEDDING_PAUSE_MS = 500;
const LLM_PAUSE_MS = 1000;
/** Copies of the model in further threads; each takes as much memory again. */
const MAX_HELPERS = 3;
const LLAMA = 'node-llama-cpp';
const STATIC_TABLE = { table: assets.staticTable, tokenizer: join(assets.model, 'tokenizer.json') };
const GGUF_TEMPERATURE = 0.2;

const cores = availableParallelism();

export const databasePath = ({ codeMemoryDbPath, codeMemoryDbDir, dataDir }: Config): string =>
  resolve(codeMemoryDbPath ?? join(codeMemoryDbDir ?? dataDir, DATABASE));

const placesOf = (config: Config): Folders => foldersOf(resolve(config.dataDir), resolve(databasePath(config)));

/** Where the data of a configuration is kept. */
export function homeOf(config: Config): Home {
  const folders = placesOf(config);
  const opening = openingOf(config);
  return opening === null
    ? new SqliteHome({ folders, backups: config.backups, script: assets.backupWorker })
    : new PostgresHome(opening, folders);
}

/** Copies the store of a configuration into a file, which may not be among those of its data folder. */
export async function backUp(config: Config, target: string): Promise<BackedUp> {
  const home = homeOf(config);
  const { data } = placesOf(config);
  const resolved = join(await realpath(dirname(target)), basename(target));
  if (!(await new OwnFolder(data, home.files).takesBackup(resolved)))
    throw invalid(
      `${target} is in the data folder, where backups may go only into ${BACKUPS}/.`,
      'Name a file outside the data folder.',
    );
  return home.backUp(target);
}

/** How to reach the database of a configuration; null when the data is in a file. */
const openingOf = ({ database, tenant, pool, databaseTimeout, migrate }: Config, address = database) =>
  address === undefined
    ? null
    : { address, tenant, pool, timeoutMs: databaseTimeout * 1000, migrates: migrate === 'on' };

/** Copies a whole store into another; each is a file or the address of a database. */
export async function copy(
  config: Config,
  places: { readonly from: string; readonly to: string },
  report: (table: string, rows: number) => void,
  signal: AbortSignal,
): Promise<Copied> {
  const { copyBetween } = await import('./stores/copying/between.ts');
  const placeOf = (place: string) => {
    const database = isAddress(place) ? openingOf(config, place) : null;
    return database === null ? { file: resolve(expandHome(place)) } : { database };
  };
  return copyBetween(placeOf(places.from), placeOf(places.to), report, signal);
}

/** Spreads the tables of a database over the workers of Citus. */
export async function distribute(config: Config, shards: number): Promise<Distribution> {
  const opening = openingOf(config);
  if (opening === null) throw invalid('A file cannot be distributed.', 'Name a database in --database.');
  const { distributeDatabase } = await import('./stores/postgres/store.ts');
  return distributeDatabase(opening, shards);
}

/** Salvages a damaged store, in place or into another folder. */
export const salvage = (config: Config, folder: string | undefined): Promise<Salvaged> =>
  homeOf(config).salvage(folder, async (store) => {
    const engine = await openEngine({ ...config, codeMemoryDbPath: store }, { tends: false, embeds: false });
    await engine.rederive().finally(() => engine.close());
  });

export interface OpenOptions {
  /** False leaves background work, which takes longer than a command, to a server. */
  readonly tends?: boolean;
  /** False opens any folder without a model, whatever models the folder and the configuration name. */
  readonly embeds?: boolean;
  /** True for a command that reads code: its first reader starts at once, while the store opens. */
  readonly reads?: boolean | undefined;
  /** The engine's clock; the machine's by default. */
  readonly now?: () => number;
  /** Used instead of the engine's own parts. Closing the engine also closes them. */
  readonly parts?: ThreadedParts | undefined;
}

/** The parts that run in threads and take longest to start. */
export interface ThreadedParts {
  readonly embedder: Embedder;
  readonly codeBase: CodeBase;
}

export const threadedParts = (
  config: Config,
  { tends = true, reads = false }: Pick<OpenOptions, 'tends' | 'reads'> = {},
): ThreadedParts => ({
  embedder: embedderOf(config, tends),
  codeBase: codeBaseOf(config, reads),
});

/** The bundled model's vectors of single tokens, which approximate its own within microseconds. */
export const staticTable = (): StaticTable => StaticTable.read(STATIC_TABLE.table, STATIC_TABLE.tokenizer);

export async function openEngine(
  config: Config,
  {
    tends = true,
    embeds = true,
    reads,
    now = Date.now,
    parts = threadedParts(config, { tends, reads }),
  }: OpenOptions = {},
): Promise<Engine> {
  const folders = placesOf(config);
  const machine = machineOf(config);
  const home = homeOf(config);
  const store = await home.open({ tends }).catch(async (error: unknown) => {
    await Promise.all([parts.embedder.close(), parts.codeBase.close()]);
    throw error;
  });
  const own = new OwnFolder(folders.data, home.files);
  const engine = new Engine({
    version,
    store,
    embedder: embeds ? parts.embedder : new AbsentEmbedder(),
    codeBase: parts.codeBase,
    machine,
    files: new LocalFiles(own, folders.exports),
    sideFiles: new LocalSideFiles(folders, { erase: eraseFromCopy, compact: compactCopy }),
    keepRemovedDays: config.keepRemoved,
    logsRecalls: config.recallLog === 'on',
    cubeFiles: {
      locate: (path, roots) => {
        if (config.database !== undefined)
          throw invalid('Cubes in a database cannot have their own files.', 'Register the cube without a path.');
        return locateCube(path, roots, own);
      },
      open: async (file, makes) => {
        if (!makes) checkCube(file);
        if (tends) sweepBeside(file, Date.now());
        return openSqliteStore(file);
      },
    },
    keeper: home.keeper,
    llm: embeds ? llmOf(config) : null,
    clock: { now },
    onFailure: (thrown) => log.warn('background work failed and is tried again', { error: messageOf(thrown) }),
    notes: noteSettingsOf(config),
    summarizer: summarizerOf(config),
    modelWaitMs: MODEL_WAIT_MS,
  });
  try {
    await engine.start({ reembed: config.reembed && embeds, tends });
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** A file serves one machine at a time, so its projects need no machine; they go wherever the file is moved. */
export const machineOf = ({ database, machine, dataDir }: Config): Machine | null => {
  if (database === undefined) return null;
  return machine === undefined ? readMachine(resolve(dataDir)) : { id: machine, name: machine };
};

function codeBaseOf(config: Config, reads: boolean): CodeBase {
  const codeBase = new LocalCodeBase({
    script: assets.readingWorker,
    grammars: assets.grammars,
    runtime: assets.parserRuntime,
    firstVectors: hasStaticTable(config) ? STATIC_TABLE : null,
    threads: Math.max(1, Math.min(4, cores)),
    idleMs: READER_IDLE_MS,
  });
  if (reads) codeBase.prepare();
  return codeBase;
}

const noteSettingsOf = (config: Config): NoteSettings => ({
  session: config.codeMemorySessionId,
  byVectors: config.codeMemoryEnableVec,
  byWords: config.codeMemoryEnableFts,
  graph: config.codeMemoryEnableGraph,
  logFile: logFileOf(config),
  topK: config.codeMemoryTopK,
  topP: config.codeMemoryTopP,
  oversample: config.codeMemoryOversampleK,
  weights: {
    priority: config.codeMemoryPriorityWeight,
    recency: config.codeMemoryRecencyWeight,
    words: config.codeMemoryFtsBonus,
  },
});

const summarizerOf = (config: Config): Summarizer =>
  new GgufSummarizer({
    script: assets.ggufWorker,
    library: LLAMA,
    model: config.codeMemorySummaryModel,
    contextTokens: config.codeMemorySummaryCtx,
    // More threads than cores would wait for each other endlessly.
    threads: Math.min(config.codeMemorySummaryThreads, cores),
    gpuLayers: config.codeMemorySummaryGpuLayers,
    maxTokens: config.codeMemorySummaryMaxTokens,
    temperature: config.codeMemorySummaryTemperature,
    topP: config.codeMemorySummaryTopP,
    repeatPenalty: config.codeMemorySummaryRepeatPenalty,
    instruction: config.codeMemorySummaryPrompt,
    maxCharacters: config.codeMemorySummaryMaxChars,
    waitMs: SUMMARY_WAIT_MS,
    idleMs: config.modelIdleSeconds * 1000,
  });

function llmOf(config: Config): Llm | null {
  const { llmUrl: url, llmKind, llmModel: model, llmKey: apiKey, llmTemperature: temperature, llmGguf } = config;
  if (llmGguf !== undefined) return ggufOf(config, llmGguf);
  if (url === undefined || model === undefined) return null;
  const options = {
    url,
    model,
    apiKey,
    temperature,
    timeoutMs: ANSWER_WAIT_MS,
    attempts: ENDPOINT_ATTEMPTS,
    pauseMs: LLM_PAUSE_MS,
  };
  return llmKind === 'anthropic' ? new EndpointLlm(options, ANTHROPIC) : new EndpointLlm(options, OPENAI);
}

const ggufOf = (config: Config, model: string): Llm =>
  new GgufLlm({
    script: assets.ggufWorker,
    library: LLAMA,
    model,
    contextTokens: config.llmContext,
    threads: Math.min(config.llmThreads ?? Math.max(1, Math.min(8, Math.floor(cores / 2))), cores),
    gpuLayers: config.llmGpuLayers,
    temperature: config.llmTemperature ?? GGUF_TEMPERATURE,
    timeoutMs: ANSWER_WAIT_MS,
    idleMs: config.modelIdleSeconds * 1000,
  });

/** The bundled file holds the public model and our further trained one. */
function localModel(model: string | undefined) {
  const isPublic = model === PUBLIC_MODEL;
  return model === undefined || isPublic
    ? {
        name: isPublic ? PUBLIC_MODEL : basename(assets.model),
        model: assets.model,
        taught: !isPublic,
        succeeds: isPublic ? [] : [PUBLIC_MODEL],
        dimensions: BUNDLED_DIMENSIONS,
        readsPairs: !isPublic,
      }
    : { name: basename(resolve(model)), model, taught: true, succeeds: [], dimensions: 0, readsPairs: false };
}

/** Our own model has a static table for provisional vectors of new texts. */
const hasStaticTable = ({ model, embeddingsUrl }: Config): boolean =>
  model === undefined && embeddingsUrl === undefined && existsSync(assets.staticTable);

/** How many helper threads fit on the cores that the model leaves free; a server leaves one more to its users. */
const helpersOf = (threads: number, tends: boolean): number =>
  Math.max(0, Math.min(MAX_HELPERS, cores - threads - (tends ? 1 : 0)));

function embedderOf(config: Config, tends: boolean): Embedder {
  if (config.embeddingsUrl !== undefined && config.embeddingsModel !== undefined) {
    return new OpenAiEmbedder({
      url: config.embeddingsUrl,
      model: config.embeddingsModel,
      apiKey: config.embeddingsKey,
      timeoutMs: EMBEDDING_WAIT_MS,
      attempts: ENDPOINT_ATTEMPTS,
      pauseMs: EMBEDDING_PAUSE_MS,
    });
  }
  const threads = config.embeddingThreads ?? Math.max(1, Math.min(4, Math.floor(cores / 2)));
  return new LocalEmbedder({
    ...localModel(config.model),
    script: assets.embeddingWorker,
    wasmRuntime: assets.wasmRuntime,
    runtime: config.embeddingRuntime,
    threads,
    helpers: helpersOf(threads, tends),
    hasFirstVectors: hasStaticTable(config),
    idleMs: config.modelIdleSeconds * 1000,
  });
}
