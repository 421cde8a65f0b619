import { raw, sql } from '../server/sql.ts';
import { inScope, wall } from './005-walls.ts';
import type { Migration } from './migration.ts';

export const counts: Migration = {
  name: '008-counts',
  sql: `
-- How many memories a scope has of each kind and type, and how many of them are valid without an end.
CREATE TABLE memory_counts (
  tenant_id integer NOT NULL,
  scope_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  type text COLLATE "C",
  held bigint NOT NULL,
  open bigint NOT NULL
);
CREATE UNIQUE INDEX memory_counts_once ON memory_counts (tenant_id, scope_id, kind, type) NULLS NOT DISTINCT;
ALTER TABLE memories NO FORCE ROW LEVEL SECURITY;
INSERT INTO memory_counts (tenant_id, scope_id, kind, type, held, open)
  SELECT tenant_id, scope_id, kind, type, count(*), count(*) FILTER (WHERE valid_until IS NULL AND valid_from <= ingestion_time)
  FROM memories GROUP BY tenant_id, scope_id, kind, type;
ALTER TABLE memories FORCE ROW LEVEL SECURITY;
-- Not checked for these rows, whose memories have the same key: on Citus the scopes are on the workers, and this table not yet.
ALTER TABLE memory_counts ADD FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id) ON DELETE CASCADE NOT VALID;
${wall('memory_counts', inScope)}
`,
  // A role that serves was given the tables that there were.
  data: async (query) => {
    const roles =
      await query(sql`SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS name
        FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'memories'::regclass AND a.privilege_type = 'INSERT' AND a.grantee <> c.relowner`);
    for (const { name } of roles) await query(raw(`GRANT SELECT, INSERT, UPDATE, DELETE ON memory_counts TO ${name}`));
  },
};
