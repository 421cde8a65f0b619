// The kinds of edge, each described by one query: its tables, the columns of its ends, and what makes it visible.
import type { Page } from '../../../../engine/graph/network.ts';
import {
  EDGE_KINDS,
  endExpression,
  keyOf,
  type EdgeKind as PlainKind,
  SYMBOL_KINDS,
} from '../../../rows/edge-kinds.ts';
import { rowsOf } from '../../../rows/network.ts';
import { joined, NOTHING, raw, type Sql, sql } from '../../server/sql.ts';
import { isFirst, leadsToFirst } from './overloads.ts';
import type { Reach } from './reach.ts';

export interface EdgeKind extends PlainKind {
  readonly tables: string;
  readonly seen: readonly Sql[];
}

/** Joins `table alias` by the row that a column names. */
const join = (table: string, alias: string, key: string, column: string): string =>
  `JOIN ${table} ${alias} ON ${alias}.tenant_id = e.tenant_id AND ${alias}.${key} = ${column}`;

/** Every kind of edge visible within this reach. */
export function edgeKinds(reach: Reach): EdgeKind[] {
  const begun = reach.isPast ? sql`${reach.moment}` : sql`greatest(${reach.moment}, e.created_at)`;
  return [
    {
      ...EDGE_KINDS.traced,
      tables: `trace_edges e ${join('memories', 'a', 'row', 'e.from_row')} ${join('memories', 'b', 'row', 'e.to_row')}`,
      seen: [reach.memories('a'), reach.memories('b')],
    },
    {
      ...EDGE_KINDS.mentioned,
      tables: `mentions e ${join('memories', 'a', 'row', 'e.memory_row')} ${join('entities', 'b', 'row', 'e.entity_row')}`,
      seen: [reach.memories('a'), reach.entities('b')],
    },
    {
      ...EDGE_KINDS.related,
      tables: `relations e ${join('entities', 'a', 'row', 'e.from_row')} ${join('entities', 'b', 'row', 'e.to_row')}`,
      seen: [
        reach.entities('a'),
        reach.entities('b'),
        sql`e.valid_from <= ${begun} AND (e.valid_until IS NULL OR e.valid_until > ${reach.moment})`,
      ],
    },
    {
      ...EDGE_KINDS.linked,
      tables: `code_links e ${join('memories', 'a', 'row', 'e.memory_row')} ${join('files', 'f', 'project_id', 'e.project_id')} AND f.path = e.path
        ${join('projects', 'p', 'id', 'f.project_id')} LEFT ${join('symbols', 's', 'file_id', 'f.id')} AND e.symbol <> '' AND s.name = e.symbol
          AND coalesce(s.container, '') = e.container AND s.kind IN (${SYMBOL_KINDS})`,
      seen: [reach.memories('a'), reach.files('f', 'p'), sql`(e.symbol = '' OR s.id IS NOT NULL)`, isFirst('s')],
    },
    {
      ...EDGE_KINDS.contained,
      tables: `symbols e ${join('files', 'f', 'id', 'e.file_id')} ${join('projects', 'p', 'id', 'f.project_id')}`,
      seen: [reach.files('f', 'p'), sql`e.kind IN (${raw(SYMBOL_KINDS)})`, isFirst('e')],
    },
    {
      ...EDGE_KINDS.referring,
      tables: `code_edges e ${join('files', 'f', 'id', 'e.from_file')} ${join('projects', 'p', 'id', 'f.project_id')}
        ${join('files', 'g', 'id', 'e.to_file')} ${join('projects', 'q', 'id', 'g.project_id')}`,
      seen: [reach.files('f', 'p'), reach.files('g', 'q'), leadsToFirst(reach, 'e')],
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
            keyOf(after, kind).map((part) => sql`${part}`),
            ', ',
          )})`,
        ];
  return question(reach, kind, [...behind, ...ofTypes(kind, types)], sql` ORDER BY ${key} LIMIT ${limit}`);
}

export const edgeCounts = (reach: Reach, { type, tables, seen }: EdgeKind): Sql =>
  sql`SELECT ${raw(type)} AS type, count(*) AS n FROM ${raw(tables)} WHERE e.tenant_id = ${reach.tenant} AND ${joined(seen, ' AND ')} GROUP BY 1`;

/** The types of this kind that any visible edge has. It looks for one edge of each instead of reading all. */
export function edgeTypes({ tenant }: Reach, { type, tables, seen }: EdgeKind): Sql {
  const of = raw(type);
  const isSeen = (more: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${raw(tables)} WHERE e.tenant_id = ${tenant} AND ${joined(seen, ' AND ')}${more})`;
  if (type.startsWith("'")) return sql`SELECT ${of} AS type WHERE ${isSeen(NOTHING)}`;
  const [table = ''] = tables.split(' ');
  const own = sql`FROM ${raw(table)} e WHERE e.tenant_id = ${tenant}`;
  const known =
    table === 'trace_edges'
      ? // From each type to the next, since an index skips the edges between them.
        sql`WITH RECURSIVE held AS ((SELECT ${of} AS type ${own} ORDER BY ${of} LIMIT 1)
          UNION ALL SELECT (SELECT ${of} ${own} AND ${of} > held.type ORDER BY ${of} LIMIT 1) FROM held WHERE held.type IS NOT NULL)
          SELECT held.type FROM held WHERE held.type IS NOT NULL`
      : sql`SELECT DISTINCT ${of} AS type ${own}`;
  return sql`SELECT known.type FROM (${known}) known WHERE ${isSeen(sql` AND ${of} = known.type`)}`;
}

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
