// A digest over everything shown of a memory. SQLite notices a broken page, but not a changed letter, and the altered
// text would pass for what was stored.
import { crc32 } from 'node:zlib';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** Never change the order: existing digests depend on it. Columns that change by themselves are left out. */
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

/** The digest of a row. It detects damage, not attacks, so 32 bits are enough, and take microseconds. */
export const digestOf = (row: Readonly<Record<string, unknown>>): number =>
  digest(DIGESTED.map((column) => row[column]));

/** Whether a row differs from what was stored. Rows of older versions have no digest. */
export const isFalsified = (row: Readonly<Record<string, unknown>>): boolean =>
  row.digest !== null && row.digest !== undefined && row.digest !== digestOf(row);

const digest = (values: readonly unknown[]): number => crc32(values.map(asText).join('\0'));

/** As SQLite returns it: a text ends at the first NUL. */
function asText(value: unknown): string {
  if (value === null) return '\u0001';
  const text = String(value);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** A condition for memories that differ from what was stored. */
export const IS_FALSIFIED = `digest <> memory_digest(${DIGESTED.join(', ')})`;

/** Makes the digest available in SQL, for migrations and checks of all memories. */
export const defineDigest = (connection: DatabaseSyncInstance): void =>
  connection.function('memory_digest', { deterministic: true, varargs: true }, (...values: unknown[]) =>
    digest(values),
  );
