// Memories with their words and vectors. Every key begins with the tenant and every foreign key carries it, so that the
// tables can be distributed by it. Texts that are ordered or compared sort by their bytes.
import type { Migration } from './migration.ts';

const PARTITIONS = 16;

/** A graph of vectors over many tenants finds little for those in the middle: each partition has its own. */
const partitioned = (table: string): string =>
  Array.from(
    { length: PARTITIONS },
    (_, i) =>
      `CREATE TABLE ${table}_${i} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${i});`,
  ).join('\n');

export const memories: Migration = {
  name: '001-memories',
  sql: `
CREATE SEQUENCE tenant_ids AS integer;
CREATE TABLE tenants (
  tenant_id integer PRIMARY KEY DEFAULT nextval('tenant_ids'),
  name text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE settings (
  tenant_id integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

-- Who may see a row, as one number. The space of a scope is the same without its session; writers of memories lock it.
CREATE SEQUENCE scope_ids;
CREATE TABLE scopes (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('scope_ids'),
  cube text COLLATE "C",
  "user" text COLLATE "C",
  project text COLLATE "C",
  session text COLLATE "C",
  space_id bigint NOT NULL,
  passages bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX scopes_once ON scopes (tenant_id, cube, "user", project, session) NULLS NOT DISTINCT;
CREATE INDEX scopes_by_space ON scopes (tenant_id, space_id);
CREATE INDEX scopes_by_project ON scopes (tenant_id, project) WHERE project IS NOT NULL;
CREATE INDEX scopes_by_user ON scopes (tenant_id, "user") WHERE "user" IS NOT NULL;

CREATE SEQUENCE memory_rows;
CREATE SEQUENCE revisions;
CREATE TABLE memories (
  tenant_id integer NOT NULL,
  row bigint NOT NULL DEFAULT nextval('memory_rows'),
  id text COLLATE "C" NOT NULL,
  scope_id bigint NOT NULL,
  content text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  type text COLLATE "C",
  label text COLLATE "C",
  tags text NOT NULL,
  summary text,
  importance double precision NOT NULL,
  metadata text NOT NULL,
  conversation text COLLATE "C",
  event_time bigint NOT NULL,
  ingestion_time bigint NOT NULL,
  updated_at bigint NOT NULL,
  valid_from bigint NOT NULL,
  valid_until bigint,
  invalid_reason text,
  superseded_by text COLLATE "C",
  accesses bigint NOT NULL,
  accessed_at bigint,
  revision bigint NOT NULL,
  digest bigint,
  PRIMARY KEY (tenant_id, row),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id)
);
CREATE INDEX memories_by_ingestion ON memories (tenant_id, ingestion_time DESC, row DESC);
CREATE INDEX memories_by_page ON memories (tenant_id, ingestion_time DESC, id DESC);
CREATE INDEX memories_by_scope ON memories (tenant_id, scope_id, ingestion_time DESC, row DESC);
CREATE INDEX memories_by_event ON memories (tenant_id, event_time DESC, row DESC);
CREATE INDEX memories_by_beginning ON memories (tenant_id, valid_from);
CREATE INDEX memories_by_revision ON memories (tenant_id, revision);
CREATE INDEX memories_by_type ON memories (tenant_id, type, ingestion_time DESC, row DESC) WHERE type IS NOT NULL;
CREATE INDEX memories_by_conversation ON memories (tenant_id, scope_id, conversation, event_time, row) WHERE conversation IS NOT NULL;
CREATE INDEX memories_superseded ON memories (tenant_id, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX memories_bounded ON memories (tenant_id, row) WHERE valid_until IS NOT NULL OR valid_from > ingestion_time;

-- How many went, and when: numbers only.
CREATE TABLE removals (
  tenant_id integer NOT NULL,
  revision bigint NOT NULL,
  row bigint NOT NULL,
  PRIMARY KEY (tenant_id, revision)
);

CREATE TABLE cube_changes (
  tenant_id integer NOT NULL,
  cube text COLLATE "C" NOT NULL,
  changed_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, cube)
);

-- What a memory was before each change.
CREATE TABLE memory_changes (
  tenant_id integer NOT NULL,
  memory_row bigint NOT NULL,
  revision bigint NOT NULL,
  changed_at bigint NOT NULL,
  before text NOT NULL,
  PRIMARY KEY (tenant_id, memory_row, revision),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row)
);

-- Deleted, but kept for a while; no search looks here.
CREATE TABLE deleted_memories (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  scope_id bigint NOT NULL,
  deleted_at bigint NOT NULL,
  memory text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id)
);
CREATE INDEX deleted_memories_by_age ON deleted_memories (tenant_id, deleted_at, id);
CREATE INDEX deleted_memories_by_scope ON deleted_memories (tenant_id, scope_id);

CREATE SEQUENCE passage_ids;
CREATE TABLE passages (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('passage_ids'),
  memory_row bigint NOT NULL,
  scope_id bigint NOT NULL,
  position integer NOT NULL,
  terms text NOT NULL,
  -- Its vector is still to be made.
  pending smallint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, memory_row, position),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row)
);
CREATE INDEX passages_pending ON passages (tenant_id, memory_row) WHERE pending = 1;

CREATE TABLE vectors (
  tenant_id integer NOT NULL,
  passage_id bigint NOT NULL,
  memory_row bigint NOT NULL,
  scope_id bigint NOT NULL,
  position integer NOT NULL,
  vector vector NOT NULL,
  PRIMARY KEY (tenant_id, passage_id),
  FOREIGN KEY (tenant_id, passage_id) REFERENCES passages (tenant_id, id)
) PARTITION BY HASH (tenant_id);
${partitioned('vectors')}
CREATE INDEX vectors_by_memory ON vectors (tenant_id, memory_row);
CREATE INDEX vectors_by_scope ON vectors (tenant_id, scope_id);

-- Which passages hold a word, how often, and how long they are: all that ranking needs, in one index.
CREATE TABLE words (
  tenant_id integer NOT NULL,
  term text COLLATE "C" NOT NULL,
  scope_id bigint NOT NULL,
  passage_id bigint NOT NULL,
  tf integer NOT NULL,
  length integer NOT NULL,
  -- No foreign key: to look for the words of each passage that goes would read all words of the tenant.
  PRIMARY KEY (tenant_id, term, scope_id, passage_id) INCLUDE (tf, length)
);
`,
};
