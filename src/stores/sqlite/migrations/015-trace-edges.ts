import type { Migration } from './migration.ts';

export const traceEdges: Migration = {
  name: '015-trace-edges',
  sql: `
-- Whoever writes names and claims says which edges come and go; \`claims\` of trace_edges counts nothing any more.
DROP TRIGGER trace_claim_made;
DROP TRIGGER trace_claim_taken_back;
DROP TRIGGER trace_name_given;
DROP TRIGGER trace_name_lost;
DROP TRIGGER trace_edge_unclaimed;
`,
};
