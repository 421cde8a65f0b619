// Static types: what is known of a value before the query runs, enough to refuse what can never work.
import { type CypherValue, isList, kindOf, type ValueKind } from './value.ts';

export interface StaticType {
  /** `any` is every value; `stored` is every value except nodes, relationships and paths. */
  readonly kind: ValueKind | 'any' | 'stored' | 'number';
  /** The type of the items of a list or map. */
  readonly items?: StaticType;
}

export const ANY: StaticType = { kind: 'any' };
export const STORED: StaticType = { kind: 'stored' };
export const BOOLEAN: StaticType = { kind: 'boolean' };
export const INTEGER: StaticType = { kind: 'integer' };
export const FLOAT: StaticType = { kind: 'float' };
export const NUMBER: StaticType = { kind: 'number' };
export const STRING: StaticType = { kind: 'string' };
export const MAP: StaticType = { kind: 'map' };
export const NODE: StaticType = { kind: 'node' };
export const RELATIONSHIP: StaticType = { kind: 'relationship' };
export const PATH: StaticType = { kind: 'path' };

export const listOf = (items: StaticType): StaticType => ({ kind: 'list', items });

export const mapOf = (items: StaticType): StaticType => ({ kind: 'map', items });

export const itemsOf = (type: StaticType): StaticType => type.items ?? (type.kind === 'stored' ? STORED : ANY);

/** The common type of all of them, if there is one. */
export function common(types: readonly StaticType[]): StaticType {
  const known = types.filter((type) => type.kind !== 'null');
  const first = known[0];
  if (!first) return types[0] ?? ANY;
  if (known.every((type) => type.kind === first.kind)) {
    return first.kind === 'list' ? listOf(common(known.map(itemsOf))) : first;
  }
  return known.some(mayBeEntity) ? ANY : STORED;
}

export function typeOf(value: CypherValue): StaticType {
  return isList(value) ? listOf(common(value.map(typeOf))) : { kind: kindOf(value) };
}

/** Whether a value of that type may be of one of these kinds. */
export function mayBe(type: StaticType, kinds: readonly ValueKind[]): boolean {
  switch (type.kind) {
    case 'any':
    case 'null':
      return true;
    case 'stored':
      return kinds.some((kind) => kind !== 'node' && kind !== 'relationship' && kind !== 'path');
    case 'number':
      return kinds.includes('integer') || kinds.includes('float');
    default:
      return kinds.includes(type.kind);
  }
}

/** Whether the value may be, or contain, a node or relationship. */
export function mayBeEntity(type: StaticType): boolean {
  switch (type.kind) {
    case 'list':
    case 'map':
      return mayBeEntity(itemsOf(type));
    case 'any':
    case 'node':
    case 'relationship':
    case 'path':
      return true;
    default:
      return false;
  }
}
