// One schema for flags, environment and file. The CLI help and the reference page are generated from it.
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import {
  combinationProblems,
  dataFolderProblem,
  type Problem,
  unknownVariables,
  unnamedFolder,
} from './config-checks.ts';
import { describeIssue, unknownKeys } from './config-issues.ts';
import { codeMemorySettings } from './contracts/code-vector-memory/settings.ts';
import { limitsOf } from './contracts/rate-limit.ts';
import { CONFIG, LOG } from './data-folder.ts';
import { databaseSettings } from './database-settings.ts';
import { invalid, messageOf, type RemanenceError } from './errors.ts';
import { expandHome } from './expand-home.ts';
import { llmSettings } from './llm-settings.ts';
import { logLevels } from './log.ts';
import { findProject } from './project-folder.ts';
import { flag, list, number } from './setting-values.ts';

declare module 'zod' {
  interface GlobalMeta {
    flag?: string;
    env?: string;
  }
}

/** What the hooks do with lasting statements of a session. */
export const Capture = z.enum(['off', 'propose', 'store', 'nudge']);
export type Capture = z.infer<typeof Capture>;

export const Config = z.object({
  dataDir: z
    .string()
    .default(() => join(homedir(), '.remanence'))
    .meta({
      flag: '--data-dir <folder>',
      env: 'REMANENCE_DATA_DIR',
      description: 'Folder that holds everything (default: ~/.remanence).',
    }),
  profile: list.default(['memory-mcp']).meta({
    flag: '--profile <names>',
    env: 'REMANENCE_PROFILE',
    description:
      'Tool contracts to serve, comma-separated, or all; if several have a tool of the same name, the first one keeps that name (default: memory-mcp).',
  }),
  user: z
    .string()
    .min(1)
    .optional()
    .meta({ flag: '--user <id>', env: 'REMANENCE_USER', description: 'Serve only the memories of this user.' }),
  project: z.string().min(1).transform(findProject).optional().meta({
    flag: '--project <name>',
    env: 'REMANENCE_PROJECT',
    description:
      'Serve only the memories of this project. auto is the project of the working folder, auto:FOLDER that of another folder: the main checkout of its git repository, or the folder itself.',
  }),
  roots: list
    .transform((folders) => folders.map(expandHome))
    .default([])
    .meta({
      flag: '--root <folders>',
      env: 'REMANENCE_ROOTS',
      description:
        'Folders that may be indexed, besides the working and the data folder (comma-separated). Without it, index_project may index any folder over stdio, but only those two over HTTP and with long-term-memory.',
    }),
  tools: list.optional().meta({
    flag: '--tools <names>',
    env: 'REMANENCE_TOOLS',
    description: 'Serve only these tools (comma-separated).',
  }),
  excludeTools: list.default([]).meta({
    flag: '--exclude-tools <names>',
    env: 'REMANENCE_EXCLUDE_TOOLS',
    description: 'Leave these tools out (comma-separated).',
  }),
  readOnly: flag.default(false).meta({
    flag: '--read-only',
    env: 'REMANENCE_READ_ONLY',
    description: 'Serve only the tools that change nothing.',
  }),
  host: z.string().default('127.0.0.1').meta({
    flag: '--host <address>',
    env: 'REMANENCE_HOST',
    description: 'Address of the HTTP server; beyond loopback only with tokens (default: 127.0.0.1).',
  }),
  hostNames: list.default([]).meta({
    flag: '--host-name <names>',
    env: 'REMANENCE_HOST_NAMES',
    description: 'Names by which clients and pages reach the HTTP server, besides those of loopback (comma-separated).',
  }),
  behindProxy: flag.default(false).meta({
    flag: '--behind-proxy',
    env: 'REMANENCE_BEHIND_PROXY',
    description: 'Clients connect through a proxy on this machine: take their addresses from X-Forwarded-For.',
  }),
  authServers: list.default([]).meta({
    flag: '--auth-server <urls>',
    env: 'REMANENCE_AUTH_SERVERS',
    description: 'Authorization servers to announce to clients, if such servers issue the tokens (comma-separated).',
  }),
  rateLimit: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .meta({
      flag: '--rate-limit <when>',
      env: 'REMANENCE_RATE_LIMIT',
      description: `Limit the calls of each user to ${limitsOf()}: auto for users with a token, on for everyone, off (default: auto).`,
    }),
  port: number.int().min(0).max(65535).default(7437).meta({
    flag: '--port <number>',
    env: 'REMANENCE_PORT',
    description: 'Port of the HTTP server, 0 for any free port (default: 7437).',
  }),
  page: z.enum(['on', 'off']).default('on').meta({
    flag: '--page <on-or-off>',
    env: 'REMANENCE_PAGE',
    description: 'The page to view and edit the memory, with its API; off serves a table of figures (default: on).',
  }),
  opsPort: z
    .union([z.literal('off'), number.int().min(0).max(65535)])
    .default(9090)
    .meta({
      flag: '--ops-port <number>',
      env: 'REMANENCE_OPS_PORT',
      description: 'Port for health and metrics, 0 for any free port, off for none (default: 9090).',
    }),
  backups: z
    .union([z.literal('off'), number.int().min(1).max(1000)])
    .default(7)
    .meta({
      flag: '--backups <number>',
      env: 'REMANENCE_BACKUPS',
      description:
        'Daily backups to keep in backups/ next to the database, made when something has changed; off makes none (default: 7).',
    }),
  model: z.string().transform(expandHome).optional().meta({
    flag: '--model <folder>',
    env: 'REMANENCE_MODEL',
    description:
      'Folder with the model.onnx and tokenizer.json to embed with, or all-MiniLM-L6-v2, on which ours is based (default: the bundled remanence-minilm-1).',
  }),
  embeddingsUrl: z.url().optional().meta({
    flag: '--embeddings-url <url>',
    env: 'REMANENCE_EMBEDDINGS_URL',
    description: 'OpenAI-compatible endpoint to embed with, up to and including /v1.',
  }),
  embeddingsModel: z.string().optional().meta({
    flag: '--embeddings-model <name>',
    env: 'REMANENCE_EMBEDDINGS_MODEL',
    description: 'Model name at that endpoint.',
  }),
  embeddingsKey: z
    .string()
    .optional()
    .meta({ env: 'REMANENCE_EMBEDDINGS_KEY', description: 'API key for that endpoint.' }),
  embeddingRuntime: z.enum(['auto', 'wasm']).default('auto').meta({
    flag: '--embedding-runtime <name>',
    env: 'REMANENCE_EMBEDDING_RUNTIME',
    description: 'auto uses the native ONNX runtime if it loads; wasm never does (default: auto).',
  }),
  embeddingThreads: number.int().min(1).optional().meta({
    flag: '--embedding-threads <number>',
    env: 'REMANENCE_EMBEDDING_THREADS',
    description: 'Threads for the model (default: half of the cores, at most 4).',
  }),
  modelIdleSeconds: number.min(1).default(300).meta({
    flag: '--model-idle-seconds <number>',
    env: 'REMANENCE_MODEL_IDLE_SECONDS',
    description: 'Unload the model after this many seconds without work (default: 300).',
  }),
  keepRemoved: number.min(0).max(36_500).default(30).meta({
    flag: '--keep-removed <days>',
    env: 'REMANENCE_KEEP_REMOVED',
    description:
      'Days to keep a copy of what a purge or reset removes, and soft-deleted memories in the bin; 0 keeps nothing (default: 30).',
  }),
  recallLog: z.enum(['on', 'off']).default('on').meta({
    flag: '--recall-log <on-or-off>',
    env: 'REMANENCE_RECALL_LOG',
    description:
      'Keep a log, for 30 days, of what was given to which client for which question, without secrets and with at most 50 000 entries; off logs nothing (default: on).',
  }),
  ...databaseSettings,
  ...llmSettings,
  reembed: flag.default(false).meta({
    flag: '--reembed',
    env: 'REMANENCE_REEMBED',
    description: 'Accept another embedding model and recompute all vectors in the background.',
  }),
  logLevel: z.enum(logLevels).default('warn').meta({
    flag: '--log-level <level>',
    env: 'REMANENCE_LOG_LEVEL',
    description: 'debug, info, warn, error or silent, on stderr (default: warn).',
  }),
  hooks: z.enum(['on', 'off']).default('on').meta({
    env: 'REMANENCE_HOOKS',
    description: 'off silences the hooks of the plugin (default: on).',
  }),
  capture: Capture.default('propose').meta({
    env: 'REMANENCE_CAPTURE',
    description:
      'What the hooks do with lasting statements of a session ("remember", "always", "we decided", corrections): propose puts them into the inbox, store stores them at once, nudge asks the agent once after edits, off reads nothing (default: propose).',
  }),
  ...codeMemorySettings,
});
export type Config = z.infer<typeof Config>;

/** The log file besides stderr; null when there is none. */
export function logFileOf({ codeMemoryLogFile, codeMemoryLogDir }: Config): string | null {
  if (codeMemoryLogFile !== undefined) return resolve(codeMemoryLogFile);
  return codeMemoryLogDir === undefined ? null : resolve(codeMemoryLogDir, LOG);
}

/** Flags win over the environment, the environment over `config.json` in the data folder. */
export function readConfig(flags: Record<string, unknown>, environment: Record<string, string | undefined>): Config {
  const fromEnvironment: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(Config.shape)) {
    const value = environment[schema.meta()?.env ?? ''];
    if (value !== undefined && value !== '') fromEnvironment[key] = value;
  }
  const given = { ...fromEnvironment, ...flags };
  const folder = String(given.dataDir ?? Config.shape.dataDir.parse(undefined));
  const dataDir = resolve(expandHome(folder));
  const noFolder = folder.trim() === '' ? unnamedFolder : dataFolderProblem(dataDir);
  if (noFolder) throw refusal([noFolder]);
  const fromFile = readConfigFile(dataDir);
  const parsed = Config.strict().safeParse({ ...fromFile, ...given, dataDir });
  const file = join(dataDir, CONFIG);
  // The name under which it was set: a flag, a variable or a key of the file.
  const named = (key: string) =>
    key in flags ? flagName(key) : key in fromEnvironment ? environmentName(key) : `"${key}" in ${file}`;
  const values: Readonly<Record<string, unknown>> = { ...fromFile, ...given };
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue): Problem[] => {
      if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, file, Object.keys(Config.shape));
      const key = String(issue.path[0]);
      const schema = Object.entries(Config.shape).find(([name]) => name === key)?.[1];
      return [{ what: describeIssue(issue, named(key), values[key], schema), fix: takes(key, named) }];
    }),
    ...unknownVariables(environment, Object.keys(Config.shape).map(environmentName)),
    ...(parsed.success ? combinationProblems(parsed.data) : []),
  ];
  if (problems.length > 0 || !parsed.success) throw refusal(problems);
  return parsed.data;
}

const refusal = (problems: readonly Problem[]): RemanenceError =>
  invalid(
    `Invalid configuration: ${problems.map(({ what }) => what).join('; ')}.`,
    [...new Set(problems.map(({ fix }) => fix))].join('\n'),
  );

/** What a setting accepts, as in the reference. */
function takes(key: string, named: (key: string) => string): string {
  const description = metaOf(key)?.description;
  return description === undefined
    ? '`remanence help mcp` lists the flags and their variables.'
    : `${named(key)}: ${description}`;
}

/** `--port`; the key itself if there is no flag. */
const flagName = (key: string): string => metaOf(key)?.flag?.split(' ')[0] ?? key;

const environmentName = (key: string): string => metaOf(key)?.env ?? key;

const metaOf = (key: string) =>
  Object.entries(Config.shape)
    .find(([name]) => name === key)?.[1]
    .meta();

function readConfigFile(dataDir: string): Record<string, unknown> {
  const path = join(dataDir, CONFIG);
  if (!existsSync(path)) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw invalid(
      `${path} is not a JSON object: ${messageOf(error)}`,
      'Correct it, or move it away to use the defaults.',
    );
  }
}
