import type { Migration } from './migration.ts';

export const declared: Migration = {
  name: '017-declared',
  sql: `
-- Every recall looks for declared entities, which are few among those found in texts.
CREATE INDEX entities_declared ON entities (scope_id, row) WHERE declared = 1;
`,
};
