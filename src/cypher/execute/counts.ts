// Counts nodes by label and property, or relationships by type, without reading them when the store knows the numbers.
import type { Clause, Expression, NodePattern, PatternPart, Projection, Query } from '../ast.ts';
import type { Network, NodeCount } from '../network.ts';

/** Names that no query can write. */
const TYPE = ' type';
const COUNT = ' count';
const GROUP = ' group';

/** The query with the store's counts put in, if those answer it; otherwise the query unchanged. */
export async function fromGroups(query: Query, network: Network): Promise<Query> {
  const parts = query.parts.map(async (clauses) => {
    const counting = countingOf(clauses, query.text);
    const [node] = counting?.part.nodes ?? [];
    if (!counting || !node || counting.part.links.length > 0 || node.labels.length === 0 || node.properties.length > 0)
      return clauses;
    return (await grouped(node, counting.projection, network)) ?? clauses;
  });
  return { ...query, parts: await Promise.all(parts) };
}

/** MATCH (n:Label) RETURN n.type, count(n). */
async function grouped(node: NodePattern, projection: Projection, network: Network): Promise<Clause[] | null> {
  const name = node.variable?.name;
  const keys: string[] = [];
  const counted = rewrite(projection, (expression) => {
    if (isCountOf(expression, name)) return 'count';
    const { kind } = expression;
    if (kind !== 'property' || expression.of.kind !== 'variable' || expression.of.name !== name) return null;
    if (!keys.includes(expression.key)) keys.push(expression.key);
    return { kind: 'variable', name: keyName(expression.key), at: expression.at };
  });
  const groups = counted && (await network.countNodes?.(node.labels, keys));
  return groups ? unwind(groups, keys, node, counted) : null;
}

const keyName = (key: string): string => ` ${key} of group`;

/** Turns the groups into rows: each value under the name of its key. */
function unwind(
  groups: readonly NodeCount[],
  keys: readonly string[],
  { at }: NodePattern,
  projection: Projection,
): Clause[] {
  const items = groups.map(
    ({ values, count }): Expression => ({
      kind: 'list',
      items: [...values, count].map((value) => ({ kind: 'literal', value, at })),
      at,
    }),
  );
  const of: Expression = { kind: 'variable', name: GROUP, at };
  const columns = [...keys.map(keyName), COUNT].map((name, index) => {
    const expression: Expression = { kind: 'element', of, index: { kind: 'literal', value: index, at }, at };
    return { expression, alias: { name, at }, at };
  });
  const named = { distinct: false, everything: false, items: columns, order: [], skip: null, limit: null, at };
  return [
    { kind: 'unwind', list: { kind: 'list', items, at }, variable: { name: GROUP, at }, at },
    { kind: 'with', projection: named, where: null, at },
    { kind: 'return', projection, at },
  ];
}

/** A MATCH of one part without a condition, followed by RETURN. */
function countingOf(clauses: readonly Clause[], text: string): { part: PatternPart; projection: Projection } | null {
  const [match, result] = clauses;
  if (clauses.length !== 2 || match?.kind !== 'match' || result?.kind !== 'return') return null;
  const [part] = match.pattern;
  if (match.optional || match.where || match.pattern.length !== 1 || !part || part.variable) return null;
  return { part, projection: named(result.projection, text) };
}

/** The query put to the schema, if that answers it; otherwise the query unchanged. */
export function fromSchema(query: Query): Query {
  const parts = query.parts.map((clauses) => {
    const counting = countingOf(clauses, query.text);
    if (!counting) return clauses;
    const { part, projection } = counting;
    return countOfNodes(part, projection) ?? countOfRelationships(part, projection) ?? clauses;
  });
  return { ...query, parts };
}

/** Fixes the default names of the columns, because their expressions will change. */
function named(projection: Projection, text: string): Projection {
  const items = projection.items.map((item) => {
    const { at } = item.expression;
    return { ...item, alias: item.alias ?? { name: text.slice(at.start, at.end), at } };
  });
  return { ...projection, items };
}

/** MATCH (n:Label) RETURN count(n). */
function countOfNodes({ nodes: [node], links }: PatternPart, projection: Projection): Clause[] | null {
  const [label] = node?.labels ?? [];
  if (!node || links.length > 0 || node.properties.length > 0 || node.labels.length !== 1 || label === undefined)
    return null;
  const counted = rewrite(projection, (expression) => (isCountOf(expression, node.variable?.name) ? 'count' : null));
  return counted && ask('db.labels', 'label', [label], node, counted);
}

/** MATCH ()-[r:TYPE]->() RETURN type(r), count(*). Not for undirected patterns, which count all but loops twice. */
function countOfRelationships(
  { nodes, links: [link, ...more], shortest }: PatternPart,
  projection: Projection,
): Clause[] | null {
  if (!link || more.length > 0 || shortest || link.direction === 'both' || link.length || link.properties.length > 0)
    return null;
  const [from, to] = nodes;
  if (nodes.some(({ labels, properties }) => labels.length + properties.length > 0)) return null;
  if (from?.variable && from.variable.name === to?.variable?.name) return null;
  const name = link.variable?.name;
  const counted = rewrite(projection, (expression) => {
    if (isCountOf(expression, name)) return 'count';
    const isType = expression.kind === 'call' && /^type$/i.test(expression.name) && isOnly(expression.args, name);
    return isType ? { kind: 'variable', name: TYPE, at: expression.at } : null;
  });
  return counted && ask('db.relationshipTypes', 'relationshipType', link.types, link, counted);
}

const isOnly = ([only, ...more]: readonly Expression[], name: string | undefined): boolean =>
  more.length === 0 && only?.kind === 'variable' && only.name === name;

const isCountOf = (expression: Expression, name: string | undefined): boolean =>
  expression.kind === 'countAll' ||
  (expression.kind === 'call' && /^count$/i.test(expression.name) && isOnly(expression.args, name));

/** Columns and order in terms of the counts; null when they need more than that, or count nothing. */
function rewrite(
  projection: Projection,
  meaning: (expression: Expression) => 'count' | Expression | null,
): Projection | null {
  const aliases = new Set(projection.items.flatMap(({ alias }) => (alias ? [alias.name] : [])));
  const change = (expression: Expression): Expression | null => {
    const { at } = expression;
    const found = meaning(expression);
    if (found !== null && found !== 'count') return found;
    if (found === 'count') {
      return { kind: 'call', name: 'sum', distinct: false, args: [{ kind: 'variable', name: COUNT, at }], at };
    }
    return expression.kind === 'variable' && aliases.has(expression.name) ? expression : null;
  };
  const items = projection.items.flatMap(({ expression, alias, at }) => {
    const changed = meaning(expression) && change(expression);
    return changed ? [{ expression: changed, alias, at }] : [];
  });
  const order = projection.order.flatMap(({ expression, descending }) => {
    const changed = change(expression);
    return changed ? [{ expression: changed, descending }] : [];
  });
  const isWhole = items.length === projection.items.length && order.length === projection.order.length;
  const counts = projection.items.some(({ expression }) => meaning(expression) === 'count');
  return isWhole && counts && !projection.everything ? { ...projection, items, order } : null;
}

function ask(
  procedure: string,
  column: string,
  wanted: readonly string[],
  { at }: Pick<Clause, 'at'>,
  projection: Projection,
): Clause[] {
  const values = wanted.map((value): Expression => ({ kind: 'literal', value, at }));
  const where: Expression | null =
    wanted.length === 0
      ? null
      : {
          kind: 'in',
          operator: 'IN',
          left: { kind: 'variable', name: TYPE, at },
          right: { kind: 'list', items: values, at },
          at,
        };
  const yields = [
    { column: { name: column, at }, variable: { name: TYPE, at } },
    { column: { name: 'count', at }, variable: { name: COUNT, at } },
  ];
  return [
    { kind: 'call', procedure, args: [], yields, where, at },
    { kind: 'return', projection, at },
  ];
}
