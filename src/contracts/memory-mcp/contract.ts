import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const memoryMcp: Contract = {
  profile: 'memory-mcp',
  server: { name: 'memory-mcp', version, title: 'Remanence' },
  instructions: `Long-term memory that outlives this conversation: facts, decisions, preferences and how-tos, with a knowledge graph and validity over time.
- Call recall before you start a task, and whenever the user refers to something you do not know.
- Call store_memory for what will matter later: decisions with their reasons, conventions, fixes, preferences. One self-contained fact each.
- When a fact changes, store the new one and invalidate the old one with superseded_by. store_memory lists in similar what may be outdated now: invalidate what no longer holds. Use delete_memory only for what should never have been stored.
- Results marked weak probably do not answer the question: say that nothing is known rather than guess.`,
  guide: `| when | tool | what for |
|---|---|---|
| before a task, or when the user refers to something you do not know | \`recall\` | what is known about it; with \`include_code\`, code as well |
| an exact name, path or error message | \`search_text\` | every memory that contains these words |
| a decision, a convention, a fix, a preference | \`store_memory\` | one self-contained fact with its reason, beginning with its subject |
| a fact that is no longer true | \`store_memory\`, then \`invalidate\` the old one | \`similar\` in the answer names what may be outdated; with \`superseded_by\` searches find the new fact, and the old one stays in the history |
| what was true at an earlier time | \`get_valid_at\` | memories as of a date |
| people, services, and how they are connected | \`create_entity\`, \`create_relation\`, \`get_related\` | the knowledge graph |
| before you write or change code | \`index_project\` once, then \`search_code\` | what already exists, and who calls it |

Results marked \`weak\` or \`possibly_stale\` are hints: check them before relying on them. Never store secrets.`,
  tools,
  presentError,
};
