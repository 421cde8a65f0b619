// Inspects expressions without running them.
import type { Clause, Expression, MapEntry, PatternPart, Projection, Query } from '../ast.ts';
import { isAggregate } from './aggregates.ts';

const values = (entries: readonly MapEntry[]): Expression[] => entries.map(({ value }) => value);
const present = (...expressions: readonly (Expression | null)[]): Expression[] =>
  expressions.filter((expression) => expression !== null);

const inPattern = (parts: readonly PatternPart[]): Expression[] =>
  parts.flatMap(({ nodes, links }) => [...nodes, ...links].flatMap(({ properties }) => values(properties)));

/** The direct parts of an expression; for subqueries, all their expressions. */
function children(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'parameter':
    case 'variable':
    case 'countAll':
      return [];
    case 'property':
      return [expression.of];
    case 'element':
      return [expression.of, expression.index];
    case 'slice':
      return present(expression.of, expression.from, expression.to);
    case 'list':
      return [...expression.items];
    case 'map':
      return values(expression.entries);
    case 'not':
    case 'sign':
    case 'isNull':
    case 'hasLabels':
      return [expression.operand];
    case 'arithmetic':
    case 'boolean':
    case 'text':
    case 'in':
      return [expression.left, expression.right];
    case 'comparison':
      return [expression.first, ...expression.rest.map(({ operand }) => operand)];
    case 'call':
      return [...expression.args];
    case 'case':
      return [
        ...present(expression.subject, expression.otherwise),
        ...expression.branches.flatMap(({ when, result }) => [when, result]),
      ];
    case 'listComprehension':
      return present(expression.list, expression.where, expression.body);
    case 'quantifier':
      return [expression.list, expression.where];
    case 'reduce':
      return [expression.start, expression.list, expression.body];
    case 'mapProjection': {
      const { name, at } = expression.variable;
      const entries = expression.items.filter((item) => item.kind === 'entry');
      return [{ kind: 'variable', name, at }, ...entries.map(({ value }) => value)];
    }
    case 'patternPredicate':
      return inPattern([expression.pattern]);
    case 'patternComprehension':
      return [...inPattern([expression.pattern]), ...present(expression.where, expression.body)];
    case 'existsPattern':
      return [...inPattern(expression.pattern), ...present(expression.where)];
    case 'existsQuery':
      return inQuery(expression.query);
  }
}

const inProjection = ({ items, order, skip, limit }: Projection): Expression[] => [
  ...[...items, ...order].map(({ expression }) => expression),
  ...present(skip, limit),
];

function inClause(clause: Clause): Expression[] {
  switch (clause.kind) {
    case 'match':
      return [...inPattern(clause.pattern), ...present(clause.where)];
    case 'unwind':
      return [clause.list];
    case 'with':
      return [...inProjection(clause.projection), ...present(clause.where)];
    case 'return':
      return inProjection(clause.projection);
    case 'call':
      return [...clause.args, ...present(clause.where)];
  }
}

export const inQuery = (query: Query): Expression[] => query.parts.flat().flatMap(inClause);

export function someWithin(expression: Expression, test: (part: Expression) => boolean): boolean {
  return test(expression) || children(expression).some((part) => someWithin(part, test));
}

/** The expressions and all their parts. */
export function everyWithin(expressions: readonly Expression[]): Expression[] {
  const all: Expression[] = [];
  const open = [...expressions];
  for (let next = open.pop(); next; next = open.pop()) {
    all.push(next);
    open.push(...children(next));
  }
  return all;
}

function patternsIn(expression: Expression): readonly PatternPart[] {
  switch (expression.kind) {
    case 'patternPredicate':
    case 'patternComprehension':
      return [expression.pattern];
    case 'existsPattern':
      return expression.pattern;
    case 'existsQuery':
      return matchesIn(expression.query);
    default:
      return [];
  }
}

const matchesIn = (query: Query): PatternPart[] =>
  query.parts.flat().flatMap((clause) => (clause.kind === 'match' ? clause.pattern : []));

const SUBQUERIES = new Set<Expression['kind']>([
  'patternPredicate',
  'patternComprehension',
  'existsPattern',
  'existsQuery',
]);

/** Whether it queries the graph again. */
export const hasSubquery = (expression: Expression): boolean =>
  someWithin(expression, ({ kind }) => SUBQUERIES.has(kind));

export const hasAggregate = (expression: Expression): boolean =>
  someWithin(expression, (part) => part.kind === 'countAll' || (part.kind === 'call' && isAggregate(part.name)));

/** Every name in the expressions, including those they declare themselves. */
export function namesWithin(expressions: readonly Expression[]): Set<string> {
  const names = new Set<string>();
  for (const expression of everyWithin(expressions)) {
    if (expression.kind === 'variable') names.add(expression.name);
    for (const part of patternsIn(expression)) for (const name of namesInPattern(part)) names.add(name);
  }
  return names;
}

export const namesInPattern = ({ variable, nodes, links }: PatternPart): string[] =>
  [variable, ...nodes.map((node) => node.variable), ...links.map((link) => link.variable)].flatMap((each) =>
    each ? [each.name] : [],
  );

/** Equal for equal expressions, wherever they appear. */
export const fingerprint = (expression: Expression): string =>
  JSON.stringify(expression, (key, value) =>
    key === 'at' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  );

/** A variable or a property of one: allowed next to an aggregate when it is also a column. */
export const isSimple = (expression: Expression): boolean =>
  expression.kind === 'variable' || (expression.kind === 'property' && isSimple(expression.of));

/** The conditions that AND joins. */
export const conjuncts = (expression: Expression): Expression[] =>
  expression.kind === 'boolean' && expression.operator === 'AND'
    ? [...conjuncts(expression.left), ...conjuncts(expression.right)]
    : [expression];
