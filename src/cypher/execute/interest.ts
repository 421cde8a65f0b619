// Determines what a query will read, so that the store can skip the rest.

import type { Clause, Expression, PatternPart, Query } from '../ast.ts';
import { everyWithin, inQuery } from '../expressions/inspect.ts';
import type { Wanted } from '../network.ts';

/** What a query names that the graph may not have. */
export interface NamedParts {
  /** The relationship types of its patterns. */
  readonly types: readonly string[];
  /** The labels of nodes, in patterns and conditions. */
  readonly labels: readonly string[];
  /** The properties of nodes. */
  readonly properties: readonly string[];
}

export interface Interest {
  /** The properties of nodes used inside the query; returned nodes are read completely. */
  readonly properties: Wanted;
  /** Whether an expression uses a variable of that name. */
  readonly looksAt: (name: string) => boolean;
  readonly named: NamedParts;
  /** Whether the query uses startNode() or endNode(). */
  readonly ends: boolean;
}

const WHOLE_CALLS = /^(?:properties|keys)$/i;
const END_CALLS = /^(?:startNode|endNode)$/i;

export function interestOf(query: Query): Interest {
  const expressions = everyWithin(inQuery(query));
  const queries = [query, ...expressions.flatMap((each) => (each.kind === 'existsQuery' ? [each.query] : []))];
  const clauses = queries.flatMap(({ parts }) => parts.flat());
  const names = new Set(expressions.flatMap((each) => (each.kind === 'variable' ? [each.name] : [])));
  const everything = clauses.some((clause) => projectionOf(clause)?.everything);
  const calls = expressions.flatMap((each) => (each.kind === 'call' ? [each.name] : []));
  return {
    properties: wantedProperties(expressions, clauses),
    named: namedParts(expressions, clauses),
    looksAt: (name) => everything || names.has(name),
    ends: calls.some((name) => END_CALLS.test(name)),
  };
}

function namedParts(expressions: readonly Expression[], clauses: readonly Clause[]): NamedParts {
  const patterns = patternsIn(expressions, clauses);
  const nodes = patterns.flatMap((pattern) => pattern.nodes);
  const variables = new Set(nodes.flatMap(({ variable }) => (variable ? [variable.name] : [])));
  const isNode = (each: Expression) => each.kind === 'variable' && variables.has(each.name);
  return {
    types: patterns.flatMap(({ links }) => links.flatMap(({ types }) => types)),
    labels: [
      ...nodes.flatMap(({ labels }) => labels),
      ...expressions.flatMap((each) => (each.kind === 'hasLabels' && isNode(each.operand) ? each.labels : [])),
    ],
    properties: [
      ...nodes.flatMap(({ properties }) => properties.map(({ key }) => key)),
      ...expressions.flatMap((each) => (each.kind === 'property' && isNode(each.of) ? [each.key] : [])),
    ],
  };
}

const projectionOf = (clause: Clause) =>
  clause.kind === 'with' || clause.kind === 'return' ? clause.projection : null;

/** Only the named keys, unless all properties of a node may be used. */
function wantedProperties(expressions: readonly Expression[], clauses: readonly Clause[]): Wanted {
  const looksThrough = expressions.some(
    (each) =>
      each.kind === 'element' ||
      (each.kind === 'call' && WHOLE_CALLS.test(each.name)) ||
      (each.kind === 'mapProjection' && each.items.some(({ kind }) => kind === 'all')),
  );
  if (looksThrough) return 'all';
  const keys = new Set([
    ...patternsIn(expressions, clauses).flatMap(({ nodes }) =>
      nodes.flatMap(({ properties }) => properties.map(({ key }) => key)),
    ),
    ...expressions.flatMap((each) => (each.kind === 'property' ? [each.key] : [])),
    ...expressions.flatMap((each) =>
      each.kind === 'mapProjection' ? each.items.flatMap((item) => (item.kind === 'property' ? [item.key] : [])) : [],
    ),
  ]);
  return [...keys];
}

const patternsIn = (expressions: readonly Expression[], clauses: readonly Clause[]): readonly PatternPart[] => [
  ...clauses.flatMap((clause) => (clause.kind === 'match' ? clause.pattern : [])),
  ...expressions.flatMap(patternsOf),
];

function patternsOf(expression: Expression): readonly PatternPart[] {
  if (expression.kind === 'existsPattern') return expression.pattern;
  return expression.kind === 'patternPredicate' || expression.kind === 'patternComprehension'
    ? [expression.pattern]
    : [];
}
