// The network as one query sees it: nothing is read twice, and nothing is read that the query does not use.

import type { Budget } from '../budget.ts';
import type { Direction, Network, NetworkEdge, NetworkSchema, NodeMatch, Page, Wanted } from '../network.ts';
import { CypherNode, CypherRelationship } from '../values/value.ts';

/** Ids per request to the store. */
const CHUNK = 500;
const MAX_NODES = 200_000;
const MAX_RELATIONSHIPS = 300_000;
/** Approximate size of a cached relationship. */
const BYTES_EACH = 200;

type Adjacency = Map<string, CypherRelationship[]>;

export class GraphView {
  readonly #network: Network;
  #wanted: Wanted = 'all';
  readonly #withEnds: boolean;
  readonly #budget: Budget;
  #nodes = new Map<string, CypherNode>();
  #adjacent = new Map<string, Adjacency>();
  #relationships = 0;
  #schema: Promise<NetworkSchema> | null = null;

  constructor(network: Network, withEnds: boolean, budget: Budget) {
    this.#network = network;
    this.#withEnds = withEnds;
    this.#budget = budget;
  }

  /** Limits the properties to read; by default all are read. */
  want(properties: Wanted): void {
    this.#wanted = properties;
  }

  schema(): Promise<NetworkSchema> {
    this.#schema ??= this.#network.schema();
    return this.#schema;
  }

  node(id: string): CypherNode {
    const known = this.#nodes.get(id);
    if (known) return known;
    if (this.#nodes.size >= MAX_NODES) this.#nodes = new Map();
    const node = new CypherNode(id);
    this.#nodes.set(id, node);
    return node;
  }

  async nodes(match: NodeMatch, page: Page): Promise<CypherNode[]> {
    const found = await this.#network.nodes(match, this.#wanted, page);
    await this.#pause();
    return found.map((content) => new CypherNode(content.id, content));
  }

  async nodesById(ids: readonly string[]): Promise<CypherNode[]> {
    const found = await this.#network.nodesById(ids, this.#wanted);
    return found.map((content) => new CypherNode(content.id, content));
  }

  /** Reads labels and properties of nodes not loaded yet. */
  async load(nodes: Iterable<CypherNode>): Promise<void> {
    const missing = new Map<string, CypherNode[]>();
    for (const node of nodes) {
      if (node.content) continue;
      const same = missing.get(node.id);
      if (!same) missing.set(node.id, [node]);
      else if (!same.includes(node)) same.push(node);
    }
    const ids = [...missing.keys()];
    for (let start = 0; start < ids.length; start += CHUNK) {
      const chunk = ids.slice(start, start + CHUNK);
      const found = await this.#network.nodesById(chunk, this.#wanted);
      for (const content of found) for (const node of missing.get(content.id) ?? []) node.content = content;
      // A node deleted between two reads has no labels or properties.
      for (const id of chunk)
        for (const node of missing.get(id) ?? []) node.content ??= { id, labels: [], properties: {} };
      await this.#pause();
    }
  }

  async relationships(types: readonly string[] | null, page: Page): Promise<CypherRelationship[]> {
    const found = (await this.#network.edgesOfType(types, page)).map((edge) => new CypherRelationship(edge));
    await this.#addEnds(found);
    await this.#pause();
    return found;
  }

  /** The relationships at each of these nodes; a loop counts once. */
  async adjacent(
    ids: Iterable<string>,
    direction: Direction,
    types: readonly string[] | null,
  ): Promise<ReadonlyMap<string, readonly CypherRelationship[]>> {
    if (this.#relationships > MAX_RELATIONSHIPS) {
      this.#adjacent = new Map();
      this.#budget.release(this.#relationships * BYTES_EACH);
      this.#relationships = 0;
    }
    const kind = `${direction} ${types?.join('|') ?? ''}`;
    const known: Adjacency = this.#adjacent.get(kind) ?? new Map();
    this.#adjacent.set(kind, known);
    const missing = [...new Set(ids)].filter((id) => !known.has(id));
    for (let start = 0; start < missing.length; start += CHUNK) {
      const chunk = missing.slice(start, start + CHUNK);
      for (const id of chunk) known.set(id, []);
      const edges = await this.#network.edges(chunk, direction, types);
      const asked = new Set(chunk);
      const found = edges.map((edge) => new CypherRelationship(edge));
      for (const relationship of found) {
        for (const id of touched(relationship.edge, direction)) if (asked.has(id)) known.get(id)?.push(relationship);
      }
      this.#relationships += edges.length;
      this.#budget.hold(edges.length * BYTES_EACH);
      await this.#addEnds(found);
      await this.#pause();
    }
    return known;
  }

  async #addEnds(relationships: readonly CypherRelationship[]): Promise<void> {
    if (!this.#withEnds) return;
    for (const relationship of relationships) {
      relationship.ends = [this.node(relationship.edge.from), this.node(relationship.edge.to)];
    }
    await this.load(relationships.flatMap(({ ends }) => ends ?? []));
  }

  async #pause(): Promise<void> {
    if (this.#budget.due()) await this.#budget.yieldToEventLoop();
  }
}

function touched({ from, to }: NetworkEdge, direction: Direction): readonly string[] {
  if (direction === 'outgoing') return [from];
  if (direction === 'incoming') return [to];
  return from === to ? [from] : [from, to];
}
