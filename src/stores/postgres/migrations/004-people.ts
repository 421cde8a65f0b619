import type { Migration } from './migration.ts';

export const people: Migration = {
  name: '004-people',
  sql: `
CREATE TABLE users (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  role text COLLATE "C" NOT NULL,
  active smallint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE cubes (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  -- Always null here: cubes have no files of their own.
  path text,
  owner text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  project text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner) REFERENCES users (tenant_id, id) DEFERRABLE
);
CREATE INDEX cubes_by_owner ON cubes (tenant_id, owner);

CREATE TABLE cube_shares (
  tenant_id integer NOT NULL,
  cube text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  shared_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, cube, "user"),
  FOREIGN KEY (tenant_id, cube) REFERENCES cubes (tenant_id, id) DEFERRABLE,
  FOREIGN KEY (tenant_id, "user") REFERENCES users (tenant_id, id) DEFERRABLE
);
CREATE INDEX cube_shares_by_user ON cube_shares (tenant_id, "user");

CREATE TABLE tokens (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  -- Hash of the secret; the secret itself is not stored.
  hash text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint,
  revoked_at bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, "user") REFERENCES users (tenant_id, id) DEFERRABLE
);

CREATE TABLE logins (
  tenant_id integer NOT NULL,
  hash text COLLATE "C" NOT NULL,
  token text COLLATE "C",
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, hash),
  FOREIGN KEY (tenant_id, token) REFERENCES tokens (tenant_id, id) DEFERRABLE
);
CREATE TABLE login_links (
  tenant_id integer NOT NULL,
  hash text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, hash)
);

-- Who did what to what; never what it says.
CREATE SEQUENCE audit_numbers;
CREATE TABLE audit (
  tenant_id integer NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('audit_numbers'),
  at bigint NOT NULL,
  who text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  subject text COLLATE "C",
  cube text COLLATE "C",
  outcome text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
CREATE INDEX audit_by_age ON audit (tenant_id, at);
CREATE INDEX audit_by_who ON audit (tenant_id, who, seq);
CREATE INDEX audit_by_subject ON audit (tenant_id, subject, seq) WHERE subject IS NOT NULL;

-- A conversation belongs to who asks, and to the user and project that the server is confined to; '' for none.
CREATE TABLE chat_sessions (
  tenant_id integer NOT NULL,
  who text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, who, "user", project, id)
);
CREATE INDEX chat_sessions_by_owner ON chat_sessions (tenant_id, who, "user", project, last_at);
CREATE SEQUENCE chat_numbers;
CREATE TABLE chat_messages (
  tenant_id integer NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('chat_numbers'),
  who text COLLATE "C" NOT NULL,
  "user" text COLLATE "C" NOT NULL,
  project text COLLATE "C" NOT NULL,
  session text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  content text NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (tenant_id, seq),
  FOREIGN KEY (tenant_id, who, "user", project, session) REFERENCES chat_sessions (tenant_id, who, "user", project, id) DEFERRABLE
);
CREATE INDEX chat_messages_by_session ON chat_messages (tenant_id, who, "user", project, session, seq);

CREATE TABLE jobs (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  done bigint NOT NULL,
  total bigint NOT NULL,
  started_at bigint NOT NULL,
  heartbeat bigint NOT NULL,
  finished_at bigint,
  error text,
  cancelled smallint NOT NULL DEFAULT 0,
  owner text NOT NULL DEFAULT '',
  stages text NOT NULL DEFAULT '[]',
  result text,
  begun_by text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX jobs_by_kind ON jobs (tenant_id, kind, started_at DESC);
-- One of a kind at a time.
CREATE UNIQUE INDEX jobs_running ON jobs (tenant_id, kind) WHERE state = 'running';

-- What was given to whom for which question: ids and scores, never what a memory says.
CREATE SEQUENCE recall_numbers;
CREATE TABLE recalls (
  tenant_id integer NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('recall_numbers'),
  id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  who text COLLATE "C" NOT NULL,
  "user" text COLLATE "C",
  project text COLLATE "C",
  session text COLLATE "C",
  profile text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  client text COLLATE "C",
  question text NOT NULL,
  given text NOT NULL,
  count bigint NOT NULL,
  weak smallint NOT NULL,
  confidence double precision,
  tokens bigint NOT NULL,
  ms double precision NOT NULL,
  useful smallint,
  PRIMARY KEY (tenant_id, seq),
  UNIQUE (tenant_id, id)
);
CREATE INDEX recalls_by_age ON recalls (tenant_id, at);
CREATE INDEX recalls_by_who ON recalls (tenant_id, who, seq);

-- Two memories that say the same, or contradict each other, as it was found when the newer was stored.
CREATE SEQUENCE pair_numbers;
CREATE TABLE memory_pairs (
  tenant_id integer NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('pair_numbers'),
  kind text COLLATE "C" NOT NULL,
  memory_row bigint NOT NULL,
  other_row bigint NOT NULL,
  similarity double precision NOT NULL,
  found_at bigint NOT NULL,
  -- Somebody has decided that both stay.
  settled smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, seq),
  UNIQUE (tenant_id, memory_row, other_row),
  FOREIGN KEY (tenant_id, memory_row) REFERENCES memories (tenant_id, row) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, other_row) REFERENCES memories (tenant_id, row) ON DELETE CASCADE
);
CREATE INDEX memory_pairs_by_other ON memory_pairs (tenant_id, other_row);
CREATE INDEX memory_pairs_open ON memory_pairs (tenant_id, kind, seq) WHERE settled = 0;

-- Memories that somebody proposes; no search looks here.
CREATE TABLE proposals (
  tenant_id integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  scope_id bigint NOT NULL,
  content text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  type text COLLATE "C",
  tags text NOT NULL,
  metadata text NOT NULL,
  proposed_by text COLLATE "C" NOT NULL,
  source text,
  proposed_at bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, scope_id, digest),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id)
);
CREATE TABLE rejected_proposals (
  tenant_id integer NOT NULL,
  scope_id bigint NOT NULL,
  digest text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, scope_id, digest),
  FOREIGN KEY (tenant_id, scope_id) REFERENCES scopes (tenant_id, id) ON DELETE CASCADE
);

-- How long things took, over all servers, and by the hour.
CREATE TABLE timings (
  tenant_id integer NOT NULL,
  operation text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  ms double precision NOT NULL,
  PRIMARY KEY (tenant_id, operation)
);
CREATE TABLE hourly_timings (
  tenant_id integer NOT NULL,
  hour bigint NOT NULL,
  operation text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  ms double precision NOT NULL,
  slowest double precision NOT NULL,
  PRIMARY KEY (tenant_id, hour, operation)
);
CREATE TABLE hourly_sizes (
  tenant_id integer NOT NULL,
  hour bigint NOT NULL,
  memories bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour)
);
`,
};
