// Distributes the tables over the workers of Citus: all rows of a tenant lie on one worker, so its transactions stay there.
// Tables without a tenant stay on the coordinator.
import type { PoolClient } from 'pg';
import * as z from 'zod';
import { DAY_MS } from '../../../engine/clock.ts';
import { messageOf, RemanenceError } from '../../../errors.ts';
import { ONE_CONNECTION } from './citus.ts';
import { buildCubeWalls, dropWalls, raiseWalls } from './distributed-walls.ts';
import { DatabaseFailure } from './failure.ts';
import { HOLD_SCHEMA } from './locks.ts';
import { hasCitus } from './migrating.ts';
import { waited } from './transaction.ts';

export interface Distribution {
  readonly workers: number;
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly wasDistributed: boolean }[];
}

/** Moving data takes as long as there is data. */
const MOVING_MS = DAY_MS;

const Table = z.object({
  name: z.string(),
  partitions: z.array(z.string()),
  owned: z.boolean(),
});
type Table = z.infer<typeof Table>;
const ForeignKey = z.object({ holder: z.string(), name: z.string(), definition: z.string() });

/** Also finishes what an interrupted run began. Needs a migrated schema. */
export async function distribute(client: PoolClient, shards: number): Promise<Distribution> {
  const workers = await countWorkers(client);
  const tables = await tablesOf(client);
  const known = await distributedTables(client);
  const local = tables.filter(({ name }) => !known.has(name));
  if (tables.some(({ owned }) => !owned)) throw notOwned();
  const moved = local.length === 0 ? new Map<string, number>() : await moveAll(client, local, shards);
  await buildCubeWalls(client);
  return {
    workers,
    tables: tables.map(({ name }) => ({ name, rows: moved.get(name) ?? 0, wasDistributed: known.has(name) })),
  };
}

/** Distributes what a migration has added since. Does nothing if nothing is distributed. */
export async function distributeNew(client: PoolClient): Promise<void> {
  const known = await distributedTables(client);
  const tables = await tablesOf(client);
  const isPartial = tables.some(({ name }) => known.has(name)) && tables.some(({ name }) => !known.has(name));
  // The number of shards is that of the others.
  if (isPartial) await distribute(client, 1);
}

async function countWorkers(client: PoolClient): Promise<number> {
  if (!(await hasCitus(client))) {
    throw new RemanenceError('storage', 'The database does not have the extension Citus.', {
      hint: "Install Citus on every node, add it to shared_preload_libraries, and run CREATE EXTENSION citus; then add the workers with citus_add_node('host', 5432).",
    });
  }
  const { rows } = await client.query('SELECT count(*) AS workers FROM citus_get_active_worker_nodes()');
  const workers = Number(rows[0]?.workers);
  if (workers > 0) return workers;
  throw new RemanenceError('storage', 'This coordinator of Citus has no workers.', {
    hint: "Add each worker with SELECT citus_add_node('host', 5432), then try again.",
  });
}

/** The tables that have a tenant, in order of their names; partitions follow their table. */
export async function tablesOf(client: Pick<PoolClient, 'query'>): Promise<Table[]> {
  const { rows } = await client.query(`SELECT c.relname AS name, pg_has_role(c.relowner, 'USAGE') AS owned,
      ARRAY(SELECT i.inhrelid::regclass::text FROM pg_inherits i WHERE i.inhparent = c.oid ORDER BY i.inhrelid) AS partitions
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'tenants' ORDER BY c.relname`);
  return z.array(Table).parse(rows);
}

async function distributedTables(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query('SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition');
  return new Set(rows.map(({ name }) => String(name)));
}

/** Moves all of these tables or none; returns how many rows each has. */
async function moveAll(client: PoolClient, tables: readonly Table[], shards: number): Promise<Map<string, number>> {
  const ask = (text: string, values: readonly unknown[] = []) =>
    client.query({ ...waited(text, MOVING_MS), values: [...values] });
  const count = async (name: string) => Number((await ask(`SELECT count(*) AS n FROM ${name}`)).rows[0]?.n);
  await client.query('BEGIN');
  try {
    await ask(HOLD_SCHEMA);
    await ask(ONE_CONNECTION);
    // Foreign keys between a distributed and a local table are refused, and behind row-level security a move finds no rows.
    const keys = await foreignKeysOf(client, tables);
    for (const { holder, name } of keys) await ask(`ALTER TABLE ${holder} DROP CONSTRAINT ${name}`);
    for (const { name, partitions } of tables)
      for (const statement of dropWalls([name, ...partitions])) await ask(statement);
    const moved = new Map<string, number>();
    for (const { name } of tables) {
      const before = await count(name);
      const beside = await colocation(client);
      await ask("SELECT create_distributed_table($1, 'tenant_id', colocate_with => $2, shard_count => $3)", [
        name,
        beside ?? 'none',
        beside === null ? shards : null,
      ]);
      if ((await count(name)) !== before) throw new Error(`${name} does not have the same rows on the workers.`);
      moved.set(name, before);
    }
    for (const { holder, name, definition } of keys)
      await ask(`ALTER TABLE ${holder} ADD CONSTRAINT ${name} ${definition}`);
    // What was moved would stay readable in the files of the coordinator.
    for (const { name } of tables)
      if ((moved.get(name) ?? 0) > 0) await ask('SELECT truncate_local_data_after_distributing_table($1)', [name]);
    for (const { name, partitions } of tables)
      for (const statement of raiseWalls([name, ...partitions])) await ask(statement);
    const { command } = await ask('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return moved;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw notMoved(error);
  }
}

/** A distributed table whose shards lie where those of every other are to lie. */
async function colocation(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query(`SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition
    WHERE logicalrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND NOT relispartition)
    ORDER BY logicalrelid LIMIT 1`);
  return rows[0] === undefined ? null : String(rows[0].name);
}

async function foreignKeysOf(client: PoolClient, tables: readonly Table[]): Promise<z.infer<typeof ForeignKey>[]> {
  const { rows } = await client.query(
    `SELECT conrelid::regclass::text AS holder, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
       AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[])) ORDER BY oid`,
    [tables.map(({ name }) => name)],
  );
  return z.array(ForeignKey).parse(rows);
}

const notOwned = (): RemanenceError =>
  new RemanenceError('storage', 'The role of --database does not own the tables, so it cannot distribute them.', {
    hint: 'Name the role in --database that created the schema.',
  });

function notMoved(error: unknown): RemanenceError {
  const { code } = new DatabaseFailure(error);
  return new RemanenceError('storage', `The tables could not be distributed: ${messageOf(error)}`, {
    hint: 'Nothing was changed. Check that every worker is up, has pgvector, and knows the role of --database; then try again.',
    details: { retry: true, ...(code === undefined ? {} : { sqlstate: code }) },
    cause: error,
  });
}
