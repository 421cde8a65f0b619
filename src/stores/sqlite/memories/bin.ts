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
import type { Database } from '../file/database.ts';
import type { Tables } from './tables.ts';

/** Entries read at a time. */
const PAGE = 250;

/** The entry of a memory that is about to be erased. */
export function binEntryOf({ database, trace }: Tables, memory: Memory): BinEntry {
  return toBinEntry(
    memory,
    database.all('SELECT revision, changed_at, before FROM memory_changes WHERE memory_row = ?', memory.row),
    database.all('SELECT id FROM memories WHERE superseded_by = ?', memory.id),
    database.all(
      `SELECT p.kind, m.id AS memory, o.id AS other, p.similarity, p.found_at AS foundAt, max(m.revision, o.revision) AS revision
       FROM memory_pairs p JOIN memories m ON m.row = p.memory_row JOIN memories o ON o.row = p.other_row
       WHERE (p.memory_row = ?1 OR p.other_row = ?1) AND p.settled = 1`,
      memory.row,
    ),
    database.all(
      `SELECT o.id AS owner, c.type, c.from_key AS "from", c.to_key AS "to", c.created_at AS at
       FROM trace_claims c JOIN memories o ON o.row = c.owner_row
       WHERE c.declared = 1 AND c.from_label = 'Memory' AND c.to_label = 'Memory' AND (c.from_key = ?1 OR c.to_key = ?1)`,
      memory.id,
    ),
    trace.idsOf(memory.row),
  );
}

export function findBinEntry(database: Database, id: string, scope: number): BinEntry | null {
  const row = database.get('SELECT id, memory FROM deleted_memories WHERE id = ? AND scope_id = ?', id, scope);
  return row ? readBinEntry(row) : null;
}

/** What superseded it, if that is not in the bin too; there it is noted, and refers to this memory once restored. */
export function presentSuccessor(database: Database, { id, supersededBy: successor }: BinEntry): string | null {
  if (successor === null) return null;
  const present = presentId(database, successor);
  if (present === null) editEntry(database, successor, (entry) => superseding(entry, id));
  return present;
}

/** The id itself, or that of the memory into which its own was merged; null if neither is stored. */
function presentId(database: Database, id: string): string | null {
  const sql = `SELECT id FROM memories WHERE id = ?
    UNION ALL SELECT m.id FROM trace_names n JOIN memories m ON m.row = n.memory_row
    WHERE n.key = ? AND n.label = 'Memory' AND n.space = ''`;
  const row = database.get(sql, id, id);
  return row ? String(row.id) : null;
}

/** Gives a restored memory its history, its edges and what was decided about it, and lets those it superseded refer to it again. */
export function putBack(
  { database, trace }: Tables,
  row: number,
  { id, history, superseded, settled, declared, merged }: BinEntry,
): void {
  trace.answerTo(
    row,
    merged.filter((gone) => presentId(database, gone) === null),
  );
  for (const { revision, changedAt, before } of history)
    database.run(
      'INSERT INTO memory_changes (memory_row, revision, changed_at, before) VALUES (?, ?, ?, ?)',
      row,
      revision,
      changedAt,
      JSON.stringify(before),
    );
  for (const old of superseded) {
    const present = presentId(database, old);
    if (present === null) editEntry(database, old, (entry) => supersededBy(entry, id));
    else
      database.run(
        `UPDATE memories SET superseded_by = ? WHERE id = ? AND id <> ? AND superseded_by IS NULL
          AND valid_until IS NOT NULL`,
        id,
        present,
        id,
      );
  }
  for (const pair of settled) {
    const other = pair.memory === id ? pair.other : pair.memory;
    if (database.get('SELECT 1 FROM memories WHERE id = ?', other)) settle(database, pair);
    else editEntry(database, other, (entry) => settling(entry, pair));
  }
  for (const edge of declared) {
    const other = presentId(database, otherEnd(edge, id));
    if (other === null) editEntry(database, otherEnd(edge, id), (entry) => declaring(entry, edge));
    else {
      const { owner, claim } = declaredAgain(edge, id, other);
      const stored = database.get('SELECT row FROM memories WHERE id = ?', owner);
      trace.declare(Number(stored?.row), [claim], edge.at);
    }
  }
}

/** Not if either memory has got another text since. */
function settle(database: Database, { kind, memory, other, similarity, foundAt, revision }: Settled): void {
  const changes = `SELECT m.id, c.changed_at, c.before FROM memory_changes c JOIN memories m ON m.row = c.memory_row
    WHERE m.id IN (?, ?) AND c.revision > ?`;
  if (isReworded(database.all(changes, memory, other, revision))) return;
  database.run(
    `INSERT INTO memory_pairs (kind, memory_row, other_row, similarity, found_at, settled)
     SELECT ?, m.row, o.row, ?, ?, 1 FROM memories m, memories o WHERE m.id = ? AND o.id = ?`,
    kind,
    similarity,
    foundAt,
    memory,
    other,
  );
}

/** Removes what other entries say about a memory that is deleted permanently. */
export function removeReferences(database: Database, id: string): void {
  const rows = database.all('SELECT id FROM deleted_memories WHERE instr(memory, ?) > 0', id);
  for (const row of rows) editEntry(database, String(row.id), (entry) => withoutReferences(entry, new Set([id])));
}

/**
 * The same for many memories, page by page: looking for each of them in every entry would take too long. A damaged entry of
 * one user must not keep others from deleting theirs, so it stays as it is.
 */
export function* removeAllReferences(database: Database, gone: readonly string[]): Generator<undefined, void> {
  if (gone.length === 0) return;
  const ids = new Set(gone);
  for (let last = ''; ; ) {
    const page = database.all('SELECT id, memory FROM deleted_memories WHERE id > ? ORDER BY id LIMIT ?', last, PAGE);
    for (const row of page.filter((each) => refersTo(entryIfReadable(each), ids)))
      editEntry(database, String(row.id), (entry) => withoutReferences(entry, ids));
    if (page.length < PAGE) return;
    last = String(page.at(-1)?.id);
    yield;
  }
}

/** Leaves a damaged entry as it is. */
function editEntry(database: Database, id: string, edit: (entry: BinEntry) => BinEntry): void {
  const row = database.get('SELECT memory FROM deleted_memories WHERE id = ?', id);
  const entry = row && entryIfReadable(row);
  if (!entry) return;
  database.run('UPDATE deleted_memories SET memory = ? WHERE id = ?', JSON.stringify(edit(entry)), id);
}
