import type { Migration } from './migration.ts';

export const ownership: Migration = {
  name: '007-ownership',
  sql: `
-- The project that a cube was registered in; null for one that belongs to no project.
ALTER TABLE cubes ADD COLUMN project TEXT;

-- A conversation belongs to who asks, and to the user and project that the server is confined to; '' for none.
CREATE TABLE owned_sessions (
  who TEXT NOT NULL,
  user TEXT NOT NULL,
  project TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (who, user, project, id)
) STRICT, WITHOUT ROWID;
INSERT INTO owned_sessions SELECT user, '', '', id, created_at, last_at FROM chat_sessions;

CREATE TABLE owned_messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  who TEXT NOT NULL,
  user TEXT NOT NULL,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  at INTEGER NOT NULL,
  FOREIGN KEY (who, user, project, session) REFERENCES owned_sessions (who, user, project, id)
) STRICT;
INSERT INTO owned_messages SELECT seq, user, '', '', session, role, content, at FROM chat_messages;

DROP TABLE chat_messages;
DROP TABLE chat_sessions;
ALTER TABLE owned_sessions RENAME TO chat_sessions;
ALTER TABLE owned_messages RENAME TO chat_messages;
CREATE INDEX chat_sessions_by_owner ON chat_sessions (who, user, project, last_at);
CREATE INDEX chat_messages_by_session ON chat_messages (who, user, project, session, seq);
`,
};
