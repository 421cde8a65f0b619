// Which tools of a contract are served.
import { invalid } from '../errors.ts';
import { type Contract, qualified, type Tool } from './contract.ts';

export interface ToolChoice {
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools: readonly string[];
  readonly readOnly: boolean;
}

/** Refuses a choice that names an unknown tool. */
export function checkChoice(contract: Contract, { tools, excludeTools }: ToolChoice): void {
  if (tools?.length === 0) throw invalid('--tools names no tool.', 'Leave it out to serve all of them.');
  const known = new Set(contract.tools.flatMap((tool) => namesOf(contract, tool)));
  const unknown = [...(tools ?? []), ...excludeTools].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const names = contract.tools.map((tool) => tool.name).join(', ');
    throw invalid(`Unknown tool in ${contract.profile}: ${unknown.join(', ')}.`, `Its tools are ${names}.`);
  }
}

/** The tools that are served. */
export function chooseTools(contract: Contract, { tools, excludeTools, readOnly }: ToolChoice): readonly Tool[] {
  return contract.tools.filter((tool) => {
    const isNamed = (list: readonly string[]) => namesOf(contract, tool).some((name) => list.includes(name));
    return (
      (tools === undefined || isNamed(tools)) && !isNamed(excludeTools) && (tool.annotations.readOnly || !readOnly)
    );
  });
}

/** A tool can also be named as it is served next to other profiles, even if its profile is served alone. */
const namesOf = ({ profile }: Contract, { name }: Tool): string[] => [name, qualified(profile, name)];
