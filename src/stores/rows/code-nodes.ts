// Files and symbols as nodes of one graph.
import * as z from 'zod';
import type { NetworkNode } from '../../engine/graph/network.ts';
import { FILE, fileProperties, SYMBOL_LABELS, symbolProperties } from '../../engine/graph/nodes.ts';
import { NODE_PREFIX, type NodeShape, nodeId, summed } from './network.ts';
import type { Row } from './row.ts';

const FileRow = z.object({
  row: z.number(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  lines: z.number(),
});

const SymbolRow = z.object({
  row: z.number(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  kind: z.string(),
  name: z.string(),
  container: z.string().nullable(),
  signature: z.string(),
  docstring: z.string().nullable(),
  start_line: z.number(),
  end_line: z.number(),
});

export const FILE_NODES: NodeShape = {
  prefix: NODE_PREFIX.file,
  labels: [FILE],
  properties: ['id', 'name', 'path', 'language', 'lines', 'project'],
};
export const SYMBOL_NODES: NodeShape = {
  prefix: NODE_PREFIX.symbol,
  labels: [...new Set(Object.values(SYMBOL_LABELS))],
  properties: ['id', 'name', 'kind', 'signature', 'docstring', 'container', 'path', 'start_line', 'end_line'],
};

export function fileNode(found: Row): NetworkNode {
  const { row, ...file } = FileRow.parse(found);
  return { id: nodeId(NODE_PREFIX.file, row), labels: [FILE], properties: fileProperties(file) };
}

export function symbolNode(found: Row): NetworkNode {
  const { row, start_line: startLine, end_line: endLine, ...symbol } = SymbolRow.parse(found);
  const label = SYMBOL_LABELS[symbol.kind];
  return {
    id: nodeId(NODE_PREFIX.symbol, row),
    labels: label === undefined ? [] : [label],
    properties: symbolProperties({ ...symbol, startLine, endLine }),
  };
}

/** The symbol kinds that have all of these labels. */
export const kindsWith = (labels: readonly string[]): string[] =>
  Object.keys(SYMBOL_LABELS).filter((kind) => labels.every((label) => label === SYMBOL_LABELS[kind]));

/** Turns counts by symbol kind into counts by label. */
export const symbolCounts = (rows: readonly Row[]): Map<string, number> =>
  summed(
    rows.flatMap((row) => {
      const label = SYMBOL_LABELS[String(row.kind)];
      return label === undefined ? [] : [[label, Number(row.n)] as const];
    }),
  );
