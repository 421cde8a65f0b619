import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { contracts } from '../contracts/contracts.ts';
import { chooseTools, type Serving } from '../contracts/serve.ts';
import type { Engine } from '../engine/engine.ts';
import { invalid } from '../errors.ts';

/** What a transport serves, confined to the roots or not: the contract that was asked for, over an engine that opens when it is first asked for. */
export function servingOf(config: Config, { confined }: { confined: boolean }): Serving {
  const [profile, ...others] = config.profile;
  const contract = contracts.find((known) => known.profile === profile);
  if (!contract || others.length > 0) {
    const known = contracts.map((each) => each.profile).join(', ');
    throw invalid(`Unknown profile: ${config.profile.join(',')}.`, `Known profiles: ${known}.`);
  }
  let engine: Promise<Engine> | undefined;
  return {
    contract,
    tools: chooseTools(contract, config),
    // Who the server acts for: the owner of the folder, confined to what the configuration names.
    actor: { who: 'local', user: config.user, project: config.project, roots: confined ? rootsOf(config) : undefined },
    engine: () => {
      engine ??= import('../compose.ts').then(({ openEngine }) => openEngine(config));
      return engine;
    },
  };
}

/** A server that was started in the home folder, or above all, is not meant to open that. */
const rootsOf = ({ dataDir, roots }: Config): string[] => {
  const folder = process.cwd();
  const isTooWide = folder === dirname(folder) || folder === homedir();
  return [...(isTooWide ? [] : [folder]), dataDir, ...roots];
};
