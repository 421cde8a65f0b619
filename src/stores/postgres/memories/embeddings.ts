import type { Embedded, EmbeddingStore, VectorModel } from '../../../engine/memories/ports.ts';
import type { Memory } from '../../../engine/model.ts';
import { log } from '../../../log.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import { indexFor, indexName, VECTOR_TABLES } from '../retrieval/vector-index.ts';
import type { Database } from '../server/database.ts';
import { HOLD_SCHEMA, hold } from '../server/locks.ts';
import { raw, sql } from '../server/sql.ts';
import type { PostgresMemories } from './memories.ts';
import { currentModel, insertPassages, numberPassages, removePassages } from './passages.ts';
import { nextRevision } from './writing.ts';

export class PostgresEmbeddings implements EmbeddingStore {
  readonly #database: Database;
  readonly #memories: PostgresMemories;

  constructor(database: Database, memories: PostgresMemories) {
    this.#database = database;
    this.#memories = memories;
  }

  model(): Promise<VectorModel | null> {
    return currentModel(this.#database);
  }

  async adopt({ name, dimensions }: VectorModel): Promise<void> {
    await this.#database.changeMuch(async (on) => {
      await hold(on, 'model');
      const current = await currentModel(on);
      if (current?.name === name && current.dimensions === dimensions) return;
      await on.run(sql`INSERT INTO settings (tenant_id, key, value) VALUES (${on.tenant}, 'embedding_model', ${name}),
        (${on.tenant}, 'embedding_dimensions', ${String(dimensions)}) ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`);
      for (const table of VECTOR_TABLES) await on.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant}`);
      await on.run(sql`UPDATE passages SET pending = 1 WHERE tenant_id = ${on.tenant} AND pending = 0`);
      await on.run(
        sql`UPDATE chunks SET pending = 1 WHERE tenant_id = ${on.tenant} AND pending = 0 AND digest IS NOT NULL`,
      );
    });
    await makeIndexes(this.#database, dimensions);
  }

  async pendingCount(): Promise<number> {
    const row = await this.#database.get(sql`SELECT count(DISTINCT memory_row) AS n FROM passages
      WHERE tenant_id = ${this.#database.tenant} AND pending = 1`);
    return Number(row?.n);
  }

  async pending(limit: number): Promise<Memory[]> {
    const rows = await this.#database.all(sql`SELECT DISTINCT memory_row FROM passages
      WHERE tenant_id = ${this.#database.tenant} AND pending = 1 ORDER BY memory_row LIMIT ${limit}`);
    return this.#memories.byRows(rows.map((row) => Number(row.memory_row)));
  }

  async fill(row: number, revision: number, embedded: Embedded): Promise<void> {
    await this.#database.change(async (on) => {
      const [current] = await on.all(sql`UPDATE memories SET revision = ${await nextRevision(on)}
        WHERE tenant_id = ${on.tenant} AND row = ${row} AND revision = ${revision} RETURNING scope_id`);
      if (!current) return;
      await removePassages(on, [row]);
      const numbered = await numberPassages(on, [embedded]);
      await insertPassages(on, [{ row, scope: Number(current.scope_id), embedded }], numbered);
    });
    feederOf(this.#database, 'vectors').wrote(embedded.passages);
  }
}

const warned = new Set<number>();

/** All tenants share one index per dimension. A role that does not own the tables leaves it to one that does. */
export async function makeIndexes(database: Database, dimensions: number): Promise<void> {
  for (const table of VECTOR_TABLES) {
    const make = indexFor(table, dimensions);
    const known = await database.get(sql`SELECT to_regclass(${indexName(table, dimensions)}) IS NOT NULL AS known,
      pg_has_role((SELECT relowner FROM pg_class WHERE oid = ${table}::regclass), 'USAGE') AS may`);
    if (make === null || known?.known === true) continue;
    if (known?.may !== true) warnOnce(dimensions);
    else await makeOnce(database, make);
  }
}

/** Over many vectors this takes longer than a call may. Even IF NOT EXISTS fails if two servers create one index at once. */
const makeOnce = (database: Database, make: string) =>
  database.changeMuch(async (on) => {
    await on.run(raw(HOLD_SCHEMA));
    await on.run(raw(make));
  });

function warnOnce(dimensions: number): void {
  if (warned.has(dimensions)) return;
  warned.add(dimensions);
  log.warn(
    'the database has no vector index yet: the owner of its tables creates it with `remanence copy`, or by storing the first memory',
    { dimensions },
  );
}
