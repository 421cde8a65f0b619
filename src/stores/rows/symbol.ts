// Symbols, references to them and chunks of code, as rows.
import * as z from 'zod';
import {
  CERTAINTIES,
  type CodeEdge,
  type Definition,
  type StoredChunk,
  type StoredReference,
} from '../../engine/code/ports.ts';
import { REFERENCE_KINDS, SYMBOL_KINDS } from '../../engine/code/symbols.ts';
import { type Row, Texts } from './row.ts';

const DefinitionRow = z.object({
  id: z.number(),
  project_id: z.number(),
  file_id: z.number(),
  path: z.string(),
  language: z.string(),
  kind: z.enum(SYMBOL_KINDS),
  name: z.string(),
  container: z.string().nullable(),
  signature: z.string(),
  docstring: z.string().nullable(),
  line: z.number(),
  start_line: z.number(),
  end_line: z.number(),
  digest: z.string(),
});

const ReferenceRow = z.object({
  id: z.number(),
  file_id: z.number(),
  symbol_id: z.number().nullable(),
  kind: z.enum(REFERENCE_KINDS),
  name: z.string(),
  qualifier: z.string().nullable(),
  receiver: z.string().nullable(),
  alias: z.string().nullable(),
  line: z.number(),
  scope: z.string().nullable(),
});

const EdgeRow = z.object({
  kind: z.enum(REFERENCE_KINDS),
  certainty: z.enum(CERTAINTIES),
  line: z.number(),
  from_file: z.number(),
  from_symbol: z.number().nullable(),
  to_file: z.number(),
  to_symbol: z.number(),
});

const ChunkRow = z.object({
  id: z.number(),
  file_id: z.number(),
  start_line: z.number(),
  end_line: z.number(),
  kind: z.enum(SYMBOL_KINDS).nullable(),
  name: z.string().nullable(),
  container: z.string().nullable(),
  defines: Texts,
  text: z.string(),
  project_id: z.number(),
  path: z.string(),
  language: z.string(),
  terms: z.string(),
});

export function readDefinition(row: Row): Definition {
  const found = DefinitionRow.parse(row);
  const { project_id: project, file_id: file, start_line: startLine, end_line: endLine, ...definition } = found;
  return { ...definition, project, file, startLine, endLine };
}

export function readReference(row: Row): StoredReference {
  const { file_id: file, symbol_id: from, ...reference } = ReferenceRow.parse(row);
  return { ...reference, file, from };
}

export function readEdge(row: Row): CodeEdge {
  const edge = EdgeRow.parse(row);
  return {
    kind: edge.kind,
    certainty: edge.certainty,
    line: edge.line,
    from: { file: edge.from_file, symbol: edge.from_symbol },
    to: { file: edge.to_file, symbol: edge.to_symbol || null },
  };
}

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
