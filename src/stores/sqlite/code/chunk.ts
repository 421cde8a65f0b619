/** Selects chunks with their files; the conditions follow. */
export const CHUNK = `SELECT c.id, c.file_id, c.start_line, c.end_line, c.kind, c.name, c.container, c.defines, c.text,
  f.project_id, f.path, f.language, t.terms
  FROM chunks c JOIN files f ON f.id = c.file_id JOIN chunk_text t ON t.rowid = c.id`;
