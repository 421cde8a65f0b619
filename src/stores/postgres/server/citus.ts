// What Citus needs said and understood differently. Other servers get the statements as they are.
import type { PoolClient } from 'pg';

/** For changes of the schema: shards that a transaction changed over several connections cannot be changed again in it. */
export const ONE_CONNECTION = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

/** The statements of a migration. Citus passes the whole text of a query on to the workers, which take one at a time. */
export const statementsOf = (migration: string): string[] =>
  migration
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const COPIES = /^INSERT INTO \w+ \([^)]*\)\s+SELECT\b/;
const RETURNS = /\b(?:ON CONFLICT|RETURNING)\b/;

/**
 * Citus sends the rows of INSERT … SELECT to the workers by COPY, which row-level security refuses, unless the statement
 * returns something.
 */
export const forWorkers = <T extends { readonly text: string }>(query: T): T =>
  COPIES.test(query.text) && !RETURNS.test(query.text)
    ? { ...query, text: `${query.text} RETURNING tenant_id` }
    : query;

interface Notice {
  readonly code?: string | undefined;
}

const PLAIN_NOTICE = '00000';

/**
 * Does the work, and says whether the server warned meanwhile. If a worker is lost while it commits, Citus answers COMMIT all
 * the same, with a warning.
 */
export async function heeding<T>(client: PoolClient, work: () => Promise<T>): Promise<[T, boolean]> {
  let isWarned = false;
  const onNotice = ({ code }: Notice) => {
    isWarned ||= code !== PLAIN_NOTICE;
  };
  client.on('notice', onNotice);
  try {
    return [await work(), isWarned];
  } finally {
    client.off('notice', onNotice);
  }
}
