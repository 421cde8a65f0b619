import { invalid } from '../errors.ts';
import { agenticMemory } from './agentic-memory/contract.ts';
import { codeVectorMemory } from './code-vector-memory/contract.ts';
import { combine } from './combine.ts';
import type { Contract } from './contract.ts';
import { longTermMemory } from './long-term-memory/contract.ts';
import { memgos } from './memgos/contract.ts';
import { memoryMcp } from './memory-mcp/contract.ts';

export const contracts: readonly Contract[] = [memoryMcp, longTermMemory, codeVectorMemory, agenticMemory, memgos];

/** The requested profiles as one contract; `all` stands for every profile not named before it. */
export function contractOf(names: readonly string[], known: readonly Contract[] = contracts): Contract {
  const wanted = names.flatMap((name) => (name === 'all' ? known : known.filter(({ profile }) => profile === name)));
  const unknown = names.filter((name) => name !== 'all' && !known.some(({ profile }) => profile === name));
  const [first, ...others] = new Set(wanted);
  if (!first || unknown.length > 0) {
    const profiles = [...known.map(({ profile }) => profile), 'all'].join(', ');
    throw invalid(`Unknown profile: ${unknown.join(', ') || '(none)'}.`, `Known profiles: ${profiles}.`);
  }
  return combine([first, ...others]);
}
