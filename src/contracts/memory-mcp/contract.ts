import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const memoryMcp: Contract = {
  profile: 'memory-mcp',
  server: { name: 'memory-mcp', version, title: 'Remanence' },
  instructions: `Long-term memory that outlives this conversation: facts, decisions, preferences and how-tos, with a knowledge graph and validity over time.
- recall before you start a task, and whenever the user refers to something you do not know.
- store_memory what will matter later: decisions with their reason, conventions, fixes, preferences. One self-contained fact each.
- When a fact changes, store the new one and invalidate the old with superseded_by; delete_memory only what should never have been stored.
- Results marked weak are probably not about the question: say that nothing is known rather than guess.`,
  tools,
  presentError,
};
