import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const agenticMemory: Contract = {
  profile: 'agentic-memory',
  server: { name: 'agentic-memory', version, title: 'Remanence' },
  instructions: `Memories that outlive this conversation, in three tools.
- memory_search before you start a task. It finds by words and by meaning, and counts how new a memory is and how important. Results marked weak probably do not answer: say that nothing is known rather than guess.
- memory_put what will matter later, one self-contained fact each; HIGH or CRITICAL for what must not be missed.
- memory_get one memory by its id, whole.`,
  guide: `| when | tool | for what |
|---|---|---|
| before a task, or when something unknown is referred to | \`memory_search\` | what shares words or meaning with the question, the newest and most important first |
| a decision, a convention, a fix, a preference | \`memory_put\` | one self-contained fact with its reason; HIGH or CRITICAL for what must not be missed |
| a memory whose id is known | \`memory_get\` | all of it |

Never store secrets.`,
  tools,
  presentError,
};
