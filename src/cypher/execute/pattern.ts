// A compiled pattern: variables in slots and separate conditions, ready for planning.

import type { LinkPattern, PatternPart } from '../ast.ts';
import type { Row } from '../expressions/row.ts';
import type { Compiled, Scope } from '../expressions/scope.ts';
import type { Direction } from '../network.ts';
import { equal } from '../values/equality.ts';
import { type CypherRelationship, entryOf } from '../values/value.ts';

export interface PatternNode {
  readonly slot: number;
  /** The query uses its labels or properties. */
  looked: boolean;
  /** It has a name, belongs to a path, or joins relationships; any other node need not be identified. */
  needed: boolean;
  readonly labels: string[];
  readonly anchors: Anchor[];
}

/** A property with a known value, by which a store may find the node. A null key means the id itself. */
interface Anchor {
  readonly key: string | null;
  readonly value: Compiled;
  readonly slots: readonly number[];
}

export interface PatternLink {
  readonly slot: number;
  readonly from: PatternNode;
  readonly to: PatternNode;
  readonly types: readonly string[] | null;
  readonly direction: Direction;
  readonly length: LinkPattern['length'];
  readonly shortest: PatternPart['shortest'];
  /** In a path of any length, every relationship must have these; otherwise they are conditions. */
  readonly properties: readonly { readonly key: string; readonly value: Compiled }[];
}

export interface PatternPath {
  readonly slot: number;
  readonly nodes: readonly PatternNode[];
  readonly links: readonly PatternLink[];
}

export interface Condition {
  /** The pattern's own slots that must be filled first. */
  readonly slots: readonly number[];
  readonly holds: (row: Row) => boolean;
}

export interface Pattern {
  readonly nodes: readonly PatternNode[];
  readonly links: readonly PatternLink[];
  readonly paths: readonly PatternPath[];
  readonly conditions: readonly Condition[];
  /** Slots filled before the pattern begins. */
  readonly bound: ReadonlySet<number>;
  /** Slots of new variables, null when an optional pattern finds nothing. */
  readonly fresh: readonly number[];
}

/** Whether a relationship on a path of any length has the properties that the pattern requires. */
export function admits(link: PatternLink, relationship: CypherRelationship, row: Row, { session }: Scope): boolean {
  return link.properties.every(
    ({ key, value }) => equal(entryOf(relationship.edge.properties, key), value.run(row), session.budget) === true,
  );
}
