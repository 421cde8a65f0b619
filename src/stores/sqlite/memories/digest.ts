// A digest over all that is told of a memory. SQLite notices a broken page, but not a letter that became another: that
// text would be told as if somebody had stored it.
import { crc32 } from 'node:zlib';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** In this order, for good: the digests of all stores depend on it. What changes by itself (`superseded_by`, counts) is not in it. */
const DIGESTED = [
  'id',
  'scope_id',
  'content',
  'kind',
  'type',
  'label',
  'tags',
  'summary',
  'importance',
  'metadata',
  'event_time',
  'ingestion_time',
  'updated_at',
  'valid_from',
  'valid_until',
  'invalid_reason',
] as const;

/** Of a row of the table. Damage is no attacker: 32 bits tell it, and are made in microseconds. */
export const digestOf = (row: Readonly<Record<string, unknown>>): number =>
  digest(DIGESTED.map((column) => row[column]));

/** Whether a row is not what was stored. One of an older version has no digest. */
export const isFalsified = (row: Readonly<Record<string, unknown>>): boolean =>
  row.digest !== null && row.digest !== undefined && row.digest !== digestOf(row);

const digest = (values: readonly unknown[]): number => crc32(values.map(asText).join('\0'));

/** As SQLite gives it back: it ends a text at the first NUL. */
function asText(value: unknown): string {
  if (value === null) return '\u0001';
  const text = String(value);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Which memories are not what was stored, as a condition on their table. */
export const IS_FALSIFIED = `digest <> memory_digest(${DIGESTED.join(', ')})`;

/** For SQL: migrations and checks go over all memories. */
export const defineDigest = (connection: DatabaseSyncInstance): void =>
  connection.function('memory_digest', { deterministic: true, varargs: true }, (...values: unknown[]) =>
    digest(values),
  );
