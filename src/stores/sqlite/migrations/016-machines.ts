import type { Migration } from './migration.ts';

export const machines: Migration = {
  name: '016-machines',
  sql: `
-- The machine that a project's folder is on; empty until one claims it. The same path on two machines is two folders.
ALTER TABLE projects ADD COLUMN machine_id TEXT NOT NULL DEFAULT '';
ALTER TABLE projects ADD COLUMN machine_name TEXT NOT NULL DEFAULT '';
DROP INDEX projects_by_root;
CREATE UNIQUE INDEX projects_by_root ON projects (root, scope_id, machine_id) WHERE generation >= 0;
`,
};
