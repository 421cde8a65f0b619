import type { Migration } from './migration.ts';

export const code: Migration = {
  name: '002-code',
  sql: `
CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  name TEXT NOT NULL,
  root TEXT NOT NULL,
  include TEXT NOT NULL DEFAULT '[]',
  exclude TEXT NOT NULL DEFAULT '[]',
  watch INTEGER NOT NULL DEFAULT 0,
  -- Grows with every new index; -1 once the project is to be deleted.
  generation INTEGER NOT NULL DEFAULT 0,
  -- Grows each time somebody wants it indexed: a run that began before looks again.
  asked INTEGER NOT NULL DEFAULT 0,
  commit_id TEXT,
  indexed_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX projects_by_name ON projects (name, scope_id) WHERE generation >= 0;
CREATE UNIQUE INDEX projects_by_root ON projects (root, scope_id) WHERE generation >= 0;

CREATE TABLE files (
  -- Never used twice: other processes keep the codes of a file's vectors.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES projects (id),
  path TEXT NOT NULL,
  -- Its last part, by which memories mostly name it.
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  -- Empty for one that is not worth reading, so that it is not looked at again.
  language TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- 0 waits to be published, 1 is seen, 2 is gone and waits to be deleted.
  state INTEGER NOT NULL DEFAULT 0,
  -- Memories that name what is in it are tied to it.
  linked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX files_by_name ON files (project_id, name);
CREATE INDEX files_unlinked ON files (project_id) WHERE linked = 0;
CREATE INDEX files_by_project ON files (project_id, state, path);
CREATE INDEX files_gone ON files (id) WHERE state = 2;

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL REFERENCES files (id),
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  kind TEXT,
  name TEXT,
  container TEXT,
  defines TEXT NOT NULL,
  text TEXT NOT NULL,
  -- Of what the model reads; a chunk with the same one shares its vector. Null for what gets none.
  digest TEXT,
  pending INTEGER NOT NULL
) STRICT;
CREATE INDEX chunks_by_file ON chunks (file_id, start_line);
CREATE INDEX chunks_by_digest ON chunks (digest) WHERE pending = 0 AND digest IS NOT NULL;
CREATE INDEX chunks_pending ON chunks (file_id) WHERE pending = 1;

CREATE VIRTUAL TABLE chunk_text USING fts5 (terms, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO chunk_text (chunk_text, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab (chunk_text, row);

CREATE TABLE chunk_vectors (
  -- Grows with every vector: who has read up to one reads on from there.
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  chunk_id INTEGER NOT NULL UNIQUE,
  code BLOB NOT NULL,
  vector BLOB NOT NULL
) STRICT;
-- All that a scan needs, without the vectors themselves.
CREATE INDEX chunk_codes ON chunk_vectors (project_id, seq, file_id, chunk_id, code);

CREATE TABLE symbols (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_id INTEGER NOT NULL REFERENCES files (id),
  parent_id INTEGER,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  container TEXT,
  signature TEXT NOT NULL,
  docstring TEXT,
  line INTEGER NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- Tells copies; null for what is no function, or too small.
  fingerprint BLOB
) STRICT;
CREATE INDEX symbols_by_file ON symbols (file_id, start_line);
CREATE INDEX symbols_by_name ON symbols (name COLLATE NOCASE, file_id);

CREATE TABLE code_references (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL,
  file_id INTEGER NOT NULL,
  symbol_id INTEGER,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  qualifier TEXT,
  receiver TEXT,
  alias TEXT,
  line INTEGER NOT NULL,
  scope TEXT,
  resolved INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX code_references_by_file ON code_references (file_id);
CREATE INDEX code_references_by_name ON code_references (project_id, name);
CREATE INDEX code_references_open ON code_references (project_id, kind, file_id) WHERE resolved = 0;
CREATE INDEX code_references_inheriting ON code_references (project_id) WHERE kind IN ('extends', 'implements');

CREATE TABLE code_edges (
  reference_id INTEGER NOT NULL,
  to_file INTEGER NOT NULL,
  -- 0 for the whole file.
  to_symbol INTEGER NOT NULL,
  from_file INTEGER NOT NULL,
  from_symbol INTEGER,
  kind TEXT NOT NULL,
  certainty TEXT NOT NULL,
  line INTEGER NOT NULL,
  PRIMARY KEY (reference_id, to_file, to_symbol)
) STRICT, WITHOUT ROWID;
CREATE INDEX code_edges_from ON code_edges (from_symbol) WHERE from_symbol > 0;
CREATE INDEX code_edges_to ON code_edges (to_symbol) WHERE to_symbol > 0;
CREATE INDEX code_edges_to_file ON code_edges (to_file);

-- What a memory names, as it was then.
CREATE TABLE code_links (
  memory_row INTEGER NOT NULL REFERENCES memories (row),
  project_id INTEGER NOT NULL REFERENCES projects (id),
  path TEXT NOT NULL,
  -- Both empty for the whole file.
  container TEXT NOT NULL,
  symbol TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (memory_row, project_id, path, container, symbol)
) STRICT, WITHOUT ROWID;
CREATE INDEX code_links_by_path ON code_links (project_id, path);

-- Somebody wants the job to stop.
ALTER TABLE jobs ADD COLUMN cancelled INTEGER NOT NULL DEFAULT 0;
-- The process that runs it, as host and pid.
ALTER TABLE jobs ADD COLUMN owner TEXT NOT NULL DEFAULT '';
-- How far each of its stages is, as JSON.
ALTER TABLE jobs ADD COLUMN stages TEXT NOT NULL DEFAULT '[]';
`,
};
