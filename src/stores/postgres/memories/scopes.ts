import { DEFAULT_CUBE, DIMENSIONS, type ScopeFilter } from '../../../engine/access/actor.ts';
import { Scope } from '../../../engine/model.ts';
import type { Row } from '../../rows/row.ts';
import type { Queryable } from '../server/database.ts';
import { joined, NOTHING, prepared, raw, type Sql, sql } from '../server/sql.ts';

/** Tables whose rows belong to a scope. */
const HOLDERS = ['memories', 'entities', 'projects', 'deleted_memories', 'proposals', 'rejected_proposals'];

const column = (dimension: string): Sql => raw(dimension === 'user' ? '"user"' : dimension);

/** The columns of a row's scope; `s` is the alias of the table of scopes. */
export const SCOPE_COLUMNS = raw('s.cube, s."user", s.project, s.session');
export const readScope = ({ cube, user, project, session }: Row): Scope =>
  Scope.parse({ cube, user, project, session });

/** The number of a scope, which is created if missing. Call it inside a change. */
export async function scopeId(on: Queryable, scope: Scope): Promise<number> {
  return (await placeOf(on, scope)).id;
}

/** The number of a scope and of its space. Call it inside a change. */
export async function placeOf(on: Queryable, scope: Scope): Promise<{ readonly id: number; readonly space: number }> {
  const same = joined(
    DIMENSIONS.map((each) =>
      scope[each] === null ? sql`${column(each)} IS NULL` : sql`${column(each)} = ${scope[each]}`,
    ),
    ' AND ',
  );
  const find = prepared(sql`SELECT id, space_id FROM scopes WHERE tenant_id = ${on.tenant} AND ${same}`);
  const known = await on.get(find);
  if (known) return { id: Number(known.id), space: Number(known.space_id) };
  const space = scope.session === null ? null : await scopeId(on, { ...scope, session: null });
  await on.run(sql`INSERT INTO scopes (tenant_id, id, cube, "user", project, session, space_id)
    SELECT ${on.tenant}, n.id, ${scope.cube}, ${scope.user}, ${scope.project}, ${scope.session}, coalesce(${space}::bigint, n.id)
    FROM (SELECT nextval('scope_ids') AS id) n ON CONFLICT DO NOTHING`);
  const made = await on.get(find);
  return { id: Number(made?.id), space: Number(made?.space_id) };
}

/** Locks these spaces for writers until the transaction ends; always in the same order, to avoid deadlocks. */
export async function lockSpaces(on: Queryable, spaces: readonly number[]): Promise<void> {
  await on.run(
    prepared(sql`SELECT 1 FROM scopes WHERE tenant_id = ${on.tenant} AND id = ANY (${spaces}::bigint[])
      ORDER BY id FOR NO KEY UPDATE`),
  );
}

/** The same for all spaces of a filter: what is read afterwards holds every change that was acknowledged before it. */
export async function lockSpacesWithin(on: Queryable, within: ScopeFilter): Promise<void> {
  const rows = await on.all(
    sql`SELECT DISTINCT space_id FROM scopes WHERE tenant_id = ${on.tenant}${scopeClause(on.tenant, within, 'id')}`,
    within,
  );
  await lockSpaces(
    on,
    rows.map(({ space_id }) => Number(space_id)),
  );
}

/** A filter as a condition on the table of scopes; null if it lets everything through. */
function condition(filter: ScopeFilter): Sql | null {
  const { cubes, commons, ...single } = filter;
  const set = Object.entries(single).filter(([, value]) => value !== undefined);
  if (set.length === 0 && cubes === undefined) return null;
  const conditions = [
    ...set.map(([dimension, value]) =>
      commons && dimension === 'project'
        ? sql`(within.project = ${value} OR (within.project IS NULL AND within.cube IS NULL))`
        : sql`within.${column(dimension)} = ${value}`,
    ),
    ...(cubes === undefined ? [] : [sql`coalesce(within.cube, ${DEFAULT_CUBE}) = ANY (${cubes}::text[])`]),
  ];
  return joined(conditions, ' AND ');
}

/** A subquery for the numbers of the scopes inside a filter; null if it lets everything through. */
export function scopesWithin(tenant: number, filter: ScopeFilter): Sql | null {
  const inside = condition(filter);
  return inside && sql`SELECT within.id FROM scopes within WHERE within.tenant_id = ${tenant} AND ${inside}`;
}

/** `AND column = ANY (…)`, or nothing if the filter is open. The array is evaluated once per query. */
export function scopeClause(tenant: number, filter: ScopeFilter, of: string): Sql {
  const scopes = scopesWithin(tenant, filter);
  return scopes ? sql` AND ${raw(of)} = ANY (ARRAY(${scopes}))` : NOTHING;
}

/** Deletes empty scopes, and with them the names of users and projects. Call it inside a change. */
export async function sweepScopes(on: Queryable): Promise<void> {
  const isHeld = joined(
    HOLDERS.map(
      (table) =>
        sql`EXISTS (SELECT 1 FROM ${raw(table)} t WHERE t.tenant_id = ${on.tenant} AND t.scope_id = scopes.id)`,
    ),
    ' OR ',
  );
  const hasSession = sql`EXISTS (SELECT 1 FROM scopes s WHERE s.tenant_id = ${on.tenant} AND s.space_id = scopes.id AND s.id <> scopes.id)`;
  // Sessions first, since a space is kept while one of its sessions remains.
  for (const which of [sql`session IS NOT NULL`, sql`session IS NULL AND NOT ${hasSession}`])
    await on.run(sql`DELETE FROM scopes WHERE tenant_id = ${on.tenant} AND NOT (${isHeld}) AND ${which}`);
}
