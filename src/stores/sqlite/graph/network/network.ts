import type {
  NetworkEdge,
  NetworkNode,
  NetworkSchema,
  NodeCount,
  NodeMatch,
  Page,
  StoredNetwork,
  Wanted,
} from '../../../../engine/graph/network.ts';
import type { SearchFilter } from '../../../../engine/memories/ports.ts';
import type { Direction } from '../../../../engine/model.ts';
import { yieldToEventLoop } from '../../../../engine/waiting.ts';
import { ENDS, edgesOf, MAX_KEYS, NODE_PREFIX, nodeId, nodesOf, rowsOf, summed } from '../../../rows/network.ts';
import type { Database } from '../../file/database.ts';
import type { SqliteMemories } from '../../memories/memories.ts';
import type { Scopes } from '../../memories/scopes.ts';
import type { SqliteGraph } from '../graph.ts';
import { FileNodes, SymbolNodes } from './code-nodes.ts';
import { type EdgeKind, edgeCounts, edgeKinds, edgesAfter, edgesAt, edgeTypes } from './edges.ts';
import { EntityNodes } from './entity-nodes.ts';
import { MemoryNodes } from './memory-nodes.ts';
import type { NodeKind } from './node-kind.ts';
import { betweenFirsts, withOverloads } from './overloads.ts';
import { Reach } from './reach.ts';

/** Everything stored, as one graph. A node's id is the letter of its kind and its row. */
export class SqliteNetwork implements StoredNetwork {
  readonly #reach: Reach;
  readonly #nodeKinds: readonly NodeKind[];
  readonly #edgeKinds: readonly EdgeKind[];

  constructor(database: Database, scopes: Scopes, memories: SqliteMemories, graph: SqliteGraph, filter: SearchFilter) {
    this.#reach = new Reach(database, scopes, filter);
    this.#nodeKinds = [
      new MemoryNodes(this.#reach, memories),
      new EntityNodes(this.#reach, graph),
      new FileNodes(this.#reach),
      new SymbolNodes(this.#reach),
    ];
    this.#edgeKinds = edgeKinds(this.#reach);
  }

  idOf(kind: 'memory' | 'entity', row: number): string {
    return nodeId(NODE_PREFIX[kind], row);
  }

  nodes(match: NodeMatch, wanted: Wanted, page: Page): Promise<NetworkNode[]> {
    return nodesOf(this.#nodeKinds, match, wanted, page);
  }

  async nodesById(ids: readonly string[], wanted: Wanted): Promise<NetworkNode[]> {
    const found: NetworkNode[] = [];
    for (const kind of this.#nodeKinds) {
      const rows = rowsOf(ids, kind.shape.prefix);
      if (rows.length > 0) found.push(...(await kind.load(rows, wanted)));
    }
    return found;
  }

  async edges(nodes: readonly string[], direction: Direction, types: readonly string[] | null): Promise<NetworkEdge[]> {
    const found = new Map<string, NetworkEdge>();
    const asked = withOverloads(this.#reach, nodes);
    for (const kind of this.#edgeKinds) {
      for (const end of ENDS[direction]) {
        for (const edge of edgesAt(this.#reach, kind, asked, end, types)) found.set(edge.id, edge);
      }
    }
    return betweenFirsts(this.#reach, [...found.values()]);
  }

  async edgesOfType(types: readonly string[] | null, page: Page): Promise<NetworkEdge[]> {
    const found = await edgesOf(this.#edgeKinds, page, (kind, part) => edgesAfter(this.#reach, kind, types, part));
    return betweenFirsts(this.#reach, found);
  }

  async countNodes(labels: readonly string[], by: readonly string[]): Promise<NodeCount[] | null> {
    const kinds = this.#nodeKinds.filter((kind) => labels.every((label) => kind.shape.labels.includes(label)));
    const counts = kinds.map((kind) => kind.countBy?.(labels, by) ?? null);
    return counts.every((each) => each !== null) ? counts.flat() : null;
  }

  async schema(): Promise<NetworkSchema> {
    const labels = summed(this.#nodeKinds.flatMap((kind) => [...kind.counts()]));
    const edges: [type: string, n: number][] = [];
    for (const kind of this.#edgeKinds) {
      await yieldToEventLoop();
      edges.push(...edgeCounts(this.#reach, kind));
    }
    const properties = new Set([
      ...this.#nodeKinds.flatMap(({ shape }) => shape.properties),
      ...this.#someKeys(MAX_KEYS),
    ]);
    return { labels, types: summed(edges), propertyKeys: [...properties].sort() };
  }

  async edgeTypes(): Promise<string[]> {
    const types = new Set<string>();
    for (const kind of this.#edgeKinds) {
      await yieldToEventLoop();
      for (const type of edgeTypes(this.#reach, kind)) types.add(type);
    }
    return [...types];
  }

  async metadataKeys(): Promise<string[] | null> {
    const keys = this.#someKeys(MAX_KEYS + 1);
    return keys.length > MAX_KEYS ? null : keys;
  }

  #someKeys(limit: number): string[] {
    const { sql, values } = this.#reach.memories('m');
    const rows = this.#reach.database.all(
      `SELECT DISTINCT k.key FROM memories m, json_each(m.metadata) k WHERE m.metadata <> '{}' AND ${sql} LIMIT ?`,
      ...values,
      limit,
    );
    return rows.map((row) => String(row.key));
  }
}
