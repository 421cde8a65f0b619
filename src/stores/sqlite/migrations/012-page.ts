import type { Migration } from './migration.ts';

export const page: Migration = {
  name: '012-page',
  sql: `
-- Browsers that are logged in: by a token, with which the login ends, or by a link that the owner of the folder made.
CREATE TABLE logins (
  -- Of the cookie's secret, which is nowhere.
  hash TEXT PRIMARY KEY,
  token TEXT REFERENCES tokens (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE login_links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was given to whom for which question: ids and scores, never what a memory says.
CREATE TABLE recalls (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  user TEXT,
  project TEXT,
  session TEXT,
  profile TEXT NOT NULL,
  tool TEXT NOT NULL,
  client TEXT,
  question TEXT NOT NULL,
  -- As JSON.
  given TEXT NOT NULL,
  count INTEGER NOT NULL,
  weak INTEGER NOT NULL,
  confidence REAL,
  tokens INTEGER NOT NULL,
  ms REAL NOT NULL,
  useful INTEGER
) STRICT;
CREATE INDEX recalls_by_age ON recalls (at);
CREATE INDEX recalls_by_who ON recalls (who, seq);
`,
};
