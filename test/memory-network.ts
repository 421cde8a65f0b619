// An in-memory graph behind Cypher's port, for tests and measurements.
import {
  type Direction,
  Float,
  type Network,
  type NetworkEdge,
  type NetworkNode,
  type NetworkSchema,
  type NodeCount,
  type NodeMatch,
  type Page,
  type Value,
  type Wanted,
} from '../src/cypher/index.ts';

type Properties = Readonly<Record<string, Value>>;

const padded = (prefix: string, count: number): string => `${prefix}${String(count).padStart(9, '0')}`;

export class MemoryNetwork implements Network {
  readonly #nodes = new Map<string, NetworkNode>();
  readonly #byLabel = new Map<string, NetworkNode[]>();
  readonly #edges = new Map<string, NetworkEdge>();
  readonly #outgoing = new Map<string, NetworkEdge[]>();
  readonly #incoming = new Map<string, NetworkEdge[]>();
  readonly #types = new Map<string, number>();
  readonly #keys = new Set<string>();
  readonly #byProperty = new Map<string, NetworkNode[]>();
  #created = 0;
  #nodeList: NetworkNode[] | null = null;
  #edgeList: NetworkEdge[] | null = null;
  /** The number of calls to the store, by method. */
  readonly asked: string[] = [];

  addNode(labels: readonly string[], properties: Properties = {}): string {
    const node = { id: padded('n', ++this.#created), labels, properties };
    this.#nodes.set(node.id, node);
    this.#nodeList = null;
    for (const [key, value] of Object.entries(properties)) {
      this.#keys.add(key);
      listIn(this.#byProperty, indexKey(key, value)).push(node);
    }
    for (const label of new Set(labels)) listIn(this.#byLabel, label).push(node);
    return node.id;
  }

  addEdge(from: string, type: string, to: string, properties: Properties = {}): string {
    const edge = { id: padded('e', ++this.#created), type, from, to, properties };
    this.#edges.set(edge.id, edge);
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    for (const key of Object.keys(properties)) this.#keys.add(key);
    this.#edgeList = null;
    listIn(this.#outgoing, from).push(edge);
    listIn(this.#incoming, to).push(edge);
    return edge.id;
  }

  removeEdge(id: string): void {
    const edge = this.#edges.get(id);
    if (!edge) return;
    this.#edges.delete(id);
    this.#types.set(edge.type, (this.#types.get(edge.type) ?? 1) - 1);
    this.#edgeList = null;
    for (const list of [listIn(this.#outgoing, edge.from), listIn(this.#incoming, edge.to)])
      list.splice(list.indexOf(edge), 1);
  }

  async nodes({ labels, equal = {} }: NodeMatch, wanted: Wanted, { after, limit }: Page): Promise<NetworkNode[]> {
    this.asked.push('nodes');
    const [label] = labels;
    const [[key, value] = []] = Object.entries(equal);
    const all =
      key !== undefined && value !== undefined
        ? (this.#byProperty.get(indexKey(key, value)) ?? [])
        : label === undefined
          ? this.#all()
          : (this.#byLabel.get(label) ?? []);
    const found: NetworkNode[] = [];
    for (let index = after === null ? 0 : firstAfter(all, after); index < all.length && found.length < limit; index++) {
      const node = all[index];
      if (node && labels.every((each) => node.labels.includes(each))) found.push(only(node, wanted));
    }
    return found;
  }

  async nodesById(ids: readonly string[], wanted: Wanted): Promise<NetworkNode[]> {
    this.asked.push('nodesById');
    return ids.flatMap((id) => {
      const node = this.#nodes.get(id);
      return node ? only(node, wanted) : [];
    });
  }

  async edges(nodes: readonly string[], direction: Direction, types: readonly string[] | null): Promise<NetworkEdge[]> {
    this.asked.push('edges');
    const found = new Set<NetworkEdge>();
    const add = (edges: readonly NetworkEdge[] = []) => {
      for (const edge of edges) if (!types || types.includes(edge.type)) found.add(edge);
    };
    for (const id of nodes) {
      if (direction !== 'incoming') add(this.#outgoing.get(id));
      if (direction !== 'outgoing') add(this.#incoming.get(id));
    }
    return [...found];
  }

  async edgesOfType(types: readonly string[] | null, { after, limit }: Page): Promise<NetworkEdge[]> {
    this.asked.push('edgesOfType');
    const found: NetworkEdge[] = [];
    this.#edgeList ??= [...this.#edges.values()];
    const all = this.#edgeList;
    for (let index = after === null ? 0 : firstAfter(all, after); index < all.length && found.length < limit; index++) {
      const edge = all[index];
      if (edge && (!types || types.includes(edge.type))) found.push(edge);
    }
    return found;
  }

  /** Only by strings; other values are left to the query. */
  async countNodes(labels: readonly string[], by: readonly string[]): Promise<NodeCount[] | null> {
    if (by.length === 0) return null;
    this.asked.push('countNodes');
    const nodes = this.#all().filter((node) => labels.every((label) => node.labels.includes(label)));
    const counts = nodes.map(({ properties }) => ({ values: by.map((key) => properties[key] ?? null), count: 1 }));
    const isText = counts.every(({ values }) => values.every((value) => value === null || typeof value === 'string'));
    return isText ? counts : null;
  }

  async schema(): Promise<NetworkSchema> {
    this.asked.push('schema');
    const labels = new Map([...this.#byLabel].map(([label, nodes]) => [label, nodes.length]));
    return { labels, types: new Map(this.#types), propertyKeys: [...this.#keys] };
  }

  #all(): NetworkNode[] {
    this.#nodeList ??= [...this.#nodes.values()];
    return this.#nodeList;
  }
}

/** Returns only what was requested, so that a query that requests too little fails. */
const only = (node: NetworkNode, wanted: Wanted): NetworkNode =>
  wanted === 'all'
    ? node
    : {
        ...node,
        properties: Object.fromEntries(Object.entries(node.properties).filter(([key]) => wanted.includes(key))),
      };

/** A float is passed as a plain number. */
const indexKey = (key: string, value: Value): string =>
  value instanceof Float ? indexKey(key, value.value) : `${key} ${typeof value} ${String(value)}`;

function listIn<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

/** The position after an id in a list ordered by id. */
function firstAfter(list: readonly { readonly id: string }[], id: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.id ?? '') <= id) low = middle + 1;
    else high = middle;
  }
  return low;
}
