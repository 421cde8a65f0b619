// Memories as nodes of one graph.
import type { NetworkNode, Wanted } from '../../engine/graph/network.ts';
import { MEMORY, memoryLabels, memoryProperties } from '../../engine/graph/nodes.ts';
import { TRACE_LABELS, traceLabel } from '../../engine/memories/project-types.ts';
import { type Memory, MemoryType } from '../../engine/model.ts';
import { NODE_PREFIX, type NodeShape, nodeId, summed } from './network.ts';
import type { Row } from './row.ts';

/** Without the properties from a memory's metadata. */
export const MEMORY_NODES: NodeShape = {
  prefix: NODE_PREFIX.memory,
  labels: TRACE_LABELS,
  properties: ['id', 'name', 'type', 'kind', 'content', 'importance', 'created_at', 'updated_at', 'valid_from'],
};

/** Properties that can be read without loading the whole memory. */
const LIGHT = new Set(['type', 'kind']);
export const isLight = (wanted: Wanted): boolean => wanted !== 'all' && wanted.every((name) => LIGHT.has(name));

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

export const memoryNode = (memory: Memory): NetworkNode => ({
  id: nodeId(NODE_PREFIX.memory, memory.row),
  labels: memoryLabels(memory.type),
  properties: memoryProperties(memory),
});

/** The types that have all of these labels; null if none can. */
export function typesWith(labels: readonly string[]): readonly MemoryType[] | 'any' | null {
  const narrow = labels.filter((label) => label !== MEMORY);
  if (narrow.length === 0) return 'any';
  const types = MemoryType.options.filter((type) => narrow.every((label) => traceLabel(type) === label));
  return types.length > 0 ? types : null;
}

/** Turns counts by type into counts by label. */
export const memoryCounts = (rows: readonly Row[]): Map<string, number> =>
  summed(
    rows.flatMap((row) =>
      memoryLabels(MemoryType.nullable().parse(row.type)).map((label) => [label, Number(row.n)] as const),
    ),
  );
