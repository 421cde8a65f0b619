import type { Migration } from './migration.ts';

/**
 * A server that was started before an upgrade has the file open still, and would write rows that lack what the upgrade brought.
 * It does not know this function, so its writes fail, and the name says why.
 */
export const GUARD = 'restart_this_server_it_is_older_than_the_data_folder';

export const guard: Migration = {
  name: '010-guard',
  sql: ['INSERT', 'UPDATE', 'DELETE']
    .map(
      (event) => `CREATE TRIGGER memories_guarded_${event.toLowerCase()} BEFORE ${event} ON memories
BEGIN SELECT ${GUARD}(); END;`,
    )
    .join('\n'),
};
