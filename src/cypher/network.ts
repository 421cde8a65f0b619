// The port of this folder: the graph as a query sees it, with labelled nodes, typed edges and properties on both.
// A store answers in batches.

/** The direction of an edge, seen from one of its ends. */
export type Direction = 'outgoing' | 'incoming' | 'both';

/** A float without a fraction: 2.0 is not the integer 2. JSON does not distinguish them, so a store need not use it. */
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

/** The properties that the caller uses; others may be left out. */
export type Wanted = readonly string[] | 'all';

export interface NodeMatch {
  /** The node must have all of them; an empty list admits every node. */
  readonly labels: readonly string[];
  /** Required property values. The store may use an index, or ignore what it cannot index: the caller checks again. */
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

/** How many nodes have these values, in the order of the requested properties; null for a missing one. */
export interface NodeCount {
  readonly values: readonly Value[];
  readonly count: number;
}

/** The graph that one actor may see at one moment. No edge leads to a node that the actor cannot see. */
export interface Network {
  /** In id order, after a given id. */
  nodes(match: NodeMatch, wanted: Wanted, page: Page): Promise<NetworkNode[]>;
  nodesById(ids: readonly string[], wanted: Wanted): Promise<NetworkNode[]>;
  /** The edges at these nodes in that direction, each once. Null `types` admits all. */
  edges(nodes: readonly string[], direction: Direction, types: readonly string[] | null): Promise<NetworkEdge[]>;
  /** All edges of these types, in id order. */
  edgesOfType(types: readonly string[] | null, page: Page): Promise<NetworkEdge[]>;
  /** Labels and edge types with their counts, and the property keys. */
  schema(): Promise<NetworkSchema>;
  /**
   * Counts the nodes with all of these labels, by the values of these properties; a group may come in parts. Null when
   * that would mean reading every node; a store that can never count omits the method.
   */
  countNodes?(labels: readonly string[], by: readonly string[]): Promise<readonly NodeCount[] | null>;
}
