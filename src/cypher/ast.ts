// The syntax tree of a query. Every node records its place in the text.

import type { Span } from './error.ts';
import type { Direction } from './network.ts';
import type { CypherValue } from './values/value.ts';

interface At {
  readonly at: Span;
}

export interface Name extends At {
  readonly name: string;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^';
export type BooleanOperator = 'AND' | 'OR' | 'XOR';
export type TextOperator = 'STARTS WITH' | 'ENDS WITH' | 'CONTAINS' | '=~';
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Quantifier = 'all' | 'any' | 'none' | 'single';

export type Expression = At &
  (
    | { readonly kind: 'literal'; readonly value: CypherValue }
    | { readonly kind: 'parameter'; readonly name: string }
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'property'; readonly of: Expression; readonly key: string }
    | { readonly kind: 'element'; readonly of: Expression; readonly index: Expression }
    | {
        readonly kind: 'slice';
        readonly of: Expression;
        readonly from: Expression | null;
        readonly to: Expression | null;
      }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | { readonly kind: 'map'; readonly entries: readonly MapEntry[] }
    | { readonly kind: 'not'; readonly operand: Expression }
    | { readonly kind: 'sign'; readonly negative: boolean; readonly operand: Expression }
    | Binary<'arithmetic', ArithmeticOperator>
    | Binary<'boolean', BooleanOperator>
    | Binary<'text', TextOperator>
    | Binary<'in', 'IN'>
    | {
        readonly kind: 'comparison';
        readonly first: Expression;
        readonly rest: readonly { readonly operator: ComparisonOperator; readonly operand: Expression }[];
      }
    | { readonly kind: 'isNull'; readonly operand: Expression; readonly negated: boolean }
    | { readonly kind: 'hasLabels'; readonly operand: Expression; readonly labels: readonly string[] }
    | Call
    | { readonly kind: 'countAll' }
    | {
        readonly kind: 'case';
        readonly subject: Expression | null;
        readonly branches: readonly { readonly when: Expression; readonly result: Expression }[];
        readonly otherwise: Expression | null;
      }
    | {
        readonly kind: 'listComprehension';
        readonly variable: string;
        readonly list: Expression;
        readonly where: Expression | null;
        readonly body: Expression | null;
      }
    | {
        readonly kind: 'quantifier';
        readonly quantifier: Quantifier;
        readonly variable: string;
        readonly list: Expression;
        readonly where: Expression;
      }
    | {
        readonly kind: 'reduce';
        readonly accumulator: string;
        readonly start: Expression;
        readonly variable: string;
        readonly list: Expression;
        readonly body: Expression;
      }
    | { readonly kind: 'mapProjection'; readonly variable: Name; readonly items: readonly ProjectionEntry[] }
    | { readonly kind: 'patternPredicate'; readonly pattern: PatternPart }
    | {
        readonly kind: 'patternComprehension';
        readonly pattern: PatternPart;
        readonly where: Expression | null;
        readonly body: Expression;
      }
    | { readonly kind: 'existsPattern'; readonly pattern: readonly PatternPart[]; readonly where: Expression | null }
    | { readonly kind: 'existsQuery'; readonly query: Query }
  );

interface Binary<Kind extends string, Operator extends string> {
  readonly kind: Kind;
  readonly operator: Operator;
  readonly left: Expression;
  readonly right: Expression;
}

interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly distinct: boolean;
  readonly args: readonly Expression[];
}

export interface MapEntry {
  readonly key: string;
  readonly value: Expression;
}

export type ProjectionEntry =
  | { readonly kind: 'all' }
  | { readonly kind: 'property'; readonly key: string }
  | { readonly kind: 'entry'; readonly key: string; readonly value: Expression };

export interface NodePattern extends At {
  readonly variable: Name | null;
  readonly labels: readonly string[];
  readonly properties: readonly MapEntry[];
}

export interface LinkPattern extends At {
  readonly variable: Name | null;
  readonly types: readonly string[];
  readonly properties: readonly MapEntry[];
  readonly direction: Direction;
  /** The range of steps; null means exactly one. */
  readonly length: { readonly least: number; readonly most: number } | null;
}

export interface PatternPart extends At {
  readonly variable: Name | null;
  readonly shortest: 'one' | 'all' | null;
  readonly nodes: readonly NodePattern[];
  /** links[i] is between nodes[i] and nodes[i + 1]. */
  readonly links: readonly LinkPattern[];
}

export interface ProjectionItem extends At {
  readonly expression: Expression;
  readonly alias: Name | null;
}

export interface Projection extends At {
  readonly distinct: boolean;
  readonly everything: boolean;
  readonly items: readonly ProjectionItem[];
  readonly order: readonly { readonly expression: Expression; readonly descending: boolean }[];
  readonly skip: Expression | null;
  readonly limit: Expression | null;
}

export type Clause = At &
  (
    | {
        readonly kind: 'match';
        readonly optional: boolean;
        readonly pattern: readonly PatternPart[];
        readonly where: Expression | null;
      }
    | { readonly kind: 'unwind'; readonly list: Expression; readonly variable: Name }
    | { readonly kind: 'with'; readonly projection: Projection; readonly where: Expression | null }
    | { readonly kind: 'return'; readonly projection: Projection }
    | ProcedureCall
  );

interface ProcedureCall {
  readonly kind: 'call';
  readonly procedure: string;
  readonly args: readonly Expression[];
  /** Null yields every column under its own name. */
  readonly yields: readonly { readonly column: Name; readonly variable: Name }[] | null;
  readonly where: Expression | null;
}

export interface Query {
  readonly text: string;
  /** Joined by UNION, in order. */
  readonly parts: readonly (readonly Clause[])[];
  readonly keepDuplicates: boolean;
}
