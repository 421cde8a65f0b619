// Writes memories with everything derived from them. Call all of it inside a change.
import { mentionsOf } from '../../../engine/memories/derived.ts';
import type { NewMemory } from '../../../engine/memories/ports.ts';
import type { Memory, Scope } from '../../../engine/model.ts';
import { RemanenceError } from '../../../errors.ts';
import { columnsOf, type Rewritten, valuesBefore, withoutDerived } from '../../rows/memory.ts';
import { insertMentions, linkLate, removeMentions, toldEntities } from '../graph/mentions.ts';
import type { Queryable } from '../server/database.ts';
import { joined, prepared, raw, sql } from '../server/sql.ts';
import { count, isCountedAnew, uncount } from './counters.ts';
import { MEMORY, readMemories, WITH_SCOPE } from './memory-row.ts';
import { insertPassages, numberPassages, removePassages } from './passages.ts';
import { lockSpaces, placeOf } from './scopes.ts';
import { insertTrace, renewTrace } from './trace.ts';

/** The types of the columns that are not text. */
const TYPES: Readonly<Record<string, string>> = {
  importance: 'float8',
  ...Object.fromEntries(
    [
      'row',
      'scope_id',
      'event_time',
      'ingestion_time',
      'updated_at',
      'valid_from',
      'valid_until',
      'accesses',
      'accessed_at',
      'revision',
    ].map((name) => [name, 'bigint']),
  ),
};

/** The numbers of these scopes and their spaces. */
async function places(on: Queryable, scopes: readonly Scope[]): Promise<Map<string, { id: number; space: number }>> {
  const found = new Map<string, { id: number; space: number }>();
  for (const scope of scopes) {
    const key = keyOf(scope);
    if (!found.has(key)) found.set(key, await placeOf(on, scope));
  }
  return found;
}

const keyOf = ({ cube, user, project, session }: Scope): string => JSON.stringify([cube, user, project, session]);

/**
 * Inserts all of them in a few statements, which are sent without waiting for answers that the next does not need. Each
 * space is locked against other writers. Memories in the bin with the same ids are forgotten.
 */
export async function insertMemories(on: Queryable, memories: readonly NewMemory[]): Promise<Memory[]> {
  if (memories.length === 0) return [];
  const [placed, numbers, numbered] = await Promise.all([
    places(
      on,
      memories.map(({ scope }) => scope),
    ),
    on.all(
      prepared(
        sql`SELECT nextval('memory_rows') AS row, nextval('revisions') AS revision FROM generate_series(1, ${memories.length})`,
      ),
    ),
    numberPassages(on, memories),
  ]);
  const written = memories.map((memory, i) => {
    const place = placed.get(keyOf(memory.scope));
    if (!place) throw new RemanenceError('internal', 'The scope of a new memory was not stored.');
    return {
      memory,
      scope: place.id,
      space: place.space,
      row: Number(numbers[i]?.row),
      revision: Number(numbers[i]?.revision),
    };
  });
  const bin = sql`DELETE FROM deleted_memories USING unnest(${written.map(({ memory }) => memory.id)}::text[], ${written.map(({ scope }) => scope)}::bigint[]) g(id, scope)
    WHERE tenant_id = ${on.tenant} AND deleted_memories.id = g.id AND scope_id = g.scope`;
  await Promise.all([
    lockSpaces(on, [...new Set(written.map(({ space }) => space))]),
    on.run(prepared(bin)),
    insertRows(on, written),
    count(
      on,
      written.map(({ row }) => row),
    ),
    insertPassages(
      on,
      written.map(({ memory: { passages, model }, row, scope }) => ({ row, scope, embedded: { passages, model } })),
      numbered,
    ),
    insertMentions(
      on,
      written.map(({ memory: { mentions, phrases, updatedAt: at }, row, space }) => ({
        row,
        space,
        names: { mentions, phrases },
        at,
      })),
    ),
    insertTrace(
      on,
      written.map(({ memory: { id, trace, relations: declared, updatedAt: at }, row }) => ({
        row,
        id,
        trace,
        declared,
        at,
      })),
    ),
  ]);
  return written.map(({ memory, row, revision }) => ({ ...withoutDerived(memory), row, revision }));
}

/** After a lost answer: the ids tell whether the memories were written. */
export async function storedBefore(on: Queryable, memories: readonly NewMemory[]): Promise<Memory[] | null> {
  const rows = await on.all(sql`SELECT ${MEMORY} FROM memories m ${WITH_SCOPE} WHERE m.tenant_id = ${on.tenant}
    AND m.id = ANY (${memories.map(({ id }) => id)}::text[])`);
  const found = new Map(readMemories(rows).map((memory) => [memory.id, memory]));
  const stored = memories.flatMap(({ id }) => found.get(id) ?? []);
  return stored.length === memories.length ? stored : null;
}

/** Inserts all rows in one statement. */
async function insertRows(
  on: Queryable,
  written: readonly { memory: NewMemory; row: number; revision: number; scope: number }[],
): Promise<void> {
  const rows = written.map(({ memory, row, revision, scope }) => ({
    row,
    id: memory.id,
    scope_id: scope,
    ...columnsOf({ ...memory, revision }, memory.conversation),
  }));
  const columns = rows.map((row) => Object.entries(row));
  const names = columns[0]?.map(([name]) => name) ?? [];
  const arrays = names.map(
    (name, i) => sql`${columns.map((row) => row[i]?.[1] ?? null)}::${raw(TYPES[name] ?? 'text')}[]`,
  );
  await on.run(
    prepared(sql`INSERT INTO memories (tenant_id, ${raw(names.join(', '))})
      SELECT ${on.tenant}, m.* FROM unnest(${joined(arrays, ', ')}) m`),
  );
}

/** Replaces a memory, with as much of its derived data as is given. */
export async function rewriteMemory(
  on: Queryable,
  before: Memory,
  after: Memory,
  { conversation, embedded, names, trace, isUnlogged, at = after.updatedAt }: Rewritten,
): Promise<Memory> {
  const { row } = after;
  const { id: scope, space } = await placeOf(on, after.scope);
  await lockSpaces(on, [space]);
  const revision = await nextRevision(on);
  const memory = { ...after, revision };
  if (!isUnlogged) await logChange(on, before, memory, at);
  if (!isUnlogged && memory.content !== before.content) await forgetPairs(on, row);
  // Digests are only for files; the database has its own checksums.
  const columns = { ...columnsOf(memory, conversation), digest: null };
  const set = joined(
    Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`),
    ', ',
  );
  const isAnew = isCountedAnew(before, after);
  if (isAnew) await uncount(on, [row], [scope]);
  await on.run(sql`UPDATE memories SET ${set} WHERE tenant_id = ${on.tenant} AND row = ${row}`);
  if (isAnew) await count(on, [row]);
  if (after.updatedAt < before.updatedAt) await noteCubes(on, [scope]);
  if (embedded) {
    await removePassages(on, [row]);
    await insertPassages(on, [{ row, scope, embedded }], await numberPassages(on, [embedded]));
  }
  if (names) {
    const told = await toldEntities(on, row, mentionsOf(before));
    await removeMentions(on, [row]);
    await insertMentions(on, [{ row, space, names, at: memory.updatedAt }]);
    await linkLate(
      on,
      told.map((entity) => ({ memory: row, entity })),
    );
  }
  if (trace) await renewTrace(on, { row, id: memory.id, trace, at: memory.updatedAt });
  return memory;
}

export async function nextRevision(on: Queryable): Promise<number> {
  return Number((await on.get(sql`SELECT nextval('revisions') AS revision`))?.revision);
}

/** What was found or decided about its former text. */
async function forgetPairs(on: Queryable, row: number): Promise<void> {
  await on.run(
    sql`DELETE FROM memory_pairs WHERE tenant_id = ${on.tenant} AND (memory_row = ${row} OR other_row = ${row})`,
  );
}

async function logChange(on: Queryable, before: Memory, after: Memory, at: number): Promise<void> {
  const was = valuesBefore(before, after);
  if (was === null) return;
  await on.run(sql`INSERT INTO memory_changes (tenant_id, memory_row, revision, changed_at, before)
    VALUES (${on.tenant}, ${before.row}, ${after.revision}, ${at}, ${was})`);
}

/** Records when a cube last lost a memory or one became older, which the remaining memories cannot show. */
export async function noteCubes(on: Queryable, scopes: readonly number[]): Promise<void> {
  await on.run(sql`INSERT INTO cube_changes (tenant_id, cube, changed_at)
    SELECT DISTINCT s.tenant_id, coalesce(s.cube, 'default'), (extract(epoch FROM statement_timestamp()) * 1000)::bigint
    FROM scopes s WHERE s.tenant_id = ${on.tenant} AND s.id = ANY (${scopes}::bigint[])
    ON CONFLICT (tenant_id, cube) DO UPDATE SET changed_at = greatest(cube_changes.changed_at, excluded.changed_at)`);
}
