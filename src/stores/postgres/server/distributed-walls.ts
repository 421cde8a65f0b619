// Row-level security on Citus, which takes only simple conditions, without sub-selects, in the policies of a distributed
// table. So a table has the wall around its tenant, which Citus gives to every shard. The walls around cubes are made on the
// shards themselves.
import type { PoolClient } from 'pg';
import { RemanenceError } from '../../../errors.ts';

const OWN_TENANT = `tenant_id = nullif(current_setting('remanence.tenant', true), '')::integer`;
/** In a sub-select, to be read once a query. */
const CUBES = `(SELECT nullif(current_setting('remanence.cubes', true), '')::text[])`;

/** One statement each: Citus passes the whole text of a query on to the workers. */
export const dropWalls = (tables: readonly string[]): string[] =>
  tables.flatMap((table) => [
    `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`,
    `DROP POLICY IF EXISTS wall ON ${table}`,
  ]);

export const raiseWalls = (tables: readonly string[]): string[] =>
  tables.flatMap((table) => [
    `CREATE POLICY wall ON ${table} USING (${OWN_TENANT})`,
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  ]);

/** %1$s is a shard, and %2$s the shard of the scopes of the same tenants. */
const cubeWall = (condition: string): string => `DO $do$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_policy WHERE polname = 'cubes' AND polrelid = '%1$s'::regclass) THEN
    CREATE POLICY cubes ON %1$s AS RESTRICTIVE USING (${CUBES} IS NULL OR ${condition});
  END IF;
END $do$`;
const OF_SCOPE = cubeWall(`coalesce(cube, 'default') = ANY (${CUBES}::text[])`);
const IN_SCOPE = cubeWall('scope_id IN (SELECT s.id FROM %2$s s)');

/** Moving shards to another worker leaves these behind, so every run of `distribute` looks for missing ones. */
export async function buildCubeWalls(client: PoolClient): Promise<void> {
  await built(client, 'scopes', 'run_command_on_placements($1, $2, parallel => false)', ['scopes', OF_SCOPE]);
  const { rows } = await client.query(`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'scope_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);
  for (const { name } of rows) {
    const command = 'run_command_on_colocated_placements($1, $2, $3, parallel => false)';
    await built(client, String(name), command, [String(name), 'scopes', IN_SCOPE]);
  }
}

async function built(client: PoolClient, table: string, command: string, values: readonly string[]): Promise<void> {
  const { rows } = await client.query(`SELECT nodename, result FROM ${command} WHERE NOT success`, [...values]);
  if (rows.length === 0) return;
  const { nodename, result } = rows[0];
  throw new RemanenceError('storage', `The policies of ${table} could not be made on ${nodename}: ${result}`, {
    hint: 'Run the command again once every worker is up.',
    details: { retry: true },
  });
}
