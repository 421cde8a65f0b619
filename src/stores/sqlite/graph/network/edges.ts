// The kinds of edge, each described by one query: its tables, the columns of its ends, and what makes it visible.
import type { NetworkEdge, Page } from '../../../../engine/graph/network.ts';
import { EDGE_TYPES, SYMBOL_LABELS } from '../../../../engine/graph/nodes.ts';
import { networkEdge, rowsOf } from '../../../rows/network.ts';
import { isFirst, leadsToFirst } from './overloads.ts';
import type { Condition, Reach } from './reach.ts';

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
  readonly seen: readonly Condition[];
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

/** Every kind of edge visible within this reach. */
export function edgeKinds(reach: Reach): EdgeKind[] {
  const seenFile = (file: string, project: string) => reach.files(file, project);
  return [
    {
      prefix: 't',
      key: ['e.id'],
      type: 'e.type',
      tables: reach.isOpen
        ? 'trace_edges e'
        : 'trace_edges e JOIN memories a ON a.row = e.from_row JOIN memories b ON b.row = e.to_row',
      seen: [reach.memories('a'), reach.memories('b')],
      from: [{ prefix: 'm', column: 'e.from_row' }],
      to: [{ prefix: 'm', column: 'e.to_row' }],
    },
    {
      prefix: 'n',
      key: ['e.memory_row', 'e.entity_row'],
      type: "'MENTIONS'",
      tables: reach.isOpen
        ? 'mentions e'
        : 'mentions e JOIN memories a ON a.row = e.memory_row JOIN entities b ON b.row = e.entity_row',
      seen: [reach.memories('a'), reach.entities('b')],
      from: [{ prefix: 'm', column: 'e.memory_row' }],
      to: [{ prefix: 'e', column: 'e.entity_row' }],
    },
    {
      prefix: 'r',
      key: ['e.id'],
      type: 'e.type',
      tables: 'relations e JOIN entities a ON a.row = e.from_row JOIN entities b ON b.row = e.to_row',
      seen: [
        reach.entities('a'),
        reach.entities('b'),
        {
          sql: 'e.valid_from <= ? AND (e.valid_until IS NULL OR e.valid_until > ?)',
          values: [reach.moment, reach.moment],
        },
      ],
      from: [{ prefix: 'e', column: 'e.from_row' }],
      to: [{ prefix: 'e', column: 'e.to_row' }],
      properties: ['e.weight'],
    },
    {
      prefix: 'l',
      key: ['e.memory_row', 'f.id', 'ifnull(s.id, 0)'],
      type: "'MENTIONS'",
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
      tables: `symbols e JOIN files f ON f.id = e.file_id JOIN projects p ON p.id = f.project_id`,
      seen: [seenFile('f', 'p'), { sql: `e.kind IN (${SYMBOL_KINDS})`, values: [] }, isFirst('e')],
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
      tables: `code_edges e JOIN files f ON f.id = e.from_file JOIN projects p ON p.id = f.project_id
        JOIN files g ON g.id = e.to_file JOIN projects q ON q.id = g.project_id`,
      seen: [seenFile('f', 'p'), seenFile('g', 'q'), leadsToFirst('e')],
      from: [
        { prefix: 's', column: 'nullif(e.from_symbol, 0)' },
        { prefix: 'f', column: 'CASE WHEN ifnull(e.from_symbol, 0) = 0 THEN e.from_file END' },
      ],
      to: [
        { prefix: 's', column: 'nullif(e.to_symbol, 0)' },
        { prefix: 'f', column: 'CASE WHEN e.to_symbol = 0 THEN e.to_file END' },
      ],
      properties: ['e.certainty', 'e.line'],
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
    page.after === null ? [] : [{ sql: `(${kind.key.join(', ')}) > (${marks(kind)})`, values: place(page.after) }];
  return read(reach, kind, [...after, ...ofTypes(kind, types)], ` ORDER BY ${kind.key.join(', ')} LIMIT ?`, page.limit);
}

export function edgeCounts(reach: Reach, { type, tables, seen }: EdgeKind): Map<string, number> {
  const where = seen.map(({ sql }) => sql).join(' AND ');
  const sql = `SELECT ${type} AS type, count(*) AS n FROM ${tables} WHERE ${where} GROUP BY 1`;
  const rows = reach.database.all(sql, ...seen.flatMap(({ values }) => values));
  return new Map(rows.map((row) => [String(row.type), Number(row.n)]));
}

const marks = ({ key }: EdgeKind): string => key.map(() => '?').join(', ');

/** Splits an id into its key; an id is a prefix and the parts of the key. */
const place = (id: string): (string | number)[] =>
  id
    .slice(1)
    .split('.')
    .map((part) => (/^\d+$/.test(part) && part.length < 16 ? Number(part) : part));

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

/** The first end that is not null, prefixed with the letter of its kind. */
function endExpression(ends: readonly End[]): string {
  const each = ends.map(({ prefix, column }) => `'${prefix}' || ${column}`);
  return each.length === 1 ? (each[0] ?? '') : `coalesce(${each.join(', ')})`;
}
