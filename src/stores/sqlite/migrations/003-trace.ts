import type { Migration } from './migration.ts';

export const trace: Migration = {
  name: '003-trace',
  sql: `
-- What a project memory is: a requirement, a design, a component; null for a memory that is none of these.
ALTER TABLE memories ADD COLUMN type TEXT;
-- What its writer filed it under: any word, and any number of tags.
ALTER TABLE memories ADD COLUMN label TEXT;
ALTER TABLE memories ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE memories ADD COLUMN summary TEXT;
ALTER TABLE memories ADD COLUMN accesses INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memories ADD COLUMN accessed_at INTEGER;
CREATE INDEX memories_by_type ON memories (type, ingestion_time DESC, row DESC) WHERE type IS NOT NULL;

-- What a memory was before each change.
CREATE TABLE memory_changes (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  revision INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  before TEXT NOT NULL,
  PRIMARY KEY (memory_row, revision)
) STRICT, WITHOUT ROWID;

-- Deleted, but kept for a while; no search looks here.
CREATE TABLE deleted_memories (
  id TEXT PRIMARY KEY,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  deleted_at INTEGER NOT NULL,
  memory TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_memories_by_age ON deleted_memories (deleted_at);
CREATE INDEX deleted_memories_by_scope ON deleted_memories (scope_id);

-- The names that a memory answers to, such as REQ-12, among the memories of its user and project; and its id, everywhere.
CREATE TABLE trace_names (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  label TEXT NOT NULL,
  key TEXT NOT NULL,
  space TEXT NOT NULL,
  PRIMARY KEY (memory_row, label, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_names_by_key ON trace_names (key, label, space);

-- An edge that a memory tells of, between names that some memory may answer to, now or later.
CREATE TABLE trace_claims (
  id INTEGER PRIMARY KEY,
  owner_row INTEGER NOT NULL REFERENCES memories (row),
  type TEXT NOT NULL,
  -- Somebody made it by hand: it outlives a change of its owner's text.
  declared INTEGER NOT NULL,
  from_label TEXT NOT NULL,
  from_key TEXT NOT NULL,
  from_space TEXT NOT NULL,
  to_label TEXT NOT NULL,
  to_key TEXT NOT NULL,
  to_space TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX trace_claims_once ON trace_claims
  (owner_row, type, from_key, from_label, from_space, to_key, to_label, to_space);
CREATE INDEX trace_claims_from ON trace_claims (from_key, from_label, from_space);
CREATE INDEX trace_claims_to ON trace_claims (to_key, to_label, to_space);
CREATE INDEX trace_claims_by_type ON trace_claims (type);

-- The claims whose two ends are there, each edge once however many claim it. The triggers below keep it so, whoever
-- writes names and claims: it is what walks and queries read.
CREATE TABLE trace_edges (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  from_row INTEGER NOT NULL,
  to_row INTEGER NOT NULL,
  claims INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX trace_edges_from ON trace_edges (from_row, type, to_row);
CREATE INDEX trace_edges_to ON trace_edges (to_row, type, from_row);
CREATE INDEX trace_edges_by_type ON trace_edges (type);

CREATE TRIGGER trace_claim_made AFTER INSERT ON trace_claims BEGIN
  INSERT INTO trace_edges (type, from_row, to_row, claims)
  SELECT new.type, f.memory_row, t.memory_row, 1 FROM trace_names f, trace_names t
  WHERE f.key = new.from_key AND f.label = new.from_label AND f.space = new.from_space
    AND t.key = new.to_key AND t.label = new.to_label AND t.space = new.to_space AND f.memory_row <> t.memory_row
  ON CONFLICT DO UPDATE SET claims = claims + 1;
END;
CREATE TRIGGER trace_claim_taken_back AFTER DELETE ON trace_claims BEGIN
  UPDATE trace_edges SET claims = claims - 1 WHERE id IN (
    SELECT e.id FROM trace_names f, trace_names t, trace_edges e
    WHERE f.key = old.from_key AND f.label = old.from_label AND f.space = old.from_space
      AND t.key = old.to_key AND t.label = old.to_label AND t.space = old.to_space
      AND e.from_row = f.memory_row AND e.type = old.type AND e.to_row = t.memory_row
  );
END;
CREATE TRIGGER trace_name_given AFTER INSERT ON trace_names BEGIN
  INSERT INTO trace_edges (type, from_row, to_row, claims)
  SELECT c.type, new.memory_row, t.memory_row, 1 FROM trace_claims c, trace_names t
  WHERE c.from_key = new.key AND c.from_label = new.label AND c.from_space = new.space
    AND t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space AND t.memory_row <> new.memory_row
  ON CONFLICT DO UPDATE SET claims = claims + 1;
  INSERT INTO trace_edges (type, from_row, to_row, claims)
  SELECT c.type, f.memory_row, new.memory_row, 1 FROM trace_claims c, trace_names f
  WHERE c.to_key = new.key AND c.to_label = new.label AND c.to_space = new.space
    AND f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space AND f.memory_row <> new.memory_row
  ON CONFLICT DO UPDATE SET claims = claims + 1;
END;
CREATE TRIGGER trace_name_lost AFTER DELETE ON trace_names BEGIN
  UPDATE trace_edges SET claims = claims - 1 WHERE id IN (
    SELECT e.id FROM trace_claims c, trace_names t, trace_edges e
    WHERE c.from_key = old.key AND c.from_label = old.label AND c.from_space = old.space
      AND t.key = c.to_key AND t.label = c.to_label AND t.space = c.to_space
      AND e.from_row = old.memory_row AND e.type = c.type AND e.to_row = t.memory_row
  );
  UPDATE trace_edges SET claims = claims - 1 WHERE id IN (
    SELECT e.id FROM trace_claims c, trace_names f, trace_edges e
    WHERE c.to_key = old.key AND c.to_label = old.label AND c.to_space = old.space
      AND f.key = c.from_key AND f.label = c.from_label AND f.space = c.from_space
      AND e.from_row = f.memory_row AND e.type = c.type AND e.to_row = old.memory_row
  );
END;
CREATE TRIGGER trace_edge_unclaimed AFTER UPDATE OF claims ON trace_edges WHEN new.claims <= 0 BEGIN
  DELETE FROM trace_edges WHERE id = new.id;
END;

-- How long searches and writes took, over all processes.
CREATE TABLE timings (
  operation TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ms REAL NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
