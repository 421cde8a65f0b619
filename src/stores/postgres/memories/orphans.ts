// Remains of deleted memories, and references to them. Foreign keys prevent most of them.
import { entityReach, type ScopeFilter } from '../../../engine/access/actor.ts';
import type { Queryable } from '../server/database.ts';
import { raw, type Sql, sql } from '../server/sql.ts';
import { scopeClause } from './scopes.ts';

interface Orphans {
  readonly table: string;
  /** The condition, with the table under its own name. */
  readonly where: Sql;
}

/** Hand-made claims about memories that no longer exist, and entities that nothing mentions. */
function kinds(tenant: number, within: ScopeFilter): Orphans[] {
  const nobody = (end: string) =>
    sql`(${raw(end)}_label = 'Memory' AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.tenant_id = ${tenant} AND m.id = trace_claims.${raw(end)}_key))`;
  return [
    {
      table: 'trace_claims',
      where: sql`declared = 1 AND (${nobody('from')} OR ${nobody('to')}) AND EXISTS (SELECT 1 FROM memories owner
        WHERE owner.tenant_id = ${tenant} AND owner.row = trace_claims.owner_row${scopeClause(tenant, within, 'owner.scope_id')})`,
    },
    {
      table: 'entities',
      where: sql`declared = 0 AND NOT EXISTS (SELECT 1 FROM mentions l WHERE l.tenant_id = ${tenant} AND l.entity_row = entities.row)
        AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = ${tenant} AND r.from_row = entities.row)
        AND NOT EXISTS (SELECT 1 FROM relations r WHERE r.tenant_id = ${tenant} AND r.to_row = entities.row)${scopeClause(tenant, entityReach(within), 'entities.scope_id')}`,
    },
  ];
}

export async function countOrphans(on: Pick<Queryable, 'tenant' | 'get'>, within: ScopeFilter): Promise<number> {
  let count = 0;
  for (const { table, where } of kinds(on.tenant, within)) {
    const row = await on.get(sql`SELECT count(*) AS n FROM ${raw(table)} WHERE tenant_id = ${on.tenant} AND ${where}`);
    count += Number(row?.n);
  }
  return count;
}

/** Call it inside a change. */
export async function removeOrphans(on: Queryable, within: ScopeFilter): Promise<number> {
  let removed = 0;
  for (const { table, where } of kinds(on.tenant, within))
    removed += await on.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${on.tenant} AND ${where}`);
  return removed;
}
