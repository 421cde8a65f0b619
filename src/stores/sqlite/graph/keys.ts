import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { entityKey, unsignedKey } from '../../../engine/text/names.ts';
import { signedTrace } from '../../rows/trace.ts';

/** Makes the keys of names, and what memories state by them, available in SQL, for migrations. */
export function defineKeys(connection: DatabaseSyncInstance): void {
  connection.function('entity_key', { deterministic: true }, (name: unknown) => entityKey(String(name)));
  connection.function('unsigned_key', { deterministic: true }, (name: unknown) => unsignedKey(String(name)));
  connection.function(
    'signed_trace',
    (id: unknown, type: unknown, content: unknown, metadata: unknown, space: unknown) => {
      const trace = signedTrace({ id, type, content, metadata, space });
      return trace && JSON.stringify(trace);
    },
  );
}
