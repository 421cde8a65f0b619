import type { Migration } from './migration.ts';

export const code: Migration = {
  name: '003-code',
  sql: `
CREATE SEQUENCE project_ids;
CREATE TABLE projects (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('project_ids'),
  scope_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  root text COLLATE "C" NOT NULL,
  include text NOT NULL DEFAULT '[]',
  exclude text NOT NULL DEFAULT '[]',
  watch smallint NOT NULL DEFAULT 0,
  -- Grows with every new index; -1 once the project is to be deleted.
  generation bigint NOT NULL DEFAULT 0,
  -- Grows each time somebody wants it indexed: a run that began before looks again.
  asked bigint NOT NULL DEFAULT 0,
  commit_id text COLLATE "C",
  indexed_at bigint,
  created_at bigint NOT NULL,
  chunks bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id)
);
CREATE UNIQUE INDEX projects_by_name ON projects (tenant_id, name, scope_id) WHERE generation >= 0;
CREATE UNIQUE INDEX projects_by_root ON projects (tenant_id, root, scope_id) WHERE generation >= 0;

CREATE SEQUENCE file_ids;
CREATE TABLE files (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('file_ids'),
  project_id bigint NOT NULL,
  path text COLLATE "C" NOT NULL,
  -- Its last part, by which memories mostly name it.
  name text COLLATE "C" NOT NULL,
  content text NOT NULL,
  -- Empty for one that is not worth reading, so that it is not looked at again.
  language text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  lines bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  -- 0 waits to be published, 1 is seen, 2 is gone and waits to be deleted.
  state smallint NOT NULL DEFAULT 0,
  -- Memories that name what is in it are tied to it.
  linked smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id)
);
CREATE INDEX files_by_name ON files (tenant_id, project_id, name);
CREATE INDEX files_unlinked ON files (tenant_id, project_id) WHERE linked = 0;
CREATE INDEX files_by_project ON files (tenant_id, project_id, state, path);
CREATE INDEX files_gone ON files (tenant_id, id) WHERE state = 2;

CREATE SEQUENCE chunk_ids;
CREATE TABLE chunks (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('chunk_ids'),
  file_id bigint NOT NULL,
  start_line integer NOT NULL,
  end_line integer NOT NULL,
  kind text COLLATE "C",
  name text,
  container text,
  defines text NOT NULL,
  text text NOT NULL,
  terms text NOT NULL,
  -- Of what the model reads; a chunk with the same one shares its vector. Null for what gets none.
  digest text COLLATE "C",
  pending smallint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
);
CREATE INDEX chunks_by_file ON chunks (tenant_id, file_id, start_line);
CREATE INDEX chunks_by_digest ON chunks (tenant_id, digest) WHERE pending = 0 AND digest IS NOT NULL;
CREATE INDEX chunks_pending ON chunks (tenant_id, file_id) WHERE pending = 1;

CREATE TABLE chunk_words (
  tenant_id integer NOT NULL,
  term text COLLATE "C" NOT NULL,
  project_id bigint NOT NULL,
  chunk_id bigint NOT NULL,
  tf integer NOT NULL,
  length integer NOT NULL,
  PRIMARY KEY (tenant_id, term, project_id, chunk_id) INCLUDE (tf, length)
);

CREATE TABLE chunk_vectors (
  tenant_id integer NOT NULL,
  chunk_id bigint NOT NULL,
  project_id bigint NOT NULL,
  file_id bigint NOT NULL,
  vector vector NOT NULL,
  PRIMARY KEY (tenant_id, chunk_id),
  FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunks (tenant_id, id)
) PARTITION BY HASH (tenant_id);
${Array.from(
  { length: 16 },
  (_, i) => `CREATE TABLE chunk_vectors_${i} PARTITION OF chunk_vectors FOR VALUES WITH (MODULUS 16, REMAINDER ${i});`,
).join('\n')}
CREATE INDEX chunk_vectors_by_project ON chunk_vectors (tenant_id, project_id);

CREATE SEQUENCE symbol_ids;
CREATE TABLE symbols (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('symbol_ids'),
  file_id bigint NOT NULL,
  parent_id bigint,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  container text COLLATE "C",
  signature text NOT NULL,
  docstring text,
  line integer NOT NULL,
  start_line integer NOT NULL,
  end_line integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  -- Tells copies; null for what is no function, or too small.
  fingerprint bytea,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
);
CREATE INDEX symbols_by_file ON symbols (tenant_id, file_id, start_line);
CREATE INDEX symbols_by_name ON symbols (tenant_id, lower(name), file_id);

CREATE SEQUENCE reference_ids;
CREATE TABLE code_references (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('reference_ids'),
  project_id bigint NOT NULL,
  file_id bigint NOT NULL,
  symbol_id bigint,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  qualifier text,
  receiver text,
  alias text,
  line integer NOT NULL,
  scope text,
  resolved smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
);
CREATE INDEX code_references_by_file ON code_references (tenant_id, file_id);
CREATE INDEX code_references_by_name ON code_references (tenant_id, project_id, md5(name));
CREATE INDEX code_references_open ON code_references (tenant_id, project_id, kind, file_id) WHERE resolved = 0;
CREATE INDEX code_references_inheriting ON code_references (tenant_id, project_id) WHERE kind IN ('extends', 'implements');

CREATE TABLE code_edges (
  tenant_id integer NOT NULL,
  reference_id bigint NOT NULL,
  to_file bigint NOT NULL,
  -- 0 for the whole file.
  to_symbol bigint NOT NULL,
  from_file bigint NOT NULL,
  from_symbol bigint,
  kind text COLLATE "C" NOT NULL,
  certainty text COLLATE "C" NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (tenant_id, reference_id, to_file, to_symbol),
  FOREIGN KEY (tenant_id, reference_id) REFERENCES code_references (tenant_id, id)
);
CREATE INDEX code_edges_from ON code_edges (tenant_id, from_symbol) WHERE from_symbol > 0;
CREATE INDEX code_edges_to ON code_edges (tenant_id, to_symbol) WHERE to_symbol > 0;
CREATE INDEX code_edges_to_file ON code_edges (tenant_id, to_file);
CREATE INDEX code_edges_from_file ON code_edges (tenant_id, from_file);

-- What a memory names, as it was then.
CREATE TABLE code_links (
  tenant_id integer NOT NULL,
  memory_row bigint NOT NULL,
  project_id bigint NOT NULL,
  path text COLLATE "C" NOT NULL,
  -- Both empty for the whole file.
  container text COLLATE "C" NOT NULL,
  symbol text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, memory_row, project_id, path, container, symbol),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id)
);
CREATE INDEX code_links_by_path ON code_links (tenant_id, project_id, path);
`,
};
