// The kinds of edge, each described by one query: its tables, the columns of its ends, and what makes it visible.
import type { Page } from '../../../../engine/graph/network.ts';
import { EDGE_TYPES, SYMBOL_LABELS } from '../../../../engine/graph/nodes.ts';
import { rowsOf } from '../../../rows/network.ts';
import { joined, NOTHING, raw, type Sql, sql } from '../../server/sql.ts';
import { isFirst, leadsToFirst } from './overloads.ts';
import type { Reach } from './reach.ts';

/** A column that holds one end of an edge, and the kind of node there. */
interface End {
  readonly prefix: string;
  readonly column: string;
}

export interface EdgeKind {
  readonly prefix: string;
  /** Columns that together identify an edge and define the order. */
  readonly key: readonly string[];
  readonly type: string;
  readonly tables: string;
  readonly seen: readonly Sql[];
  readonly from: readonly End[];
  readonly to: readonly End[];
  /** The columns of its properties. */
  readonly properties?: readonly string[];
}

const SYMBOL_KINDS = Object.keys(SYMBOL_LABELS)
  .map((kind) => `'${kind}'`)
  .join(', ');
const REFERENCE_TYPE = `CASE e.kind ${Object.entries(EDGE_TYPES)
  .map(([kind, type]) => `WHEN '${kind}' THEN '${type}'`)
  .join(' ')} END`;

/** Joins `table alias` by the row that a column names. */
const join = (table: string, alias: string, key: string, column: string): string =>
  `JOIN ${table} ${alias} ON ${alias}.tenant_id = e.tenant_id AND ${alias}.${key} = ${column}`;

/** Every kind of edge visible within this reach. */
export function edgeKinds(reach: Reach): EdgeKind[] {
  return [
    {
      prefix: 't',
      key: ['e.id'],
      type: 'e.type',
      tables: `trace_edges e ${join('memories', 'a', 'row', 'e.from_row')} ${join('memories', 'b', 'row', 'e.to_row')}`,
      seen: [reach.memories('a'), reach.memories('b')],
      from: [{ prefix: 'm', column: 'e.from_row' }],
      to: [{ prefix: 'm', column: 'e.to_row' }],
    },
    {
      prefix: 'n',
      key: ['e.memory_row', 'e.entity_row'],
      type: "'MENTIONS'",
      tables: `mentions e ${join('memories', 'a', 'row', 'e.memory_row')} ${join('entities', 'b', 'row', 'e.entity_row')}`,
      seen: [reach.memories('a'), reach.entities('b')],
      from: [{ prefix: 'm', column: 'e.memory_row' }],
      to: [{ prefix: 'e', column: 'e.entity_row' }],
    },
    {
      prefix: 'r',
      key: ['e.id'],
      type: 'e.type',
      tables: `relations e ${join('entities', 'a', 'row', 'e.from_row')} ${join('entities', 'b', 'row', 'e.to_row')}`,
      seen: [
        reach.entities('a'),
        reach.entities('b'),
        sql`e.valid_from <= ${reach.moment} AND (e.valid_until IS NULL OR e.valid_until > ${reach.moment})`,
      ],
      from: [{ prefix: 'e', column: 'e.from_row' }],
      to: [{ prefix: 'e', column: 'e.to_row' }],
      properties: ['e.weight'],
    },
    {
      prefix: 'l',
      key: ['e.memory_row', 'f.id', 'coalesce(s.id, 0)'],
      type: "'MENTIONS'",
      tables: `code_links e ${join('memories', 'a', 'row', 'e.memory_row')} ${join('files', 'f', 'project_id', 'e.project_id')} AND f.path = e.path
        ${join('projects', 'p', 'id', 'f.project_id')} LEFT ${join('symbols', 's', 'file_id', 'f.id')} AND e.symbol <> '' AND s.name = e.symbol
          AND coalesce(s.container, '') = e.container AND s.kind IN (${SYMBOL_KINDS})`,
      seen: [reach.memories('a'), reach.files('f', 'p'), sql`(e.symbol = '' OR s.id IS NOT NULL)`, isFirst('s')],
      from: [{ prefix: 'm', column: 'e.memory_row' }],
      to: [
        { prefix: 's', column: 's.id' },
        { prefix: 'f', column: "CASE WHEN e.symbol = '' THEN f.id END" },
      ],
    },
    {
      prefix: 'c',
      key: ['e.id'],
      type: "'CONTAINS'",
      tables: `symbols e ${join('files', 'f', 'id', 'e.file_id')} ${join('projects', 'p', 'id', 'f.project_id')}`,
      seen: [reach.files('f', 'p'), sql`e.kind IN (${raw(SYMBOL_KINDS)})`, isFirst('e')],
      from: [
        { prefix: 's', column: 'e.parent_id' },
        { prefix: 'f', column: 'CASE WHEN e.parent_id IS NULL THEN e.file_id END' },
      ],
      to: [{ prefix: 's', column: 'e.id' }],
    },
    {
      prefix: 'x',
      key: ['e.reference_id', 'e.to_file', 'e.to_symbol'],
      type: REFERENCE_TYPE,
      tables: `code_edges e ${join('files', 'f', 'id', 'e.from_file')} ${join('projects', 'p', 'id', 'f.project_id')}
        ${join('files', 'g', 'id', 'e.to_file')} ${join('projects', 'q', 'id', 'g.project_id')}`,
      seen: [reach.files('f', 'p'), reach.files('g', 'q'), leadsToFirst('e')],
      from: [
        { prefix: 's', column: 'nullif(e.from_symbol, 0)' },
        { prefix: 'f', column: 'CASE WHEN coalesce(e.from_symbol, 0) = 0 THEN e.from_file END' },
      ],
      to: [
        { prefix: 's', column: 'nullif(e.to_symbol, 0)' },
        { prefix: 'f', column: 'CASE WHEN e.to_symbol = 0 THEN e.to_file END' },
      ],
      properties: ['e.certainty', 'e.line'],
    },
  ];
}

/** Queries for edges of a kind that start or end at these nodes. */
export function edgesAt(
  reach: Reach,
  kind: EdgeKind,
  nodes: readonly string[],
  end: 'from' | 'to',
  types: readonly string[] | null,
): Sql[] {
  return kind[end].flatMap(({ prefix, column }) => {
    const rows = rowsOf(nodes, prefix);
    if (rows.length === 0) return [];
    return [question(reach, kind, [sql`${raw(column)} = ANY (${rows}::bigint[])`, ...ofTypes(kind, types)], NOTHING)];
  });
}

export function edgesAfter(reach: Reach, kind: EdgeKind, types: readonly string[] | null, { after, limit }: Page): Sql {
  const key = raw(kind.key.join(', '));
  const behind =
    after === null
      ? []
      : [
          sql`(${key}) > (${joined(
            place(after, kind).map((part) => sql`${part}`),
            ', ',
          )})`,
        ];
  return question(reach, kind, [...behind, ...ofTypes(kind, types)], sql` ORDER BY ${key} LIMIT ${limit}`);
}

export const edgeCounts = (reach: Reach, { type, tables, seen }: EdgeKind): Sql =>
  sql`SELECT ${raw(type)} AS type, count(*) AS n FROM ${raw(tables)} WHERE e.tenant_id = ${reach.tenant} AND ${joined(seen, ' AND ')} GROUP BY 1`;

/** Splits an id into its key; an id is a prefix and the parts of the key. */
const place = (id: string, { prefix }: EdgeKind): (string | number)[] =>
  id
    .slice(1)
    .split('.')
    .map((part) => (prefix === 'r' ? part : Number(part)));

const ofTypes = ({ type }: EdgeKind, types: readonly string[] | null): Sql[] =>
  types === null ? [] : [sql`${raw(type)} = ANY (${types}::text[])`];

function question(reach: Reach, kind: EdgeKind, conditions: readonly Sql[], tail: Sql): Sql {
  const { key, type, tables, seen, from, to, properties = [] } = kind;
  const columns = [
    `concat_ws('.', ${key.join(', ')}) AS id`,
    `${type} AS type`,
    `${endExpression(from)} AS source`,
    `${endExpression(to)} AS target`,
    ...properties,
  ];
  return sql`SELECT ${raw(columns.join(', '))} FROM ${raw(tables)} WHERE e.tenant_id = ${reach.tenant} AND ${joined([...conditions, ...seen], ' AND ')}${tail}`;
}

/** The first end that is not null, prefixed with the letter of its kind. */
function endExpression(ends: readonly End[]): string {
  const each = ends.map(({ prefix, column }) => `'${prefix}' || (${column})::text`);
  return each.length === 1 ? (each[0] ?? '') : `coalesce(${each.join(', ')})`;
}
