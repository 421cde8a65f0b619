// Functions on nodes, relationships and paths.
import { typeError } from '../error.ts';
import { ANY, BOOLEAN, INTEGER, listOf, MAP, NODE, RELATIONSHIP, STRING } from '../values/static-type.ts';
import {
  CypherNode,
  CypherPath,
  CypherRelationship,
  type CypherValue,
  isList,
  isMap,
  kindOf,
  labelsOf,
  mapOf,
  propertiesOf,
} from '../values/value.ts';
import type { FunctionTable } from './spec.ts';

function wrong(name: string, value: CypherValue | undefined) {
  return typeError('InvalidArgumentValue', `${name}() does not take a ${kindOf(value ?? null)}.`);
}

function node(name: string, value: CypherValue | undefined): CypherNode {
  if (value instanceof CypherNode) return value;
  throw wrong(name, value);
}

function relationship(name: string, value: CypherValue | undefined): CypherRelationship {
  if (value instanceof CypherRelationship) return value;
  throw wrong(name, value);
}

function path(name: string, value: CypherValue | undefined): CypherPath {
  if (value instanceof CypherPath) return value;
  throw wrong(name, value);
}

function idOf(value: CypherValue | undefined): string {
  if (value instanceof CypherNode) return value.id;
  if (value instanceof CypherRelationship) return value.edge.id;
  throw wrong('id', value);
}

function keys(value: CypherValue | undefined): readonly string[] {
  const properties = value === undefined ? null : propertiesOf(value);
  if (properties) return Object.keys(properties).filter((key) => properties[key] !== null);
  if (value !== undefined && isMap(value)) return Object.keys(value);
  throw wrong('keys', value);
}

export const graphFunctions: FunctionTable = {
  id: { least: 1, accepts: [['node', 'relationship']], result: STRING, run: ([value]) => idOf(value) },
  elementId: { least: 1, accepts: [['node', 'relationship']], result: STRING, run: ([value]) => idOf(value) },
  labels: {
    least: 1,
    accepts: [['node']],
    result: listOf(STRING),
    run: ([value]) => labelsOf(node('labels', value)),
  },
  type: {
    least: 1,
    accepts: [['relationship']],
    result: STRING,
    run: ([value]) => relationship('type', value).edge.type,
  },
  properties: {
    least: 1,
    accepts: [['node', 'relationship', 'map']],
    result: MAP,
    run: ([value = null]) => {
      const properties = propertiesOf(value);
      if (properties) return mapOf(Object.entries(properties).filter(([, each]) => each !== null));
      if (isMap(value)) return value;
      throw wrong('properties', value);
    },
  },
  keys: {
    least: 1,
    accepts: [['node', 'relationship', 'map']],
    result: listOf(STRING),
    run: ([value], { budget }) => {
      const found = keys(value);
      budget.step(found.length);
      return found;
    },
  },
  startNode: {
    least: 1,
    accepts: [['relationship']],
    result: NODE,
    run: ([value]) => relationship('startNode', value).ends?.[0] ?? null,
  },
  endNode: {
    least: 1,
    accepts: [['relationship']],
    result: NODE,
    run: ([value]) => relationship('endNode', value).ends?.[1] ?? null,
  },
  nodes: { least: 1, accepts: [['path']], result: listOf(NODE), run: ([value]) => path('nodes', value).nodes },
  relationships: {
    least: 1,
    accepts: [['path']],
    result: listOf(RELATIONSHIP),
    run: ([value]) => path('relationships', value).relationships,
  },
  length: {
    least: 1,
    accepts: [['path', 'list', 'string']],
    result: INTEGER,
    run: ([value = null]) => {
      if (value instanceof CypherPath) return value.relationships.length;
      if (isList(value) || typeof value === 'string') return value.length;
      throw wrong('length', value);
    },
  },
  coalesce: {
    least: 1,
    most: Number.POSITIVE_INFINITY,
    takesNull: true,
    result: ANY,
    run: (values) => values.find((value) => value !== null) ?? null,
  },
  isEmpty: {
    least: 1,
    accepts: [['list', 'map', 'string']],
    result: BOOLEAN,
    run: ([value = null], { budget }) => {
      if (isList(value) || typeof value === 'string') return value.length === 0;
      if (isMap(value)) {
        const { length } = Object.keys(value);
        budget.step(length);
        return length === 0;
      }
      throw wrong('isEmpty', value);
    },
  },
};
