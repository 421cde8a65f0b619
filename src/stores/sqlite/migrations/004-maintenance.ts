import type { Migration } from './migration.ts';

export const maintenance: Migration = {
  name: '004-maintenance',
  sql: `
-- What came of it, as JSON: figures by name.
ALTER TABLE jobs ADD COLUMN result TEXT;
`,
};
