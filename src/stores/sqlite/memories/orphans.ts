// Remains of deleted memories, and references to them. Foreign keys prevent most of them, but a file that was repaired,
// merged or written by other tools may contain them.
import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import type { Database } from '../file/database.ts';
import { type Scopes, scopeClause } from './scopes.ts';
import { TraceEdges } from './trace-edges.ts';

interface Orphans {
  readonly table: string;
  /** The condition, with the table under its own name. */
  readonly where: string;
  readonly values?: readonly string[];
}

const without = (table: string, column: string, parent: string, key: string): Orphans => ({
  table,
  where: `NOT EXISTS (SELECT 1 FROM ${parent} parent WHERE parent.${key} = ${table}.${column})`,
});

/** What a memory told and should have been deleted with it. */
const toldByNobody = (table: string): Orphans => ({
  table,
  where: `memory_row IS NOT NULL AND ${without(table, 'memory_row', 'memories', 'row').where}`,
});

/** In this order, since removing one kind may orphan the next. */
function kinds(scopes: Scopes, within: ScopeFilter): Orphans[] {
  const entities = scopeClause(scopes.within(entityReach(within)), 'scope_id');
  const memories = scopeClause(scopes.within(within), 'owner.scope_id');
  const nobody = (end: string) =>
    `(${end}_label = 'Memory' AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = trace_claims.${end}_key))`;
  return [
    { table: 'passages', where: 'memory_row NOT IN (SELECT row FROM memories)' },
    {
      table: 'passage_text',
      where: 'rowid IN (SELECT id FROM passage_text_docsize WHERE id NOT IN (SELECT id FROM passages))',
    },
    without('mentions', 'memory_row', 'memories', 'row'),
    without('mentions', 'entity_row', 'entities', 'row'),
    without('code_links', 'memory_row', 'memories', 'row'),
    without('code_links', 'project_id', 'projects', 'id'),
    without('memory_changes', 'memory_row', 'memories', 'row'),
    without('trace_names', 'memory_row', 'memories', 'row'),
    without('trace_claims', 'owner_row', 'memories', 'row'),
    {
      table: 'trace_claims',
      where: `declared = 1 AND (${nobody('from')} OR ${nobody('to')})
        AND EXISTS (SELECT 1 FROM memories owner WHERE owner.row = trace_claims.owner_row${memories.sql})`,
      values: memories.values,
    },
    without('relations', 'from_row', 'entities', 'row'),
    without('relations', 'to_row', 'entities', 'row'),
    without('observations', 'entity_row', 'entities', 'row'),
    ...['observations', 'relations'].map(toldByNobody),
    without('entity_vectors', 'entity_row', 'entities', 'row'),
    {
      table: 'entities',
      where: `declared = 0 AND NOT EXISTS (SELECT 1 FROM mentions l WHERE l.entity_row = entities.row)
        AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.from_row = entities.row)
        AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.to_row = entities.row)${entities.sql}`,
      values: entities.values,
    },
  ];
}

export function countOrphans(database: Database, scopes: Scopes, within: ScopeFilter): number {
  return kinds(scopes, within).reduce((sum, { table, where, values = [] }) => {
    return sum + Number(database.get(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, ...values)?.n);
  }, 0);
}

/** Removes them kind by kind, one step each. Call it inside a change. */
export function* removeOrphans(database: Database, scopes: Scopes, within: ScopeFilter): Generator<undefined, number> {
  let removed = 0;
  let traces = 0;
  for (const { table, where, values = [] } of kinds(scopes, within)) {
    const lost = table === 'mentions' ? database.all(`SELECT DISTINCT entity_row FROM mentions WHERE ${where}`) : [];
    const { changes } = database.run(`DELETE FROM ${table} WHERE ${where}`, ...values);
    removed += changes;
    if (table.startsWith('trace_')) traces += changes;
    for (const { entity_row: entity } of lost) recount(database, Number(entity));
    yield;
  }
  if (traces > 0) new TraceEdges(database).sweep();
  return removed;
}

/** Updates how many memories mention an entity. */
function recount(database: Database, entity: number): void {
  database.run(
    `UPDATE entities SET mentions = (SELECT count(*) FROM mentions WHERE entity_row = ?1),
       subjects = (SELECT count(*) FROM mentions WHERE entity_row = ?1 AND subject = 1) WHERE row = ?1`,
    entity,
  );
}
