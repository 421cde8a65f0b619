// A search filter as a condition on an alias of `memories`.
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import { type Scopes, scopeClause } from './scopes.ts';

interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** The validity condition, which binds the moment twice. */
export const validAt = (alias: string, past = false): string =>
  `${begun(alias, past)} AND (${alias}.valid_until IS NULL OR ${alias}.valid_until > ?)`;

const begun = (alias: string, past = false): string =>
  `${alias}.valid_from <= ${past ? '?' : `max(?, ${alias}.ingestion_time)`}`;

export function typeClause(types: readonly string[] | undefined, alias: string): Clause {
  if (types === undefined) return { sql: '', values: [] };
  const wanted = JSON.stringify(types);
  const listed = '(SELECT value FROM json_each(?))';
  return {
    sql: ` AND (${alias}.type IN ${listed} OR (${alias}.type IS NULL AND ${alias}.kind IN ${listed}))`,
    values: [wanted, wanted],
  };
}

/** Whether the filter goes beyond scope and current validity, which every search has. */
export const isNarrow = ({ types, since, until, validity }: SearchFilter): boolean =>
  validity === 'ended' || types !== undefined || since !== undefined || until !== undefined;

/** The memories to which a filter applies, read from an index that holds all that it asks for. */
export const filteredMemories = (alias: string): string => `memories ${alias} INDEXED BY memories_filter`;

export function filterClause(filter: SearchFilter, scopes: Scopes, alias: string): Clause {
  const scope = scopeClause(scopes.within(filter.within), `${alias}.scope_id`);
  const type = typeClause(filter.types, alias);
  const since = filter.since === undefined ? [] : [filter.since];
  const until = filter.until === undefined ? [] : [filter.until];
  const valid = validity(filter, alias);
  return {
    sql: `${valid.sql}${scope.sql}${type.sql}${since.map(() => ` AND ${alias}.ingestion_time >= ?`).join('')}${until
      .map(() => ` AND ${alias}.ingestion_time < ?`)
      .join('')}`,
    values: [...valid.values, ...scope.values, ...type.values, ...since, ...until],
  };
}

function validity({ validAt: moment, past, validity, ended }: SearchFilter, alias: string): Clause {
  if (validity === 'all') return { sql: 'true', values: [] };
  if (validity === 'ended') return { sql: `NOT (${validAt(alias, past)})`, values: [moment, moment] };
  if (ended) return { sql: begun(alias, past), values: [moment] };
  return { sql: validAt(alias, past), values: [moment, moment] };
}
