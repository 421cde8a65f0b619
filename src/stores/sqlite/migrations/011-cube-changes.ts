import type { Migration } from './migration.ts';

const noted = (when: string) => `INSERT INTO cube_changes (cube, changed_at)
  SELECT ifnull(s.cube, 'default'), CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM scopes s WHERE s.id = ${when}.scope_id
  ON CONFLICT (cube) DO UPDATE SET changed_at = max(changed_at, excluded.changed_at);`;

/** When something went from a cube, or became older: what is left cannot tell. */
export const cubeChanges: Migration = {
  name: '011-cube-changes',
  sql: `
CREATE TABLE cube_changes (
  cube TEXT PRIMARY KEY,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER cube_lost_memory AFTER DELETE ON memories BEGIN ${noted('old')} END;
CREATE TRIGGER cube_memory_became_older AFTER UPDATE OF updated_at ON memories WHEN new.updated_at < old.updated_at BEGIN ${noted('old')} END;
`,
};
