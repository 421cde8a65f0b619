import type { Migration } from './migration.ts';

export const observations: Migration = {
  name: '005-observations',
  sql: `
-- What is known of an entity, sentence by sentence. One that a memory told of goes with that memory.
CREATE TABLE observations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entity_row INTEGER NOT NULL REFERENCES entities (row) ON DELETE CASCADE,
  memory_row INTEGER REFERENCES memories (row) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX observations_once ON observations (entity_row, text, ifnull(memory_row, 0));
CREATE INDEX observations_by_memory ON observations (memory_row) WHERE memory_row IS NOT NULL;

-- What a model makes of an entity's name and observations; made when it is first searched for.
CREATE TABLE entity_vectors (
  entity_row INTEGER PRIMARY KEY REFERENCES entities (row) ON DELETE CASCADE,
  model TEXT NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE TRIGGER observation_added AFTER INSERT ON observations
  BEGIN DELETE FROM entity_vectors WHERE entity_row = new.entity_row; END;
CREATE TRIGGER observation_gone AFTER DELETE ON observations
  BEGIN DELETE FROM entity_vectors WHERE entity_row = old.entity_row; END;
CREATE TRIGGER entity_changed AFTER UPDATE OF name, type ON entities
  BEGIN DELETE FROM entity_vectors WHERE entity_row = new.row; END;

-- A number for clients that know relations by number, and the memory that told of it.
ALTER TABLE relations ADD COLUMN row INTEGER;
UPDATE relations SET row = numbered.row
  FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS row FROM relations) numbered
  WHERE numbered.id = relations.id;
CREATE UNIQUE INDEX relations_by_row ON relations (row);
ALTER TABLE relations ADD COLUMN memory_row INTEGER REFERENCES memories (row) ON DELETE CASCADE;
CREATE INDEX relations_by_memory ON relations (memory_row) WHERE memory_row IS NOT NULL;
`,
};
