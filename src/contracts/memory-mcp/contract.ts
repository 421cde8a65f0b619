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
- Results marked weak probably do not answer the question: say that nothing is known rather than guess.`,
  guide: `| when | tool | for what |
|---|---|---|
| before a task, or when something unknown is referred to | \`recall\` | what is known about it, memories and code together |
| an exact name, path or error message | \`search_text\` | every memory with these words |
| a decision, a convention, a fix, a preference | \`store_memory\` | one self-contained fact with its reason, beginning with what it is about |
| a fact that is no longer true | \`store_memory\`, then \`invalidate\` the old one | with \`superseded_by\`: the new fact is found, the old one stays in the history |
| what was true back then | \`get_valid_at\` | memories as of a date |
| people, services, and how they are connected | \`create_entity\`, \`create_relation\`, \`get_related\` | the knowledge graph |
| before code is written or changed | \`index_project\` once, then \`search_code\` | what is there already, and who calls it |

Results marked \`weak\` or \`possibly_stale\` are hints: check them before relying on them. Never store secrets.`,
  tools,
  presentError,
};
