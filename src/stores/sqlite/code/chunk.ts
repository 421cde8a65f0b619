import { z } from 'zod';
import type { StoredChunk } from '../../../engine/code/ports.ts';
import { SYMBOL_KINDS } from '../../../engine/code/symbols.ts';
import type { Row } from '../database.ts';

/** A chunk with its file; the conditions follow. */
export const CHUNK = `SELECT c.id, c.file_id, c.start_line, c.end_line, c.kind, c.name, c.container, c.defines, c.text,
  f.project_id, f.path, f.language, t.terms
  FROM chunks c JOIN files f ON f.id = c.file_id JOIN chunk_text t ON t.rowid = c.id`;

const ChunkRow = z.object({
  id: z.number(),
  file_id: z.number(),
  start_line: z.number(),
  end_line: z.number(),
  kind: z.enum(SYMBOL_KINDS).nullable(),
  name: z.string().nullable(),
  container: z.string().nullable(),
  defines: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  text: z.string(),
  project_id: z.number(),
  path: z.string(),
  language: z.string(),
  terms: z.string(),
});

export function readChunk(row: Row): StoredChunk {
  const {
    file_id: file,
    start_line: startLine,
    end_line: endLine,
    project_id: project,
    ...chunk
  } = ChunkRow.parse(row);
  return { ...chunk, file, startLine, endLine, project };
}
