import { version } from '../../version.ts';
import type { Contract } from '../contract.ts';
import { presentError } from './errors.ts';
import { tools } from './tools.ts';

export const longTermMemory: Contract = {
  profile: 'long-term-memory',
  server: { name: 'long-term-memory', version, title: 'Remanence' },
  instructions: `Long-term memory of this project: requirements, designs, components, patterns, tests, sessions, and the code itself.
- Before implementing: memory_search for what was decided, find_duplicates with the signature for what exists.
- Before a fix: get_design_context of the component, then validate_fix with what you intend.
- After a decision: memory_add type="design" with decision, rationale, related_requirements and affected_components.
- After the work: memory_add type="session" with what was learned; index_file what you wrote.
- Names tie memories together: give requirement_id, component_id, name, file_path in the metadata.`,
  guide: `| Phase | Tools | Why |
|---|---|---|
| Before implementing | \`memory_search\`, \`find_duplicates\`, \`code_search\` | What is decided, and what exists already |
| After a decision | \`memory_add\` (type design) | So that nobody decides it again |
| Before a fix | \`get_design_context\`, \`validate_fix\` | What it must not contradict |
| After implementing | \`memory_add\` (type session), \`index_file\` | What was learned, and where it is |
| On requirements | \`trace_requirements\`, \`check_consistency\` | What is covered, and what deviates |`,
  tools,
  presentError,
};
