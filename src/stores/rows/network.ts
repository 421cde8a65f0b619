// The whole store as one graph, independent of the kinds of nodes and edges.
import * as z from 'zod';
import type { NetworkEdge, NetworkNode, NodeMatch, Page, Value, Wanted } from '../../engine/graph/network.ts';
import { ENTITY, entityProperties } from '../../engine/graph/nodes.ts';
import type { Entity } from '../../engine/model.ts';
import type { Row } from './row.ts';

/** A node's id is the letter of its kind and its row. */
export const NODE_PREFIX = { memory: 'm', entity: 'e', file: 'f', symbol: 's' } as const;

export const nodeId = (prefix: string, row: unknown): string => `${prefix}${row}`;

/** The row numbers of the ids that start with this letter. */
export const rowsOf = (ids: readonly string[], prefix: string): number[] =>
  ids.filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length)));

/** The fields of metadata that are listed as properties. */
export const MAX_KEYS = 500;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Sums the counts of each label. */
export function summed(counts: readonly (readonly [label: string, n: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [label, n] of counts) sums.set(label, (sums.get(label) ?? 0) + n);
  return sums;
}

/** What the nodes of a kind look like in every store. */
export interface NodeShape {
  readonly prefix: string;
  readonly labels: readonly string[];
  readonly properties: readonly string[];
}

/** One kind of node. Rows are the store's own numbers. */
export interface NodeKind {
  readonly shape: NodeShape;
  /** Ordered by row, after the given one. */
  find(match: NodeMatch, wanted: Wanted, after: number, limit: number): Promise<NetworkNode[]>;
  load(rows: readonly number[], wanted: Wanted): Promise<NetworkNode[]>;
}

/** One page of nodes, one kind after the other. */
export async function nodesOf(
  kinds: readonly NodeKind[],
  match: NodeMatch,
  wanted: Wanted,
  { after, limit }: Page,
): Promise<NetworkNode[]> {
  const found: NetworkNode[] = [];
  const start = after === null ? 0 : kinds.findIndex(({ shape }) => after.startsWith(shape.prefix));
  for (const [index, kind] of kinds.entries()) {
    if (index < start || found.length >= limit) continue;
    if (!match.labels.every((label) => kind.shape.labels.includes(label))) continue;
    const last = index === start && after !== null ? (rowsOf([after], kind.shape.prefix)[0] ?? 0) : 0;
    found.push(...(await kind.find(match, wanted, last, limit - found.length)));
  }
  return found;
}

/** One page of edges, one kind after the other. */
export async function edgesOf<Kind extends { readonly prefix: string }>(
  kinds: readonly Kind[],
  { after, limit }: Page,
  read: (kind: Kind, page: Page) => NetworkEdge[] | Promise<NetworkEdge[]>,
): Promise<NetworkEdge[]> {
  const found: NetworkEdge[] = [];
  const start = after === null ? 0 : kinds.findIndex(({ prefix }) => after.startsWith(prefix));
  for (const [index, kind] of kinds.entries()) {
    if (index < start || found.length >= limit) continue;
    found.push(...(await read(kind, { after: index === start ? after : null, limit: limit - found.length })));
  }
  return found;
}

/** The ends at which an edge is looked up from a node. */
export const ENDS = { outgoing: ['from'], incoming: ['to'], both: ['from', 'to'] } as const;

export const ENTITY_NODES: NodeShape = {
  prefix: NODE_PREFIX.entity,
  labels: [ENTITY],
  properties: ['id', 'name', 'type', 'mentions', 'description'],
};

export const entityNode = (entity: Entity): NetworkNode => ({
  id: nodeId(NODE_PREFIX.entity, entity.row),
  labels: [ENTITY],
  properties: entityProperties(entity),
});

const Property = z.union([z.string(), z.number(), z.null()]);

/** Reads an edge from a row with `id`, `type`, `source`, `target` and these columns. */
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

/** Moves edges from overloads to the first declaration of each symbol; a row pairs a symbol with that declaration. */
export function betweenSymbols(edges: readonly NetworkEdge[], rows: readonly Row[]): NetworkEdge[] {
  const symbol = (id: unknown) => nodeId(NODE_PREFIX.symbol, id);
  const firsts = new Map(rows.map(({ id, first }) => [symbol(id), symbol(first)]));
  const first = (id: string) => firsts.get(id) ?? id;
  return edges.map((edge) => ({ ...edge, from: first(edge.from), to: first(edge.to) }));
}
