// A search filter as a condition on an alias of `memories`.
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import { NOTHING, raw, type Sql, sql, when } from '../server/sql.ts';
import { scopeClause } from './scopes.ts';

const begun = (alias: string, moment: number, past = false): Sql =>
  past
    ? sql`${raw(alias)}.valid_from <= ${moment}`
    : sql`${raw(alias)}.valid_from <= greatest(${moment}, ${raw(alias)}.ingestion_time)`;

export const validAt = (alias: string, moment: number, past = false): Sql =>
  sql`${begun(alias, moment, past)} AND (${raw(alias)}.valid_until IS NULL OR ${raw(alias)}.valid_until > ${moment})`;

/** A memory without a type is matched by its kind. */
export const typeClause = (types: readonly string[] | undefined, alias: string): Sql =>
  types === undefined ? NOTHING : sql` AND coalesce(${raw(alias)}.type, ${raw(alias)}.kind) = ANY (${types}::text[])`;

/** Whether the filter goes beyond scope and current validity, which every search has. */
export const isNarrow = ({ types, since, until, validity }: SearchFilter): boolean =>
  validity === 'ended' || types !== undefined || since !== undefined || until !== undefined;

export function filterClause(tenant: number, filter: SearchFilter, alias: string): Sql {
  const { types, since, until, within } = filter;
  const of = raw(alias);
  return sql`${of}.tenant_id = ${tenant} AND ${validity(filter, alias)}${scopeClause(tenant, within, `${alias}.scope_id`)}${typeClause(types, alias)}${when(
    since !== undefined,
    () => sql` AND ${of}.ingestion_time >= ${since ?? 0}`,
  )}${when(until !== undefined, () => sql` AND ${of}.ingestion_time < ${until ?? 0}`)}`;
}

function validity({ validAt: moment, past, validity, ended }: SearchFilter, alias: string): Sql {
  if (validity === 'all') return raw('true');
  if (validity === 'ended') return sql`NOT (${validAt(alias, moment, past)})`;
  if (ended) return begun(alias, moment, past);
  return validAt(alias, moment, past);
}
