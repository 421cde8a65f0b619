import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './present.ts';
import { tools } from './tools.ts';

export const agenticMemory: Contract = {
  profile: 'agentic-memory',
  server: { name: 'agentic-memory', version, title: 'Remanence' },
  instructions: `Memories that outlive this conversation, in three tools.
- Call memory_search before you start a task. It searches by words and meaning, and prefers new and important memories. Results marked weak probably do not answer: say that nothing is known rather than guess.
- Call memory_put for what will matter later, one self-contained fact each; HIGH or CRITICAL for what must not be missed.
- memory_get returns a whole memory by its id.`,
  guide: `| when | tool | what for |
|---|---|---|
| before a task, or when the user refers to something you do not know | \`memory_search\` | memories that share words or meaning with the question, with new and important ones preferred |
| a decision, a convention, a fix, a preference | \`memory_put\` | one self-contained fact with its reason; HIGH or CRITICAL for what must not be missed |
| a memory whose id you know | \`memory_get\` | its full content |

Never store secrets.`,
  tools,
  presentError,
};
