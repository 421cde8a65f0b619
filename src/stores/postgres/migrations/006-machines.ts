import type { Migration } from './migration.ts';

export const machines: Migration = {
  name: '006-machines',
  sql: `
-- The machine that a project's folder is on; empty until one claims it. The same path on two machines is two folders.
ALTER TABLE projects ADD COLUMN machine_id text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE projects ADD COLUMN machine_name text NOT NULL DEFAULT '';
DROP INDEX projects_by_root;
CREATE UNIQUE INDEX projects_by_root ON projects (tenant_id, root, scope_id, machine_id) WHERE generation >= 0;
`,
};
