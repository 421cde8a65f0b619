import type { ScopeFilter } from '../../../engine/access/actor.ts';
import { looksAt } from '../../../engine/maintenance/normalise/merge.ts';
import type {
  Merge,
  Merged,
  Normalised,
  NormalisePlan,
  NormaliseStore,
  Refreshed,
  Twins,
} from '../../../engine/maintenance/ports.ts';
import { mentionsOf } from '../../../engine/memories/derived.ts';
import { Memory } from '../../../engine/model.ts';
import { RemanenceError } from '../../../errors.ts';
import { linkLate, toldEntities } from '../graph/mentions.ts';
import { countAll } from '../memories/counters.ts';
import { erase, purge } from '../memories/erasing.ts';
import { validAt } from '../memories/filter.ts';
import { MEMORY, readMemories, WITH_SCOPE } from '../memories/memory-row.ts';
import { countOrphans, removeOrphans } from '../memories/orphans.ts';
import { currentModel, insertPassages, numberPassages, removePassages } from '../memories/passages.ts';
import { scopeClause } from '../memories/scopes.ts';
import { answerTo, idsOf, moveTrace } from '../memories/trace.ts';
import { nextRevision, rewriteMemory } from '../memories/writing.ts';
import { feederOf } from '../retrieval/index-feeder.ts';
import type { Database, Queryable } from '../server/database.ts';
import { raw, sql } from '../server/sql.ts';
import { findTwins } from './twins.ts';

const Looks = Memory.pick({ accesses: true, accessedAt: true });

export class PostgresNormalise implements NormaliseStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async valid(within: ScopeFilter, at: number, after: number, limit: number): Promise<Memory[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT ${MEMORY} FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND m.row > ${after} AND ${validAt('m', at)}${scopeClause(tenant, within, 'm.scope_id')}
        ORDER BY m.row LIMIT ${limit}`,
      within,
    );
    return readMemories(rows);
  }

  twins(rows: readonly number[], among: ReadonlySet<number>, similarity: number): Promise<Twins[]> {
    return findTwins(this.#database, rows, among, similarity);
  }

  orphans(within: ScopeFilter): Promise<number> {
    return countOrphans(this.#database, within);
  }

  async unembedded(within: ScopeFilter, limit: number): Promise<Memory[]> {
    const { tenant } = this.#database;
    const dimensions = (await currentModel(this.#database))?.dimensions ?? 0;
    const rows = await this.#database.all(
      sql`SELECT ${MEMORY} FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${tenant} AND (
          NOT EXISTS (SELECT 1 FROM passages p WHERE p.tenant_id = ${tenant} AND p.memory_row = m.row)
          OR EXISTS (SELECT 1 FROM passages p LEFT JOIN vectors v ON v.tenant_id = ${tenant} AND v.passage_id = p.id
            WHERE p.tenant_id = ${tenant} AND p.memory_row = m.row AND coalesce(vector_dims(v.vector), -1) <> ${dimensions}))${scopeClause(tenant, within, 'm.scope_id')}
        ORDER BY m.row LIMIT ${limit}`,
      within,
    );
    return readMemories(rows);
  }

  async expired(within: ScopeFilter, before: number): Promise<string[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT id FROM deleted_memories WHERE tenant_id = ${tenant} AND deleted_at < ${before}${scopeClause(tenant, within, 'scope_id')}`,
      within,
    );
    return rows.map(({ id }) => String(id));
  }

  async apply(plan: NormalisePlan, reached: (phase: 'check' | 'swap') => void): Promise<Normalised> {
    const { within, at, merges, orphans, refreshed, expiry } = plan;
    const normalised = await this.#database.changeMuch(async (on) => {
      await countAll(on);
      const merged = await merge(on, merges, at);
      const removed = orphans ? await removeOrphans(on, within) : 0;
      const embedded = await refresh(on, refreshed);
      const purged = await purge(on, within, expiry);
      reached('check');
      await check(on, merged);
      reached('swap');
      return { merged, orphans: removed, refreshed: embedded, purged };
    });
    const written = [...merges, ...refreshed].flatMap(({ embedded }) => embedded?.passages ?? []);
    feederOf(this.#database, 'vectors').wrote(written);
    return normalised;
  }
}

async function merge(on: Queryable, merges: readonly Merge[], at: number): Promise<Merged[]> {
  const done: Merge[] = [];
  const known = new Map<number, string[]>();
  for (const each of merges) {
    if (!(await areUnchanged(on, [each.before, ...each.gone]))) continue;
    await mergeOne(on, each, at);
    const ids: string[] = [];
    for (const { row, id } of each.gone) ids.push(id, ...(await idsOf(on, row)));
    known.set(each.before.row, ids);
    done.push(each);
  }
  await erase(
    on,
    done.flatMap((each) => each.gone),
  );
  // Only after the erase, which also removes the old entries for these ids.
  for (const [row, ids] of known) await answerTo(on, row, ids);
  return done.map(({ before, gone }) => ({ into: before.id, from: gone.map(({ id }) => id) }));
}

async function areUnchanged(on: Queryable, memories: readonly Pick<Memory, 'row' | 'revision'>[]): Promise<boolean> {
  const rows =
    await on.all(sql`SELECT 1 FROM memories m JOIN unnest(${memories.map(({ row }) => row)}::bigint[], ${memories.map(({ revision }) => revision)}::bigint[])
    known(row, revision) ON m.row = known.row AND m.revision = known.revision WHERE m.tenant_id = ${on.tenant} FOR UPDATE OF m`);
  return rows.length === memories.length;
}

async function mergeOne(on: Queryable, { before, after, gone, ...parts }: Merge, at: number): Promise<void> {
  // Accesses do not change a memory's revision, so the counts may have grown.
  const looked = await on.all(sql`SELECT accesses, accessed_at AS "accessedAt" FROM memories
    WHERE tenant_id = ${on.tenant} AND row = ANY (${[before, ...gone].map(({ row }) => row)}::bigint[])`);
  const looks = looksAt(looked.map((row) => Looks.parse(row)));
  await rewriteMemory(on, before, { ...after, ...looks }, { ...parts, at });
  for (const other of gone) {
    await moveTrace(on, other, before);
    await linkTold(on, other, before.row);
    await moveTold(on, other.row, before.row);
    await on.run(
      sql`UPDATE memories SET superseded_by = ${before.id} WHERE tenant_id = ${on.tenant} AND superseded_by = ${other.id}`,
    );
  }
}

/** Links one memory to the entities that the other is linked to by hand, or tells of. */
async function linkTold(on: Queryable, from: Memory, to: number): Promise<void> {
  const observed = await on.all(
    sql`SELECT entity_row FROM observations WHERE tenant_id = ${on.tenant} AND memory_row = ${from.row}`,
  );
  const told = [
    ...(await toldEntities(on, from.row, mentionsOf(from))),
    ...observed.map((row) => Number(row.entity_row)),
  ];
  await linkLate(
    on,
    told.map((entity) => ({ memory: to, entity })),
  );
}

/** Moves what one memory told to the other, unless it is already there. */
async function moveTold(on: Queryable, from: number, to: number): Promise<void> {
  const mine = sql`t.tenant_id = ${on.tenant} AND t.memory_row = ${from}`;
  const same = {
    code_links: 'k.project_id = t.project_id AND k.path = t.path AND k.container = t.container AND k.symbol = t.symbol',
    observations: 'k.entity_row = t.entity_row AND k.text = t.text',
    relations: 'false',
  };
  for (const [table, columns] of Object.entries(same))
    await on.run(sql`UPDATE ${raw(table)} t SET memory_row = ${to} WHERE ${mine}
      AND NOT EXISTS (SELECT 1 FROM ${raw(table)} k WHERE k.tenant_id = ${on.tenant} AND k.memory_row = ${to} AND ${raw(columns)})`);
}

async function refresh(on: Queryable, refreshed: readonly Refreshed[]): Promise<number> {
  let count = 0;
  for (const { row, revision, embedded } of refreshed) {
    const [current] = await on.all(sql`UPDATE memories SET revision = ${await nextRevision(on)}
      WHERE tenant_id = ${on.tenant} AND row = ${row} AND revision = ${revision} RETURNING scope_id`);
    if (!current) continue;
    await removePassages(on, [row]);
    const numbered = await numberPassages(on, [embedded]);
    await insertPassages(on, [{ row, scope: Number(current.scope_id), embedded }], numbered);
    count++;
  }
  return count;
}

/** Checks that merged memories are gone and their targets exist; foreign keys guarantee the rest. */
async function check(on: Queryable, merged: readonly Merged[]): Promise<void> {
  const ids = (of: (each: Merged) => readonly string[]) => merged.flatMap(of);
  const row =
    await on.get(sql`SELECT (SELECT count(*) FROM memories WHERE tenant_id = ${on.tenant} AND id = ANY (${ids(({ into }) => [into])}::text[])) AS kept,
    (SELECT count(*) FROM memories WHERE tenant_id = ${on.tenant} AND id = ANY (${ids(({ from }) => from)}::text[])) AS remaining`);
  if (Number(row?.kept) === merged.length && Number(row?.remaining) === 0) return;
  throw new RemanenceError(
    'storage',
    'The result would be inconsistent, so nothing was changed: memories are missing.',
    {
      hint: 'Run `remanence doctor`.',
    },
  );
}
