// A pattern with its variables in slots and its conditions taken apart, ready to be put into an order.

import type { LinkPattern, PatternPart } from '../ast.ts';
import type { Row } from '../expressions/row.ts';
import type { Compiled, Scope } from '../expressions/scope.ts';
import type { Direction } from '../network.ts';
import { equal } from '../values/equality.ts';
import { type CypherRelationship, entryOf } from '../values/value.ts';

export interface PatternNode {
  readonly slot: number;
  /** Somebody looks at its labels or properties. */
  looked: boolean;
  /** It has a name, belongs to a path, or joins relationships; of any other node nobody needs to know which it is. */
  needed: boolean;
  readonly labels: string[];
  readonly anchors: Anchor[];
}

/** A property that is equal to something, by which a store may find the node. Without a key it is the id itself. */
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
  /** For paths of any length, every relationship must have these; otherwise they are conditions. */
  readonly properties: readonly { readonly key: string; readonly value: Compiled }[];
}

export interface PatternPath {
  readonly slot: number;
  readonly nodes: readonly PatternNode[];
  readonly links: readonly PatternLink[];
}

export interface Condition {
  /** Of the pattern's own slots, those that must be filled before. */
  readonly slots: readonly number[];
  readonly holds: (row: Row) => boolean;
}

export interface Pattern {
  readonly nodes: readonly PatternNode[];
  readonly links: readonly PatternLink[];
  readonly paths: readonly PatternPath[];
  readonly conditions: readonly Condition[];
  /** Slots that are filled before the pattern begins. */
  readonly bound: ReadonlySet<number>;
  /** Slots of new variables, which are null where an optional pattern finds nothing. */
  readonly fresh: readonly number[];
}

/** Whether a relationship on a path of any length has the properties that the pattern asks for. */
export function admits(link: PatternLink, relationship: CypherRelationship, row: Row, { session }: Scope): boolean {
  return link.properties.every(
    ({ key, value }) => equal(entryOf(relationship.edge.properties, key), value.run(row), session.budget) === true,
  );
}
