// The kinds of edge, each described by one query: its tables, the columns of its ends, and what makes it visible.
import type { NetworkEdge, Page } from '../../../../engine/graph/network.ts';
import {
  EDGE_KINDS,
  endExpression,
  keyOf,
  type EdgeKind as PlainKind,
  SYMBOL_KINDS,
} from '../../../rows/edge-kinds.ts';
import { networkEdge, rowsOf } from '../../../rows/network.ts';
import { isFirst, leadsToFirst } from './overloads.ts';
import type { Condition, Reach } from './reach.ts';

export interface EdgeKind extends PlainKind {
  readonly tables: string;
  readonly seen: readonly Condition[];
}

/** Every kind of edge visible within this reach. */
export function edgeKinds(reach: Reach): EdgeKind[] {
  const seenFile = (file: string, project: string) => reach.files(file, project);
  return [
    {
      ...EDGE_KINDS.traced,
      tables: reach.isOpen
        ? 'trace_edges e'
        : 'trace_edges e JOIN memories a ON a.row = e.from_row JOIN memories b ON b.row = e.to_row',
      seen: [reach.memories('a'), reach.memories('b')],
    },
    {
      ...EDGE_KINDS.mentioned,
      tables: reach.isOpen
        ? 'mentions e'
        : 'mentions e JOIN memories a ON a.row = e.memory_row JOIN entities b ON b.row = e.entity_row',
      seen: [reach.memories('a'), reach.entities('b')],
    },
    {
      ...EDGE_KINDS.related,
      tables: 'relations e JOIN entities a ON a.row = e.from_row JOIN entities b ON b.row = e.to_row',
      seen: [
        reach.entities('a'),
        reach.entities('b'),
        {
          sql: `e.valid_from <= ${reach.isPast ? '?' : 'max(?, e.created_at)'} AND (e.valid_until IS NULL OR e.valid_until > ?)`,
          values: [reach.moment, reach.moment],
        },
      ],
    },
    {
      ...EDGE_KINDS.linked,
      tables: `code_links e JOIN memories a ON a.row = e.memory_row
        JOIN files f ON f.project_id = e.project_id AND f.path = e.path JOIN projects p ON p.id = f.project_id
        LEFT JOIN symbols s ON e.symbol <> '' AND s.file_id = f.id AND s.name = e.symbol AND ifnull(s.container, '') = e.container
          AND s.kind IN (${SYMBOL_KINDS})`,
      seen: [
        reach.memories('a'),
        seenFile('f', 'p'),
        { sql: "(e.symbol = '' OR s.id IS NOT NULL)", values: [] },
        isFirst('s'),
      ],
    },
    {
      ...EDGE_KINDS.contained,
      tables: `symbols e JOIN files f ON f.id = e.file_id JOIN projects p ON p.id = f.project_id`,
      seen: [seenFile('f', 'p'), { sql: `e.kind IN (${SYMBOL_KINDS})`, values: [] }, isFirst('e')],
    },
    {
      ...EDGE_KINDS.referring,
      tables: `code_edges e JOIN files f ON f.id = e.from_file JOIN projects p ON p.id = f.project_id
        JOIN files g ON g.id = e.to_file JOIN projects q ON q.id = g.project_id`,
      seen: [seenFile('f', 'p'), seenFile('g', 'q'), leadsToFirst('e')],
    },
  ];
}

/** Edges of a kind that start or end at these nodes. */
export function edgesAt(
  reach: Reach,
  kind: EdgeKind,
  nodes: readonly string[],
  end: 'from' | 'to',
  types: readonly string[] | null,
): NetworkEdge[] {
  return kind[end].flatMap(({ prefix, column }) => {
    const rows = rowsOf(nodes, prefix);
    if (rows.length === 0) return [];
    const at = { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(rows)] };
    return read(reach, kind, [at, ...ofTypes(kind, types)]);
  });
}

export function edgesAfter(reach: Reach, kind: EdgeKind, types: readonly string[] | null, page: Page): NetworkEdge[] {
  const after =
    page.after === null
      ? []
      : [{ sql: `(${kind.key.join(', ')}) > (${marks(kind)})`, values: keyOf(page.after, kind) }];
  return read(reach, kind, [...after, ...ofTypes(kind, types)], ` ORDER BY ${kind.key.join(', ')} LIMIT ?`, page.limit);
}

export function edgeCounts(reach: Reach, { type, tables, seen }: EdgeKind): Map<string, number> {
  const where = seen.map(({ sql }) => sql).join(' AND ');
  const sql = `SELECT ${type} AS type, count(*) AS n FROM ${tables} WHERE ${where} GROUP BY 1`;
  const rows = reach.database.all(sql, ...seen.flatMap(({ values }) => values));
  return new Map(rows.map((row) => [String(row.type), Number(row.n)]));
}

/** The types of this kind that any visible edge has. It looks for one edge of each instead of reading all. */
export function edgeTypes(reach: Reach, { type, tables, seen }: EdgeKind): string[] {
  const where = [...seen.map((each) => each.sql), `${type} = known.type`].join(' AND ');
  const [table] = tables.split(' ');
  const known =
    table === 'trace_edges'
      ? // From each type to the next, since an index skips the edges between them.
        `WITH RECURSIVE held(type) AS (SELECT min(type) FROM ${table}
          UNION ALL SELECT (SELECT min(e.type) FROM ${table} e WHERE e.type > held.type) FROM held WHERE held.type IS NOT NULL)
          SELECT type FROM held WHERE type IS NOT NULL`
      : type.startsWith("'")
        ? `SELECT ${type} AS type`
        : `SELECT DISTINCT ${type} AS type FROM ${table} e`;
  const sql = `SELECT known.type FROM (${known}) known WHERE EXISTS (SELECT 1 FROM ${tables} WHERE ${where})`;
  return reach.database.all(sql, ...seen.flatMap(({ values }) => values)).map((row) => String(row.type));
}

const marks = ({ key }: EdgeKind): string => key.map(() => '?').join(', ');

const ofTypes = ({ type }: EdgeKind, types: readonly string[] | null): Condition[] =>
  types === null ? [] : [{ sql: `${type} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(types)] }];

function read(
  reach: Reach,
  kind: EdgeKind,
  conditions: readonly Condition[],
  tail = '',
  ...limit: readonly number[]
): NetworkEdge[] {
  const { prefix, key, type, tables, seen, from, to, properties = [] } = kind;
  const all = [...conditions, ...seen];
  const columns = [
    `${key.join(" || '.' || ")} AS id`,
    `${type} AS type`,
    `${endExpression(from)} AS source`,
    `${endExpression(to)} AS target`,
    ...properties,
  ];
  const sql = `SELECT ${columns.join(', ')} FROM ${tables} WHERE ${all.map((each) => each.sql).join(' AND ')}${tail}`;
  return reach.database
    .all(sql, ...all.flatMap(({ values }) => values), ...limit)
    .map((row) => networkEdge(prefix, properties, row));
}
