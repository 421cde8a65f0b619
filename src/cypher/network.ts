// The port of this folder: the graph as a query sees it, nodes with labels, edges with a type, properties on both. A
// store answers in batches.

/** How an edge is seen from one of its ends. */
export type Direction = 'outgoing' | 'incoming' | 'both';

/** A float that has no fraction: 2.0 is not the integer 2. JSON cannot tell them apart, so a store need not use it. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

export type Value =
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | readonly Value[]
  | { readonly [key: string]: Value };

export interface NetworkNode {
  readonly id: string;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, Value>>;
}

export interface NetworkEdge {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly properties: Readonly<Record<string, Value>>;
}

/** Which properties the caller will look at; the others may be left out. */
export type Wanted = readonly string[] | 'all';

export interface NodeMatch {
  /** All of them; none admits every node. */
  readonly labels: readonly string[];
  /** Equal to these. The store may use an index, or ignore what it cannot index: the caller checks again. */
  readonly equal?: Readonly<Record<string, string | number | boolean>>;
}

export interface Page {
  readonly after: string | null;
  readonly limit: number;
}

export interface NetworkSchema {
  readonly labels: ReadonlyMap<string, number>;
  readonly types: ReadonlyMap<string, number>;
  readonly propertyKeys: readonly string[];
}

/** How many nodes have these values, in the order of the properties that were asked for; null where a node has none. */
export interface NodeCount {
  readonly values: readonly Value[];
  readonly count: number;
}

/** The graph as one actor may see it at one moment. No edge leads to a node that the actor cannot see. */
export interface Network {
  /** In the order of their ids, beginning after one. */
  nodes(match: NodeMatch, wanted: Wanted, page: Page): Promise<NetworkNode[]>;
  nodesById(ids: readonly string[], wanted: Wanted): Promise<NetworkNode[]>;
  /** The edges that touch these nodes in that direction; each once. `types` null admits all. */
  edges(nodes: readonly string[], direction: Direction, types: readonly string[] | null): Promise<NetworkEdge[]>;
  /** All edges of these types, in the order of their ids. */
  edgesOfType(types: readonly string[] | null, page: Page): Promise<NetworkEdge[]>;
  /** What there is: labels and edge types with how often, and the property keys. */
  schema(): Promise<NetworkSchema>;
  /**
   * How many nodes bear all of these labels, by the values of these properties; a group may come in parts. Null where that
   * takes a look at every node; a store that can never tell leaves it out.
   */
  countNodes?(labels: readonly string[], by: readonly string[]): Promise<readonly NodeCount[] | null>;
}
