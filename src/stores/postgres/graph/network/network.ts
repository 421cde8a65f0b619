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
import {
  ENDS,
  edgesOf,
  MAX_KEYS,
  NODE_PREFIX,
  networkEdge,
  nodeId,
  nodesOf,
  rowsOf,
  summed,
} from '../../../rows/network.ts';
import { METADATA } from '../../memories/memory-row.ts';
import type { Database } from '../../server/database.ts';
import { prepared, type Sql, sql } from '../../server/sql.ts';
import { FileNodes, SymbolNodes } from './code-nodes.ts';
import { type EdgeKind, edgeCounts, edgeKinds, edgesAfter, edgesAt, edgeTypes } from './edges.ts';
import { EntityNodes } from './entity-nodes.ts';
import { MemoryNodes } from './memory-nodes.ts';
import type { NodeKind } from './node-kind.ts';
import { betweenFirsts, withOverloads } from './overloads.ts';
import { Reach } from './reach.ts';

/** Everything stored, as one graph. A node's id is the letter of its kind and its row. */
export class PostgresNetwork implements StoredNetwork {
  readonly #reach: Reach;
  readonly #nodeKinds: readonly NodeKind[];
  readonly #edgeKinds: readonly EdgeKind[];

  constructor(database: Database, filter: SearchFilter) {
    this.#reach = new Reach(database, filter);
    this.#nodeKinds = [
      new MemoryNodes(this.#reach),
      new EntityNodes(this.#reach),
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
    const found = await Promise.all(
      this.#nodeKinds.map((kind) => {
        const rows = rowsOf(ids, kind.shape.prefix);
        return rows.length > 0 ? kind.load(rows, wanted) : [];
      }),
    );
    return found.flat();
  }

  async edges(nodes: readonly string[], direction: Direction, types: readonly string[] | null): Promise<NetworkEdge[]> {
    const asked = await withOverloads(this.#reach, nodes);
    const questions = this.#edgeKinds.flatMap((kind) =>
      ENDS[direction].flatMap((end) => edgesAt(this.#reach, kind, asked, end, types).map((query) => ({ kind, query }))),
    );
    const answers = await this.#reach.together(questions.map(({ query }) => prepared(query)));
    const found = new Map<string, NetworkEdge>();
    for (const [i, { kind }] of questions.entries()) {
      for (const row of answers[i] ?? []) {
        const edge = networkEdge(kind.prefix, kind.properties ?? [], row);
        found.set(edge.id, edge);
      }
    }
    return betweenFirsts(this.#reach, [...found.values()]);
  }

  async edgesOfType(types: readonly string[] | null, page: Page): Promise<NetworkEdge[]> {
    const found = await edgesOf(this.#edgeKinds, page, async (kind, part) => {
      const rows = await this.#reach.all(edgesAfter(this.#reach, kind, types, part));
      return rows.map((row) => networkEdge(kind.prefix, kind.properties ?? [], row));
    });
    return betweenFirsts(this.#reach, found);
  }

  async countNodes(labels: readonly string[], by: readonly string[]): Promise<NodeCount[] | null> {
    const kinds = this.#nodeKinds.filter((kind) => labels.every((label) => kind.shape.labels.includes(label)));
    const counts = await Promise.all(kinds.map((kind) => kind.countBy?.(labels, by) ?? null));
    return counts.every((each) => each !== null) ? counts.flat() : null;
  }

  async edgeTypes(): Promise<string[]> {
    const answers = await this.#reach.together(this.#edgeKinds.map((kind) => prepared(edgeTypes(this.#reach, kind))));
    return [...new Set(answers.flat().map(({ type }) => String(type)))];
  }

  async schema(): Promise<NetworkSchema> {
    const answers = await this.#reach.together([
      ...this.#nodeKinds.map(({ counting }) => counting),
      ...this.#edgeKinds.map((kind) => edgeCounts(this.#reach, kind)),
      this.#someKeys(MAX_KEYS),
    ]);
    const labels = summed(this.#nodeKinds.flatMap((kind, i) => [...kind.counted(answers[i] ?? [])]));
    const edges = answers.slice(this.#nodeKinds.length, -1).flat();
    const types = summed(edges.map((row) => [String(row.type), Number(row.n)]));
    const properties = new Set([
      ...this.#nodeKinds.flatMap(({ shape }) => shape.properties),
      ...(answers.at(-1) ?? []).map((row) => String(row.key)),
    ]);
    return { labels, types, propertyKeys: [...properties].sort() };
  }

  async metadataKeys(): Promise<string[] | null> {
    const rows = await this.#reach.all(this.#someKeys(MAX_KEYS + 1));
    return rows.length > MAX_KEYS ? null : rows.map(({ key }) => String(key));
  }

  #someKeys(limit: number): Sql {
    return sql`SELECT DISTINCT k.key FROM memories m, json_object_keys(${METADATA}) k(key)
      WHERE m.metadata <> '{}' AND ${this.#reach.memories('m')} LIMIT ${limit}`;
  }
}
