import { actorOf, openEngine } from '../compose.ts';
import type { Config } from '../config.ts';
import { contracts } from '../contracts/contracts.ts';
import { chooseTools, type Serving } from '../contracts/serve.ts';
import { invalid } from '../errors.ts';

/** What a transport serves: the contract that was asked for, over an engine that opens in the background. */
export function servingOf(config: Config): Serving {
  const [profile, ...others] = config.profile;
  const contract = contracts.find((known) => known.profile === profile);
  if (!contract || others.length > 0) {
    const known = contracts.map((each) => each.profile).join(', ');
    throw invalid(`Unknown profile: ${config.profile.join(',')}.`, `Known profiles: ${known}.`);
  }
  return { contract, tools: chooseTools(contract, config), actor: actorOf(config), engine: openEngine(config) };
}
