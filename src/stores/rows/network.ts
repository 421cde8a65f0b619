// Rows as nodes of one graph.
import { z } from 'zod';
import type { NetworkEdge, NetworkNode, Value } from '../../engine/graph/network.ts';
import { MEMORY, memoryLabels } from '../../engine/graph/nodes.ts';
import { traceLabel } from '../../engine/memories/trace.ts';
import { MemoryType } from '../../engine/model.ts';
import type { Row } from './row.ts';

/** A node's id is the letter of its kind and its row. */
export const NODE_PREFIX = { memory: 'm', entity: 'e', file: 'f', symbol: 's' } as const;

export const nodeId = (prefix: string, row: unknown): string => `${prefix}${row}`;

/** The row numbers of the ids that start with this letter. */
export const rowsOf = (ids: readonly string[], prefix: string): number[] =>
  ids.filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length)));

/** The labels of each stored type. */
const LABELS = new Map(MemoryType.options.map((type): [string, string[]] => [type, memoryLabels(type)]));
const labelsOf = (type: string | null): string[] => LABELS.get(type ?? '') ?? [MEMORY];

/** A memory as a node, from only its type and kind. */
export function lightNode(found: Row): NetworkNode {
  const kind = String(found.kind);
  const type = found.type === null ? null : String(found.type);
  return {
    id: nodeId(NODE_PREFIX.memory, found.row),
    labels: labelsOf(type),
    properties: { type: type ?? kind, kind },
  };
}

/** The types that have all of these labels; null if none can. */
export function typesWith(labels: readonly string[]): readonly MemoryType[] | 'any' | null {
  const narrow = labels.filter((label) => label !== MEMORY);
  if (narrow.length === 0) return 'any';
  const types = MemoryType.options.filter((type) => narrow.every((label) => traceLabel(type) === label));
  return types.length > 0 ? types : null;
}

const Property = z.union([z.string(), z.number(), z.null()]);

/** A row with `id`, `type`, `source`, `target` and these columns as an edge of a kind. */
export function networkEdge(prefix: string, columns: readonly string[], row: Row): NetworkEdge {
  const properties: Record<string, Value> = {};
  for (const column of columns) {
    const name = column.slice(column.indexOf('.') + 1);
    properties[name] = Property.parse(row[name]);
  }
  return {
    id: nodeId(prefix, row.id),
    type: String(row.type),
    from: String(row.source),
    to: String(row.target),
    properties,
  };
}
