// The values of a query. An integer is a whole JavaScript number, or a bigint when that would not be exact; any other
// number is a float, and Float marks one that happens to be whole.
import { Float, type NetworkEdge, type NetworkNode } from '../network.ts';

export type CypherValue =
  | null
  | boolean
  | number
  | bigint
  | Float
  | string
  | CypherNode
  | CypherRelationship
  | CypherPath
  | readonly CypherValue[]
  | CypherMap;

export interface CypherMap {
  readonly [key: string]: CypherValue;
}

export class CypherNode {
  readonly id: string;
  /** Null until more than the node's identity is needed. */
  content: NetworkNode | null;

  constructor(id: string, content: NetworkNode | null = null) {
    this.id = id;
    this.content = content;
  }
}

export class CypherRelationship {
  readonly edge: NetworkEdge;
  /** Its start and end nodes; set only for queries that use them. */
  ends: readonly [CypherNode, CypherNode] | null = null;

  constructor(edge: NetworkEdge) {
    this.edge = edge;
  }
}

export class CypherPath {
  readonly nodes: readonly CypherNode[];
  readonly relationships: readonly CypherRelationship[];

  constructor(nodes: readonly CypherNode[], relationships: readonly CypherRelationship[]) {
    this.nodes = nodes;
    this.relationships = relationships;
  }
}

export type ValueKind =
  | 'null'
  | 'boolean'
  | 'integer'
  | 'float'
  | 'string'
  | 'list'
  | 'map'
  | 'node'
  | 'relationship'
  | 'path';

export function kindOf(value: CypherValue): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'float';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'integer';
  }
  if (value === null) return 'null';
  if (isList(value)) return 'list';
  if (value instanceof CypherNode) return 'node';
  if (value instanceof CypherRelationship) return 'relationship';
  if (value instanceof CypherPath) return 'path';
  return value instanceof Float ? 'float' : 'map';
}

/** The kind of a value, for messages. */
export const describe = (value: CypherValue): string => (value === null ? 'null' : `a value of type ${kindOf(value)}`);

export const isList = (value: CypherValue): value is readonly CypherValue[] => Array.isArray(value);

export const isMap = (value: CypherValue): value is CypherMap => kindOf(value) === 'map';

/** A map that can hold any key, even `__proto__`. */
export function mapOf(entries: Iterable<readonly [string, CypherValue]>): CypherMap {
  const map: Record<string, CypherValue> = Object.create(null);
  for (const [key, value] of entries) map[key] = value;
  return map;
}

export const entryOf = (map: CypherMap, key: string): CypherValue =>
  Object.hasOwn(map, key) ? (map[key] ?? null) : null;

const NO_PROPERTIES: CypherMap = mapOf([]);

/** The properties of a node, relationship or map; null for anything else. */
export function propertiesOf(value: CypherValue): CypherMap | null {
  if (value instanceof CypherNode) return value.content?.properties ?? NO_PROPERTIES;
  if (value instanceof CypherRelationship) return value.edge.properties;
  return null;
}

export const labelsOf = (node: CypherNode): readonly string[] => node.content?.labels ?? [];
