// Combines several profiles: every tool has a unique name, every error the shape of the profile it comes from.
import { RemanenceError } from '../errors.ts';
import { type Contract, qualified, renamed, type Tool } from './contract.ts';

/** Clients prefix a name and allow about 64 characters for both. */
const MAX_NAME_CHARACTERS = 60;
/** Claude Code cuts a server's instructions at this size. */
const MAX_INSTRUCTION_BYTES = 2048;

interface Owned {
  readonly contract: Contract;
  readonly tool: Tool;
  /** The name it is served under. */
  readonly name: string;
}

/** If several contracts share a tool name, the first owns it; the others' tools are prefixed with their profile. */
export function combine(contracts: readonly [Contract, ...Contract[]]): Contract {
  const [first, ...others] = contracts;
  if (others.length === 0) return first;
  const owned = nameTools(contracts);
  const texts = contracts.map((contract) => {
    const spell = spellingOf(owned.filter((each) => each.contract === contract));
    return { ...contract, instructions: spell(contract.instructions), guide: spell(contract.guide) };
  });
  return {
    profile: contracts.map(({ profile }) => profile).join(','),
    server: { name: 'remanence', version: first.server.version, title: 'Remanence' },
    instructions: joinInstructions(texts),
    ...(first.tellsLimit === undefined ? {} : { tellsLimit: first.tellsLimit }),
    guide: texts.map(({ profile, guide }) => `### ${profile}\n\n${guide}`).join('\n\n'),
    tools: owned.map(({ contract, tool, name }) =>
      name === tool.name ? tool : renamed(tool, name, `${tool.title} (${contract.profile})`),
    ),
    presentError(error, name) {
      const owner = owned.find((each) => each.name === name);
      // A profile knows its tools only by its own names.
      return owner ? owner.contract.presentError(error, owner.tool.name) : first.presentError(error, name);
    },
  };
}

function nameTools(contracts: readonly Contract[]): Owned[] {
  const taken = new Set<string>();
  return contracts.flatMap((contract) =>
    contract.tools.map((tool) => {
      const name = taken.has(tool.name) ? qualified(contract.profile, tool.name) : tool.name;
      if (taken.has(name) || name.length > MAX_NAME_CHARACTERS) {
        throw new RemanenceError(
          'internal',
          `${contract.profile} cannot serve ${tool.name} next to the other profiles.`,
        );
      }
      taken.add(name);
      return { contract, tool, name };
    }),
  );
}

/** Rewrites tool names in texts to the served names. */
function spellingOf(owned: readonly Owned[]): (text: string) => string {
  const served = new Map(owned.map(({ tool, name }) => [tool.name, name]));
  return (text) => text.replace(/\w+/g, (word) => served.get(word) ?? word);
}

/** Each profile's text under its name; if they are too long together, the longest lose their last lines. */
function joinInstructions(contracts: readonly Pick<Contract, 'profile' | 'instructions'>[]): string {
  const sections = contracts.map(({ profile, instructions }) => [`# ${profile}`, ...instructions.split('\n')]);
  const whole = () => sections.map((lines) => lines.join('\n')).join('\n');
  while (Buffer.byteLength(whole()) > MAX_INSTRUCTION_BYTES) {
    const longest = sections.reduce((a, b) => (b.join('\n').length > a.join('\n').length ? b : a));
    longest.pop();
  }
  return whole();
}
