import { type Command, Option } from 'commander';
import { Config, logFileOf, readConfig } from '../config.ts';
import { checkChoice } from '../contracts/choice.ts';
import { contractOf } from '../contracts/contracts.ts';
import { type Actor, LOCAL } from '../engine/access/actor.ts';
import { invalid, messageOf } from '../errors.ts';
import { setLogFile, setLogLevel } from '../log.ts';

type Setting = keyof typeof Config.shape;

/** How to reach a database used instead of the data folder. */
const REACHING: readonly Setting[] = ['tenant', 'pool', 'databaseTimeout', 'migrate'];
const EVERYWHERE: readonly Setting[] = ['dataDir', 'database', ...REACHING, 'machine', 'logLevel'];
const EMBEDDING: readonly Setting[] = [
  'model',
  'embeddingsUrl',
  'embeddingsModel',
  'embeddingRuntime',
  'embeddingThreads',
  'modelIdleSeconds',
  'reembed',
];
const LLM: readonly Setting[] = ['llmUrl', 'llmKind', 'llmModel', 'llmGguf', 'llmTemperature'];
const SERVING: readonly Setting[] = [
  'profile',
  'user',
  'project',
  'roots',
  'tools',
  'excludeTools',
  'readOnly',
  'rateLimit',
  'keepRemoved',
  'recallLog',
  'backups',
  ...LLM,
];

const SERVER: readonly Setting[] = [
  ...EVERYWHERE,
  'host',
  'port',
  'page',
  'opsPort',
  'hostNames',
  'behindProxy',
  'authServers',
  ...SERVING,
  ...EMBEDDING,
];

export const settings = {
  mcp: [...EVERYWHERE, ...SERVING, ...EMBEDDING],
  serve: SERVER,
  init: ['profile', 'dataDir', 'project'],
  uninstall: ['dataDir'],
  index: [...EVERYWHERE, 'user', 'project', ...EMBEDDING],
  copying: EVERYWHERE,
  copy: [...REACHING, 'logLevel'],
  distribute: ['dataDir', 'database', 'databaseTimeout', 'migrate', 'logLevel'],
  open: [...EVERYWHERE, 'host', 'port'],
  keeping: [...EVERYWHERE, 'user', 'project', ...EMBEDDING],
  normalize: [...EVERYWHERE, 'user', 'project', 'keepRemoved', ...EMBEDDING],
  duplicates: [...EVERYWHERE, 'user', 'project', ...EMBEDDING],
  bench: ['logLevel', 'embeddingThreads', 'embeddingRuntime', 'model', 'embeddingsUrl', 'embeddingsModel'],
  // Accepts everything a server does, so that a server's command line can be checked as it is.
  doctor: SERVER,
} as const satisfies Record<string, readonly Setting[]>;

/** Adds a command's flags, made from the configuration schema. */
export function addSettings(command: Command, names: readonly Setting[]): Command {
  for (const name of names) {
    const { flag, env, description = '' } = Config.shape[name].meta() ?? {};
    if (flag !== undefined) command.addOption(new Option(flag, env ? `${description} [${env}]` : description));
  }
  return command;
}

/** The configuration of a run: flags take precedence over the environment, and that over the file. */
export function configOf(flags: Record<string, unknown>): Config {
  const given: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Config.shape)) {
    const { flag } = schema.meta() ?? {};
    // A setting with several values has a plural name, and its flag a singular one.
    const value = flag === undefined ? undefined : flags[new Option(flag).attributeName()];
    if (value !== undefined) given[name] = value;
  }
  const config = readConfig(given, process.env);
  checkChoice(contractOf(config.profile), config);
  setLogLevel(config.logLevel);
  keepLog(logFileOf(config));
  return config;
}

function keepLog(file: string | null): void {
  try {
    setLogFile(file);
  } catch (error) {
    throw invalid(
      `The log file ${file} cannot be written: ${messageOf(error)}.`,
      'Set CODE_MEMORY_LOG_FILE to another path.',
    );
  }
}

/** The owner of the data folder, confined to the configured user and project. */
export const localOwner = ({ user, project }: Config): Actor => ({ who: LOCAL, user, project });
