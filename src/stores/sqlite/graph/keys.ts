import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { entityKey, unsignedKey } from '../../../engine/text/names.ts';

/** Makes the keys of names available in SQL, for migrations. */
export function defineKeys(connection: DatabaseSyncInstance): void {
  connection.function('entity_key', { deterministic: true }, (name: unknown) => entityKey(String(name)));
  connection.function('unsigned_key', { deterministic: true }, (name: unknown) => unsignedKey(String(name)));
}
