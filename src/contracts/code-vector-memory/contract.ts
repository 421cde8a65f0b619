import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const codeVectorMemory: Contract = {
  profile: 'code-vector-memory',
  server: { name: 'code-vector-memory', version, title: 'Remanence' },
  instructions: `Notes of coding sessions that outlive the conversation; session_id keeps sessions apart.
- search_memory before you start a task. A lower score is better. Results marked weak probably do not answer: say that nothing is known rather than guess.
- remember decisions with their reason, fixes, conventions: one self-contained note each. What holds a secret is skipped, and so is what was said in the last five minutes.
- priority 1 is most important, 5 least.`,
  guide: `| when | tool | for what |
|---|---|---|
| before a task | \`search_memory\` | notes of this session; a lower score is better |
| coming back to work | \`list_recent\` | the newest notes of all sessions |
| a decision, a fix, a convention | \`remember\` | one self-contained note with its reason; priority 1 is most important |
| what code a note holds | \`list_entities\` | its functions and classes |
| people, services, and how they are connected | \`upsert_entity\`, \`add_relation\`, \`get_entity\`, \`get_context_graph\` | the knowledge graph, where it is switched on |
| something seems wrong | \`health\`, \`diagnostics\` | what works, and what is switched off |

Give the same \`session_id\` throughout one piece of work. Notes that hold a secret are skipped.`,
  tools,
  presentError,
};
