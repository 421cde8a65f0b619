import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { chooseTools } from '../contracts/choice.ts';
import { contractOf, contracts } from '../contracts/contracts.ts';
import { RateLimit } from '../contracts/rate-limit.ts';
import type { Serving } from '../contracts/serve.ts';
import type { Engine } from '../engine/engine.ts';
import { log } from '../log.ts';
import { localOwner } from './options.ts';

/** What a transport serves: the chosen profiles over an engine opened on first use; confined to the roots or not. */
export function servingOf(config: Config, { confined }: { confined: boolean }): Serving {
  const contract = contractOf(config.profile);
  warnOfMissing(config.roots);
  let engine: Promise<Engine> | undefined;
  return {
    contract,
    tools: chooseTools(contract, config),
    actor: { ...localOwner(config), roots: rootsOf(config), anyCode: !confined },
    limit: limitOf(config),
    engine: () => {
      engine ??= import('../compose.ts').then(({ openEngine }) => openEngine(config));
      return engine;
    },
  };
}

const limitOf = ({ rateLimit }: Config): RateLimit | undefined =>
  rateLimit === 'off' ? undefined : new RateLimit({ everybody: rateLimit === 'on' });

/** Each profile separately, over the same engine. */
export const profilesOf = (config: Config, serving: Serving): Serving[] =>
  contracts.map((contract) => ({ ...serving, contract, tools: chooseTools(contract, config) }));

/** One that does not exist may be misspelt, or made later. */
function warnOfMissing(roots: readonly string[]): void {
  for (const root of roots.filter((each) => !existsSync(each))) log.warn(`--root ${root} does not exist`);
}

/** The working folder is a root unless it is the home folder or the root of the file system. */
const rootsOf = ({ dataDir, roots }: Config): string[] => {
  const folder = process.cwd();
  const isTooWide = folder === dirname(folder) || folder === homedir();
  return [...(isTooWide ? [] : [folder]), dataDir, ...roots];
};
