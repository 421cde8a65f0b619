import type { Migration } from './migration.ts';

export const graph: Migration = {
  name: '002-graph',
  sql: `
CREATE SEQUENCE entity_rows;
CREATE TABLE entities (
  tenant_id integer NOT NULL,
  row bigint NOT NULL DEFAULT nextval('entity_rows'),
  id text COLLATE "C" NOT NULL,
  scope_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  description text,
  -- Somebody made it by hand: it stays when no memory mentions it any more.
  declared smallint NOT NULL,
  mentions bigint NOT NULL DEFAULT 0,
  -- How many memories are about it.
  subjects bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, row),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, key, scope_id),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id)
);
CREATE INDEX entities_by_scope ON entities (tenant_id, scope_id);

CREATE TABLE mentions (
  tenant_id integer NOT NULL,
  memory_row bigint NOT NULL,
  entity_row bigint NOT NULL,
  subject smallint NOT NULL,
  PRIMARY KEY (tenant_id, memory_row, entity_row),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row),
  FOREIGN KEY (tenant_id, entity_row) REFERENCES entities (tenant_id, row)
);
CREATE INDEX mentions_by_entity ON mentions (tenant_id, entity_row, subject DESC, memory_row DESC);

CREATE SEQUENCE relation_rows;
CREATE TABLE relations (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- A number for clients that know relations by number.
  row bigint NOT NULL DEFAULT nextval('relation_rows'),
  from_row bigint NOT NULL,
  to_row bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  weight double precision NOT NULL,
  created_at bigint NOT NULL,
  valid_from bigint NOT NULL,
  valid_until bigint,
  -- The memory that told of it, with which it goes.
  memory_row bigint,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, row),
  FOREIGN KEY (tenant_id, from_row) REFERENCES entities (tenant_id, row),
  FOREIGN KEY (tenant_id, to_row) REFERENCES entities (tenant_id, row),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row) ON DELETE CASCADE
);
CREATE INDEX relations_from ON relations (tenant_id, from_row, weight DESC);
CREATE INDEX relations_to ON relations (tenant_id, to_row, weight DESC);
CREATE INDEX relations_by_memory ON relations (tenant_id, memory_row) WHERE memory_row IS NOT NULL;

-- What is known of an entity, sentence by sentence. One that a memory told of goes with that memory.
CREATE SEQUENCE observation_ids;
CREATE TABLE observations (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('observation_ids'),
  entity_row bigint NOT NULL,
  memory_row bigint,
  text text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, entity_row) REFERENCES entities (tenant_id, row) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row) ON DELETE CASCADE
);
-- By a digest of the text: a long one fits no index.
CREATE UNIQUE INDEX observations_once ON observations (tenant_id, entity_row, md5(text), memory_row) NULLS NOT DISTINCT;
CREATE INDEX observations_by_memory ON observations (tenant_id, memory_row) WHERE memory_row IS NOT NULL;

-- What a model makes of an entity's name and observations; made when it is first searched for.
CREATE TABLE entity_vectors (
  tenant_id integer NOT NULL,
  entity_row bigint NOT NULL,
  model text COLLATE "C" NOT NULL,
  vector vector NOT NULL,
  PRIMARY KEY (tenant_id, entity_row),
  FOREIGN KEY (tenant_id, entity_row) REFERENCES entities (tenant_id, row) ON DELETE CASCADE
);

-- The names that a memory answers to, such as REQ-12, among the memories of its user and project; and its id, everywhere.
CREATE TABLE trace_names (
  tenant_id integer NOT NULL,
  memory_row bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  space text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, memory_row, label, key),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row)
);
CREATE INDEX trace_names_by_key ON trace_names (tenant_id, key, label, space);

-- An edge that a memory tells of, between names that some memory may answer to, now or later.
CREATE SEQUENCE trace_claim_ids;
CREATE TABLE trace_claims (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('trace_claim_ids'),
  owner_row bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  -- Somebody made it by hand: it outlives a change of its owner's text.
  declared smallint NOT NULL,
  from_label text COLLATE "C" NOT NULL,
  from_key text COLLATE "C" NOT NULL,
  from_space text COLLATE "C" NOT NULL,
  to_label text COLLATE "C" NOT NULL,
  to_key text COLLATE "C" NOT NULL,
  to_space text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, owner_row, type, from_key, from_label, from_space, to_key, to_label, to_space),
  FOREIGN KEY (tenant_id, owner_row) REFERENCES memories (tenant_id, row)
);
CREATE INDEX trace_claims_from ON trace_claims (tenant_id, from_key, from_label, from_space);
CREATE INDEX trace_claims_to ON trace_claims (tenant_id, to_key, to_label, to_space);
CREATE INDEX trace_claims_by_type ON trace_claims (tenant_id, type);

-- The claims whose two ends are there, each edge once.
CREATE SEQUENCE trace_edge_ids;
CREATE TABLE trace_edges (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('trace_edge_ids'),
  type text COLLATE "C" NOT NULL,
  from_row bigint NOT NULL,
  to_row bigint NOT NULL,
  claims bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, from_row, type, to_row)
);
CREATE INDEX trace_edges_to ON trace_edges (tenant_id, to_row, type, from_row);
CREATE INDEX trace_edges_by_type ON trace_edges (tenant_id, type);
`,
};
