import type { Migration } from './migration.ts';

/** Gives each scope its space. */
export const NAME_SPACES = [
  'INSERT OR IGNORE INTO scopes (cube, user, project, session) SELECT cube, user, project, NULL FROM scopes',
  `UPDATE scopes SET space_id = (SELECT s.id FROM scopes s WHERE s.session IS NULL
     AND s.cube IS scopes.cube AND s.user IS scopes.user AND s.project IS scopes.project)`,
];

/** Counts the words of passages that are there without it. */
export const COUNT_PASSAGES = `INSERT INTO passage_sizes (id, scope_id, tokens)
  SELECT p.id, m.scope_id, 1 + length(t.terms) - length(replace(t.terms, ' ', ''))
  FROM passages p JOIN memories m ON m.row = p.memory_row JOIN passage_text t ON t.rowid = p.id`;

export const reach: Migration = {
  name: '009-reach',
  sql: `
-- The scope without its session: what its user and project share. And how much text a scope holds.
ALTER TABLE scopes ADD COLUMN space_id INTEGER;
ALTER TABLE scopes ADD COLUMN passages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scopes ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
CREATE INDEX scopes_by_space ON scopes (space_id);
${NAME_SPACES.join(';')};

-- The words once more, each with the number of its scope before it (12xdeploy), and again with that of its space where that
-- is another: how rare a word is, and what holds it, can be told for some users without looking at what others have written.
-- The triggers keep it so, whoever writes.
CREATE VIRTUAL TABLE passage_words USING fts5
  (terms, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO passage_words (passage_words, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE passage_words_rows USING fts5vocab (passage_words, row);
CREATE VIRTUAL TABLE passage_words_instances USING fts5vocab (passage_words, instance);
CREATE TABLE passage_sizes (
  id INTEGER PRIMARY KEY REFERENCES passages (id) ON DELETE CASCADE,
  scope_id INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
CREATE VIEW passage_words_source AS
  SELECT z.id, replace(' ' || t.terms, ' ', ' ' || s.id || 'x') ||
    iif(s.space_id = s.id, '', replace(' ' || t.terms, ' ', ' ' || s.space_id || 'x')) AS terms
  FROM passage_sizes z JOIN scopes s ON s.id = z.scope_id JOIN passage_text t ON t.rowid = z.id;
CREATE TRIGGER passage_counted AFTER INSERT ON passage_sizes BEGIN
  UPDATE scopes SET passages = passages + 1, tokens = tokens + new.tokens WHERE id = new.scope_id;
  INSERT INTO passage_words (rowid, terms) SELECT id, terms FROM passage_words_source WHERE id = new.id;
END;
-- Before its words leave passage_text: the index is told what to take out.
CREATE TRIGGER passage_uncounted BEFORE DELETE ON passage_sizes BEGIN
  INSERT INTO passage_words (passage_words, rowid, terms) SELECT 'delete', id, terms FROM passage_words_source WHERE id = old.id;
  UPDATE scopes SET passages = passages - 1, tokens = tokens - old.tokens WHERE id = old.scope_id;
END;
${COUNT_PASSAGES};

-- The same for code, by project.
ALTER TABLE projects ADD COLUMN chunks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
CREATE VIRTUAL TABLE chunk_words USING fts5
  (terms, content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO chunk_words (chunk_words, rank) VALUES ('secure-delete', 1);
CREATE VIRTUAL TABLE chunk_words_rows USING fts5vocab (chunk_words, row);
CREATE VIRTUAL TABLE chunk_words_instances USING fts5vocab (chunk_words, instance);
CREATE TABLE chunk_sizes (
  id INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  tokens INTEGER NOT NULL
) STRICT;
CREATE TRIGGER chunk_counted AFTER INSERT ON chunk_sizes BEGIN
  UPDATE projects SET chunks = chunks + 1, tokens = tokens + new.tokens WHERE id = new.project_id;
  INSERT INTO chunk_words (rowid, terms)
    SELECT new.id, replace(' ' || t.terms, ' ', ' ' || new.project_id || 'x') FROM chunk_text t WHERE t.rowid = new.id;
END;
CREATE TRIGGER chunk_uncounted BEFORE DELETE ON chunk_sizes BEGIN
  INSERT INTO chunk_words (chunk_words, rowid, terms)
    SELECT 'delete', old.id, replace(' ' || t.terms, ' ', ' ' || old.project_id || 'x') FROM chunk_text t WHERE t.rowid = old.id;
  UPDATE projects SET chunks = chunks - 1, tokens = tokens - old.tokens WHERE id = old.project_id;
END;
INSERT INTO chunk_sizes (id, project_id, tokens)
  SELECT c.id, f.project_id, 1 + length(t.terms) - length(replace(t.terms, ' ', ''))
  FROM chunks c JOIN files f ON f.id = c.file_id JOIN chunk_text t ON t.rowid = c.id;

-- What the numbers that confined callers see are made with.
INSERT INTO settings (key, value) VALUES ('number_key', hex(randomblob(32)));

-- Who began a job, as JSON; null for one that the server began by itself.
ALTER TABLE jobs ADD COLUMN begun_by TEXT;
`,
};
