import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './errors.ts';
import { tools } from './tools.ts';

export const longTermMemory: Contract = {
  profile: 'long-term-memory',
  server: { name: 'long-term-memory', version, title: 'Remanence' },
  instructions: `Long-term memory of this project: requirements, designs, components, patterns, tests, sessions, and the code itself.
- Before implementing: memory_search for earlier decisions, find_duplicates with the signature for existing code.
- Before a fix: get_design_context for the component, then validate_fix with the change you intend.
- After a decision: memory_add type="design" with decision, rationale, related_requirements and affected_components.
- After the work: memory_add type="session" with what you learned, and index_file for each file you changed.
- Names link memories: put requirement_id, component_id, name and file_path into the metadata.`,
  guide: `| Phase | Tools | Why |
|---|---|---|
| Before implementing | \`memory_search\`, \`find_duplicates\`, \`code_search\` | What was decided, and what already exists |
| After a decision | \`memory_add\` (type design) | So that it is not decided again |
| Before a fix | \`get_design_context\`, \`validate_fix\` | What the fix must not contradict |
| After implementing | \`memory_add\` (type session), \`index_file\` | What was learned, and where the code is |
| When reviewing requirements | \`trace_requirements\`, \`check_consistency\` | What is covered, and what deviates |`,
  tools,
  presentError,
};
