// A store whose queries have lost their conditions, so that only row-level security is left.
import type { PoolClient } from 'pg';
import type { Store } from '../../../engine/ports.ts';
import { openDatabase, storeOn } from '../store.ts';
import type { Opening } from './opening.ts';

/** Removes a condition from a statement. Its parameters stay in use, so that PostgreSQL can infer their types. */
type TakeOut = (text: string) => string;

export const withoutTenant: TakeOut = (text) =>
  text.replace(/(?:\b\w+\.)?\btenant_id = (\$?\d+)(?:::int)?/g, '$1::integer IS NOT NULL');

export const withoutCubes: TakeOut = (text) =>
  text.replace(
    /coalesce\(within\.cube, (\$\d+)\) = ANY \((\$\d+)::text\[\]\)/g,
    '($1::text IS NOT NULL AND $2::text[] IS NOT NULL)',
  );

export async function openBareStore(opening: Opening, takeOut: TakeOut): Promise<Store> {
  const database = await openDatabase(opening);
  const bare = new WeakSet<PoolClient>();
  database.pool.on('acquire', (client) => {
    if (bare.has(client)) return;
    bare.add(client);
    const ask = client.query.bind(client);
    Object.assign(client, {
      query: (asked: string | { text: string }) =>
        ask(typeof asked === 'string' ? asked : { ...asked, text: takeOut(asked.text) }),
    });
  });
  return storeOn(database, opening.address);
}
