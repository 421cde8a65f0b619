// Converts values to JSON for display.
import { isNumeric, printNumber, toNumber } from './values/numbers.ts';
import {
  CypherNode,
  CypherPath,
  CypherRelationship,
  type CypherValue,
  isList,
  labelsOf,
  propertiesOf,
} from './values/value.ts';

export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** Numbers that JSON cannot hold exactly, NaN and infinities become text. */
export function plain(value: CypherValue): Plain {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (isNumeric(value)) {
    const number = toNumber(value);
    return typeof value === 'bigint' || !Number.isFinite(number) ? printNumber(value) : number;
  }
  if (isList(value)) return value.map(plain);
  if (value instanceof CypherNode) return { id: value.id, labels: labelsOf(value), properties: plainProperties(value) };
  if (value instanceof CypherRelationship) {
    const { id, type, from, to } = value.edge;
    return { id, type, from, to, properties: plainProperties(value) };
  }
  if (value instanceof CypherPath) {
    return { nodes: value.nodes.map(plain), relationships: value.relationships.map(plain) };
  }
  return plainEntries(value);
}

const plainEntries = (map: { readonly [key: string]: CypherValue }): Plain =>
  Object.fromEntries(Object.entries(map).map(([key, each]) => [key, plain(each)]));

const plainProperties = (value: CypherValue): Plain => plainEntries(propertiesOf(value) ?? {});
