// Builds the graph of a scenario. CREATE is implemented only here: the product runs the clauses in between, and its
// parser reads the patterns as if they were to be matched.
import type { Expression, PatternPart } from '../../src/cypher/ast.ts';
import { Float, type Value } from '../../src/cypher/network.ts';
import { tokens } from '../../src/cypher/parse/lexer.ts';
import { parseQuery } from '../../src/cypher/parse/query.ts';
import { runCypher } from '../../src/cypher/run.ts';
import {
  CypherNode,
  CypherRelationship,
  type CypherValue,
  isList,
  isMap,
  mapOf,
} from '../../src/cypher/values/value.ts';
import type { MemoryNetwork } from '../memory-network.ts';

const OPTIONS = { rows: 1_000_000, timeMs: 60_000, clock: { now: () => Date.now() } };

type Bindings = Map<string, CypherValue>;

export async function build(network: MemoryNetwork, text: string): Promise<void> {
  let rows: Bindings[] = [new Map()];
  for (const { word, body } of segments(text)) {
    if (word === 'CREATE') for (const row of rows) await create(network, body, row);
    else if (word === 'DELETE') for (const row of rows) remove(network, body, row);
    else rows = await read(network, body, rows);
  }
}

/** The text, split at writing keywords. */
function segments(text: string): { word: string; body: string }[] {
  const all = tokens(text.replace(/;\s*$/, ''));
  const starts = all.filter(({ kind, text: word }) => kind === 'name' && /^(?:CREATE|DELETE)$/i.test(word));
  const reads = all.filter(({ kind, text: word }) => kind === 'name' && /^(?:MATCH|WITH|UNWIND)$/i.test(word));
  const cuts = [
    ...starts,
    ...reads.filter(({ start }, index) => index === 0 || between(starts, reads[index - 1]?.start ?? 0, start)),
  ];
  const sorted = cuts.toSorted((a, b) => a.start - b.start);
  return sorted.map(({ start, end, text: word }, index) => {
    const isWrite = /^(?:CREATE|DELETE)$/i.test(word);
    const body = text.replace(/;\s*$/, '').slice(isWrite ? end : start, sorted[index + 1]?.start);
    return { word: isWrite ? word.toUpperCase() : 'READ', body };
  });
}

const between = (tokensFound: readonly { start: number }[], from: number, to: number): boolean =>
  tokensFound.some(({ start }) => start > from && start < to);

const prefix = (row: Bindings): string =>
  row.size === 0 ? '' : `WITH ${[...row.keys()].map((name) => `$row.\`${name}\` AS \`${name}\``).join(', ')} `;

async function read(network: MemoryNetwork, body: string, rows: readonly Bindings[]): Promise<Bindings[]> {
  const found: Bindings[] = [];
  const [first] = rows;
  if (!first) return [];
  // All rows at once, so that an aggregate sees them together.
  const names = [...first.keys()];
  const start =
    names.length === 0
      ? ''
      : `UNWIND $rows AS \`  row\` WITH ${names.map((name) => `\`  row\`.\`${name}\` AS \`${name}\``).join(', ')} `;
  const params = { rows: rows.map((row) => mapOf(row)) };
  const { columns, rows: results } = await runCypher(network, `${start}${body}\nRETURN *`, { ...OPTIONS, params });
  for (const result of results) found.push(new Map(columns.map((column, index) => [column, result[index] ?? null])));
  return found;
}

async function create(network: MemoryNetwork, body: string, row: Bindings): Promise<void> {
  const text = `MATCH ${body}\nRETURN 1`;
  const [clause] = parseQuery(text).parts[0] ?? [];
  if (clause?.kind !== 'match') throw new Error(`no pattern: ${body}`);
  for (const part of clause.pattern) await createPart(network, text, part, row);
}

async function createPart(network: MemoryNetwork, text: string, part: PatternPart, row: Bindings): Promise<void> {
  const ids: string[] = [];
  for (const node of part.nodes) {
    const known = node.variable && row.get(node.variable.name);
    if (known instanceof CypherNode) {
      ids.push(known.id);
      continue;
    }
    const id = network.addNode(node.labels, await evaluate(network, text, node.properties, row));
    ids.push(id);
    const [content] = await network.nodesById([id], 'all');
    if (node.variable) row.set(node.variable.name, new CypherNode(id, content ?? null));
  }
  for (const [index, link] of part.links.entries()) {
    const [left = '', right = ''] = [ids[index], ids[index + 1]];
    const [from, to] = link.direction === 'incoming' ? [right, left] : [left, right];
    const values = await evaluate(network, text, link.properties, row);
    const id = network.addEdge(from, link.types[0] ?? '', to, values);
    if (link.variable)
      row.set(
        link.variable.name,
        new CypherRelationship({ id, type: link.types[0] ?? '', from, to, properties: values }),
      );
  }
}

async function evaluate(
  network: MemoryNetwork,
  text: string,
  entries: readonly { readonly key: string; readonly value: Expression }[],
  row: Bindings,
): Promise<Record<string, Value>> {
  if (entries.length === 0) return {};
  const columns = entries.map(({ value: { at } }, index) => `${text.slice(at.start, at.end)} AS c${index}`);
  const params = { row: mapOf(row) };
  const { rows } = await runCypher(network, `${prefix(row)}RETURN ${columns.join(', ')}`, { ...OPTIONS, params });
  const values = entries.map(({ key }, index): [string, Value] => [key, stored(rows[0]?.[index] ?? null)]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Nodes and relationships cannot be properties. */
function stored(value: CypherValue): Value {
  if (value === null || typeof value !== 'object' || value instanceof Float) return value;
  if (isList(value)) return value.map(stored);
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stored(item)]));
  throw new Error('a node or a relationship cannot be a property');
}

function remove(network: MemoryNetwork, body: string, row: Bindings): void {
  for (const name of body.split(',')) {
    const value = row.get(name.trim());
    if (value instanceof CypherRelationship) network.removeEdge(value.edge.id);
  }
}
