import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const codeVectorMemory: Contract = {
  profile: 'code-vector-memory',
  server: { name: 'code-vector-memory', version, title: 'Remanence' },
  instructions: `Notes from coding sessions that outlive the conversation; session_id keeps sessions apart.
- Call search_memory before you start a task. A lower score is better. Results marked weak probably do not answer: say that nothing is known rather than guess.
- Call remember for decisions with their reasons, fixes and conventions: one self-contained note each. Notes with a secret are skipped, and so are repeats within five minutes.
- priority 1 is most important, 5 least.`,
  guide: `| when | tool | what for |
|---|---|---|
| before a task | \`search_memory\` | notes of this session; a lower score is better |
| when you come back to work | \`list_recent\` | the newest notes of all sessions |
| a decision, a fix, a convention | \`remember\` | one self-contained note with its reason; priority 1 is most important |
| what code a note contains | \`list_entities\` | the functions and classes in it |
| people, services, and how they are connected | \`upsert_entity\`, \`add_relation\`, \`get_entity\`, \`get_context_graph\` | the knowledge graph, if it is enabled |
| something seems wrong | \`health\`, \`diagnostics\` | what works, and what is disabled |

Use the same \`session_id\` throughout one piece of work. Notes that contain a secret are skipped.`,
  tools,
  presentError,
};
