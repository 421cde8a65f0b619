import type { Migration } from './migration.ts';

export const house: Migration = {
  name: '001-house',
  sql: `
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who may see a row, as one small number, so that every search can filter while it scans.
CREATE TABLE scopes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cube TEXT,
  user TEXT,
  project TEXT,
  session TEXT
) STRICT;
CREATE UNIQUE INDEX scopes_once ON scopes (ifnull(cube, char(0)), ifnull(user, char(0)), ifnull(project, char(0)), ifnull(session, char(0)));

CREATE TABLE memories (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  content TEXT NOT NULL,
  kind TEXT NOT NULL,
  importance REAL NOT NULL,
  metadata TEXT NOT NULL,
  conversation TEXT,
  event_time INTEGER NOT NULL,
  ingestion_time INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_until INTEGER,
  invalid_reason TEXT,
  superseded_by TEXT,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX memories_by_revision ON memories (revision);
CREATE INDEX memories_by_ingestion ON memories (ingestion_time DESC, row DESC);
CREATE INDEX memories_by_scope ON memories (scope_id, ingestion_time DESC, row DESC);
CREATE INDEX memories_by_conversation ON memories (scope_id, conversation, event_time, row) WHERE conversation IS NOT NULL;
CREATE INDEX memories_superseded ON memories (superseded_by) WHERE superseded_by IS NOT NULL;
-- The few whose validity a vector scan has to look at.
CREATE INDEX memories_bounded ON memories (row) WHERE valid_until IS NOT NULL OR valid_from > ingestion_time;

-- Rows that other processes must forget; numbers only, kept until everybody can have seen them.
CREATE TABLE removals (
  revision INTEGER PRIMARY KEY,
  row INTEGER NOT NULL
) STRICT;

CREATE TABLE passages (
  -- Never used twice: a search may hold an id while another process deletes.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  position INTEGER NOT NULL,
  vector BLOB,
  segment INTEGER
) STRICT;
CREATE UNIQUE INDEX passages_by_memory ON passages (memory_row, position);
CREATE INDEX passages_unpacked ON passages (id) WHERE segment IS NULL AND vector IS NOT NULL;
CREATE INDEX passages_pending ON passages (memory_row) WHERE vector IS NULL;

-- One-bit codes of a thousand passages in one blob: a process reads them in a few milliseconds.
CREATE TABLE vector_segments (
  id INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE passage_text USING fts5 (terms, tokenize = 'unicode61 remove_diacritics 0');
-- A deleted row leaves no words behind in the index.
INSERT INTO passage_text (passage_text, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE passage_terms USING fts5vocab (passage_text, row);

CREATE TABLE entities (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  description TEXT,
  -- Somebody made it by hand: it stays when no memory mentions it any more.
  declared INTEGER NOT NULL,
  mentions INTEGER NOT NULL DEFAULT 0,
  -- How many memories are about it.
  subjects INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX entities_by_key ON entities (key, scope_id);

CREATE TABLE mentions (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  entity_row INTEGER NOT NULL REFERENCES entities (row),
  subject INTEGER NOT NULL,
  PRIMARY KEY (memory_row, entity_row)
) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_by_entity ON mentions (entity_row, subject DESC, memory_row DESC);

CREATE TABLE relations (
  id TEXT PRIMARY KEY,
  from_row INTEGER NOT NULL REFERENCES entities (row),
  to_row INTEGER NOT NULL REFERENCES entities (row),
  type TEXT NOT NULL,
  weight REAL NOT NULL,
  created_at INTEGER NOT NULL,
  valid_from INTEGER NOT NULL,
  valid_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_from ON relations (from_row, weight DESC);
CREATE INDEX relations_to ON relations (to_row, weight DESC);

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  heartbeat INTEGER NOT NULL,
  finished_at INTEGER,
  error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_kind ON jobs (kind, started_at DESC);
`,
};
