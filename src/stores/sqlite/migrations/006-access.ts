import type { Migration } from './migration.ts';

export const access: Migration = {
  name: '006-access',
  sql: `
CREATE TABLE users (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  active INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- The owner of this folder.
INSERT INTO users VALUES ('local', 'local', 'root', 1, unixepoch() * 1000, unixepoch() * 1000);

CREATE TABLE cubes (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  -- The file of a cube that has one of its own.
  path TEXT,
  owner TEXT NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX cubes_by_owner ON cubes (owner);
-- All that was stored without naming a cube.
INSERT INTO cubes VALUES ('default', 'Default', NULL, NULL, 'local', unixepoch() * 1000, unixepoch() * 1000);

CREATE TABLE cube_shares (
  cube TEXT NOT NULL REFERENCES cubes (id),
  user TEXT NOT NULL REFERENCES users (id),
  shared_at INTEGER NOT NULL,
  PRIMARY KEY (cube, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX cube_shares_by_user ON cube_shares (user);

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  user TEXT NOT NULL REFERENCES users (id),
  -- Of the secret, which is nowhere.
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- Who did what to what; never what it says.
CREATE TABLE audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT,
  cube TEXT,
  outcome TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_age ON audit (at);
CREATE INDEX audit_by_who ON audit (who, seq);
CREATE INDEX audit_by_subject ON audit (subject, seq) WHERE subject IS NOT NULL;

CREATE TABLE chat_sessions (
  user TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (user, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_sessions_by_user ON chat_sessions (user, last_at);

CREATE TABLE chat_messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user TEXT NOT NULL,
  session TEXT NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  at INTEGER NOT NULL,
  FOREIGN KEY (user, session) REFERENCES chat_sessions (user, id)
) STRICT;
CREATE INDEX chat_messages_by_session ON chat_messages (user, session, seq);
`,
};
