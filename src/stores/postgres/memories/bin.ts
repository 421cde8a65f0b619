// What the bin keeps of a memory besides itself. Call all of it inside a change.
import type { Memory } from '../../../engine/model.ts';
import {
  type BinEntry,
  declaredAgain,
  declaring,
  entryIfReadable,
  isReworded,
  otherEnd,
  readBinEntry,
  refersTo,
  type Settled,
  settling,
  supersededBy,
  superseding,
  toBinEntry,
  withoutReferences,
} from '../../rows/bin.ts';
import type { Queryable } from '../server/database.ts';
import { sql } from '../server/sql.ts';
import { answerTo, idsOf, insertTrace } from './trace.ts';

/** Entries read at a time. */
const PAGE = 500;

/** The entry of a memory that is about to be erased. */
export async function binEntryOf(on: Queryable, memory: Memory): Promise<BinEntry> {
  const [changes, superseded, settled, declared] = await Promise.all([
    on.all(sql`SELECT revision, changed_at, before FROM memory_changes
      WHERE tenant_id = ${on.tenant} AND memory_row = ${memory.row}`),
    on.all(sql`SELECT id FROM memories WHERE tenant_id = ${on.tenant} AND superseded_by = ${memory.id}`),
    on.all(sql`SELECT p.kind, m.id AS memory, o.id AS other, p.similarity, p.found_at AS "foundAt", greatest(m.revision, o.revision) AS revision
      FROM memory_pairs p JOIN memories m ON m.tenant_id = ${on.tenant} AND m.row = p.memory_row JOIN memories o ON o.tenant_id = ${on.tenant} AND o.row = p.other_row
      WHERE p.tenant_id = ${on.tenant} AND (p.memory_row = ${memory.row} OR p.other_row = ${memory.row}) AND p.settled = 1`),
    on.all(sql`SELECT o.id AS owner, c.type, c.from_key AS "from", c.to_key AS "to", c.created_at AS at
      FROM trace_claims c JOIN memories o ON o.tenant_id = ${on.tenant} AND o.row = c.owner_row
      WHERE c.tenant_id = ${on.tenant} AND c.declared = 1 AND c.from_label = 'Memory' AND c.to_label = 'Memory'
        AND (c.from_key = ${memory.id} OR c.to_key = ${memory.id})`),
  ]);
  return toBinEntry(memory, changes, superseded, settled, declared, await idsOf(on, memory.row));
}

export async function findBinEntry(on: Queryable, id: string, scope: number): Promise<BinEntry | null> {
  const row = await on.get(sql`SELECT id, memory FROM deleted_memories
    WHERE tenant_id = ${on.tenant} AND id = ${id} AND scope_id = ${scope} FOR UPDATE`);
  return row ? readBinEntry(row) : null;
}

/** What superseded it, if that is not in the bin too; there it is noted, and refers to this memory once restored. */
export async function presentSuccessor(
  on: Queryable,
  { id, supersededBy: successor }: BinEntry,
): Promise<string | null> {
  return successor === null ? null : presentOr(on, successor, (entry) => superseding(entry, id));
}

/** What `find` gives; if that is null, edits the entry in the bin. */
async function presentOr(
  on: Queryable,
  id: string,
  edit: (entry: BinEntry) => BinEntry,
  find = presentId,
): Promise<string | null> {
  const present = await find(on, id);
  if (present !== null || (await editEntry(on, id, edit))) return present;
  // Another server may just have restored it: the edit waited for that.
  return find(on, id);
}

/** The id itself, which nobody moves to the bin until the change ends; null if it is not stored. */
async function ownId(on: Queryable, id: string): Promise<string | null> {
  const row = await on.get(sql`SELECT 1 FROM memories WHERE tenant_id = ${on.tenant} AND id = ${id} FOR KEY SHARE`);
  return row ? id : null;
}

/** The id itself, or that of the memory into which its own was merged; null if neither is stored. */
async function presentId(on: Queryable, id: string): Promise<string | null> {
  const row = await on.get(sql`SELECT id FROM memories WHERE tenant_id = ${on.tenant} AND id = ${id}
    UNION ALL SELECT m.id FROM trace_names n JOIN memories m ON m.tenant_id = ${on.tenant} AND m.row = n.memory_row
    WHERE n.tenant_id = ${on.tenant} AND n.key = ${id} AND n.label = 'Memory' AND n.space = ''`);
  return row ? String(row.id) : null;
}

/** Gives a restored memory its history, its edges and what was decided about it, and lets those it superseded refer to it again. */
export async function putBack(
  on: Queryable,
  row: number,
  { id, history, superseded, settled, declared, merged }: BinEntry,
): Promise<void> {
  const taken = await Promise.all(merged.map((gone) => presentId(on, gone)));
  const free = merged.filter((_, i) => taken[i] === null);
  if (free.length > 0) await answerTo(on, row, free);
  await on.run(sql`INSERT INTO memory_changes (tenant_id, memory_row, revision, changed_at, before)
    SELECT ${on.tenant}, ${row}, c.* FROM unnest(${history.map(({ revision }) => revision)}::bigint[],
      ${history.map(({ changedAt }) => changedAt)}::bigint[], ${history.map(({ before }) => JSON.stringify(before))}::text[]) c`);
  const edit = (entry: BinEntry) => supersededBy(entry, id);
  for (const old of superseded) {
    const present = await presentOr(on, old, edit);
    if (present === null) continue;
    const changed =
      await on.run(sql`UPDATE memories SET superseded_by = ${id} WHERE tenant_id = ${on.tenant} AND id = ${present}
      AND id <> ${id} AND superseded_by IS NULL AND valid_until IS NOT NULL`);
    // Another server may just have moved it to the bin: the change waited for that.
    if (changed === 0) await editEntry(on, present, edit);
  }
  for (const pair of settled) {
    const other = pair.memory === id ? pair.other : pair.memory;
    if ((await presentOr(on, other, (entry) => settling(entry, pair), ownId)) !== null) await settle(on, pair);
  }
  for (const edge of declared) {
    const other = await presentOr(on, otherEnd(edge, id), (entry) => declaring(entry, edge));
    if (other === null) continue;
    const { owner, claim } = declaredAgain(edge, id, other);
    const stored = await on.get(sql`SELECT row FROM memories WHERE tenant_id = ${on.tenant} AND id = ${owner}`);
    const trace = { names: [], claims: [] };
    await insertTrace(on, [{ row: Number(stored?.row), id: owner, trace, declared: [claim], at: edge.at }]);
  }
}

/** Not if either memory has got another text since. */
async function settle(on: Queryable, { kind, memory, other, similarity, foundAt, revision }: Settled): Promise<void> {
  const changes = await on.all(sql`SELECT m.id, c.changed_at, c.before FROM memory_changes c
    JOIN memories m ON m.tenant_id = ${on.tenant} AND m.row = c.memory_row
    WHERE c.tenant_id = ${on.tenant} AND m.id = ANY (${[memory, other]}::text[]) AND c.revision > ${revision}`);
  if (isReworded(changes)) return;
  await on.run(sql`INSERT INTO memory_pairs (tenant_id, kind, memory_row, other_row, similarity, found_at, settled)
    SELECT ${on.tenant}, ${kind}, m.row, o.row, ${similarity}::float8, ${foundAt}::bigint, 1 FROM memories m, memories o
    WHERE m.tenant_id = ${on.tenant} AND m.id = ${memory} AND o.tenant_id = ${on.tenant} AND o.id = ${other}`);
}

/** Removes what other entries say about a memory that is deleted permanently. */
export async function removeReferences(on: Queryable, id: string): Promise<void> {
  const rows = await on.all(
    sql`SELECT id FROM deleted_memories WHERE tenant_id = ${on.tenant} AND strpos(memory, ${id}) > 0`,
  );
  for (const row of rows) await editEntry(on, String(row.id), (entry) => withoutReferences(entry, new Set([id])));
}

/**
 * The same for many memories, page by page: looking for each of them in every entry would take too long. A damaged entry of
 * one user must not keep others from deleting theirs, so it stays as it is.
 */
export async function removeAllReferences(on: Queryable, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = new Set(gone);
  for (let last = ''; ; ) {
    const page = await on.all(sql`SELECT id, memory FROM deleted_memories
      WHERE tenant_id = ${on.tenant} AND id > ${last} ORDER BY id LIMIT ${PAGE}`);
    for (const row of page.filter((each) => refersTo(entryIfReadable(each), ids)))
      await editEntry(on, String(row.id), (entry) => withoutReferences(entry, ids));
    if (page.length < PAGE) return;
    last = String(page.at(-1)?.id);
  }
}

/** False if there is none, or if it is damaged. */
async function editEntry(on: Queryable, id: string, edit: (entry: BinEntry) => BinEntry): Promise<boolean> {
  const row = await on.get(
    sql`SELECT memory FROM deleted_memories WHERE tenant_id = ${on.tenant} AND id = ${id} FOR UPDATE`,
  );
  const entry = row && entryIfReadable(row);
  if (!entry) return false;
  await on.run(sql`UPDATE deleted_memories SET memory = ${JSON.stringify(edit(entry))}
    WHERE tenant_id = ${on.tenant} AND id = ${id}`);
  return true;
}
