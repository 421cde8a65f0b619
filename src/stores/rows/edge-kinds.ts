// The kinds of edge: their names and the columns of their ends. A store adds the tables and what makes an edge visible.
import { REFERENCE_EDGES, SYMBOL_LABELS } from '../../engine/graph/nodes.ts';
import { EDGE } from '../../engine/model.ts';
import { NODE_PREFIX } from './network.ts';

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
  readonly from: readonly End[];
  readonly to: readonly End[];
  /** The columns of its properties. */
  readonly properties?: readonly string[];
}

const quoted = (text: string): string => `'${text}'`;

/** The symbol kinds that are nodes. */
export const SYMBOL_KINDS = Object.keys(SYMBOL_LABELS).map(quoted).join(', ');
const REFERENCE_TYPE = `CASE e.kind ${Object.entries(REFERENCE_EDGES)
  .map(([kind, type]) => `WHEN ${quoted(kind)} THEN ${quoted(type)}`)
  .join(' ')} END`;

const { memory, entity, file, symbol } = NODE_PREFIX;

/** `e` is the row of the edge, `f` a file and `s` a symbol. */
export const EDGE_KINDS = {
  traced: {
    prefix: 't',
    key: ['e.id'],
    type: 'e.type',
    from: [{ prefix: memory, column: 'e.from_row' }],
    to: [{ prefix: memory, column: 'e.to_row' }],
  },
  mentioned: {
    prefix: 'n',
    key: ['e.memory_row', 'e.entity_row'],
    type: quoted(EDGE.MENTIONS),
    from: [{ prefix: memory, column: 'e.memory_row' }],
    to: [{ prefix: entity, column: 'e.entity_row' }],
  },
  related: {
    prefix: 'r',
    key: ['e.id'],
    type: 'e.type',
    from: [{ prefix: entity, column: 'e.from_row' }],
    to: [{ prefix: entity, column: 'e.to_row' }],
    properties: ['e.weight'],
  },
  linked: {
    prefix: 'l',
    key: ['e.memory_row', 'f.id', 'coalesce(s.id, 0)'],
    type: quoted(EDGE.MENTIONS),
    from: [{ prefix: memory, column: 'e.memory_row' }],
    to: [
      { prefix: symbol, column: 's.id' },
      { prefix: file, column: "CASE WHEN e.symbol = '' THEN f.id END" },
    ],
  },
  contained: {
    prefix: 'c',
    key: ['e.id'],
    type: quoted(EDGE.CONTAINS),
    from: [
      { prefix: symbol, column: 'e.parent_id' },
      { prefix: file, column: 'CASE WHEN e.parent_id IS NULL THEN e.file_id END' },
    ],
    to: [{ prefix: symbol, column: 'e.id' }],
  },
  referring: {
    prefix: 'x',
    key: ['e.reference_id', 'e.to_file', 'e.to_symbol'],
    type: REFERENCE_TYPE,
    from: [
      { prefix: symbol, column: 'nullif(e.from_symbol, 0)' },
      { prefix: file, column: 'CASE WHEN coalesce(e.from_symbol, 0) = 0 THEN e.from_file END' },
    ],
    to: [
      { prefix: symbol, column: 'nullif(e.to_symbol, 0)' },
      { prefix: file, column: 'CASE WHEN e.to_symbol = 0 THEN e.to_file END' },
    ],
    properties: ['e.certainty', 'e.line'],
  },
} satisfies Record<string, EdgeKind>;

/** The first end that is not null, as the id of its node. */
export function endExpression(ends: readonly End[]): string {
  const each = ends.map(({ prefix: letter, column }) => `'${letter}' || CAST(${column} AS TEXT)`);
  return each.length === 1 ? (each[0] ?? '') : `coalesce(${each.join(', ')})`;
}

/** The values of an edge's key; its id is a prefix and these, which are numbers except for relations. */
export const keyOf = (id: string, { prefix }: EdgeKind): (string | number)[] =>
  id
    .slice(prefix.length)
    .split('.')
    .map((part) => (prefix === EDGE_KINDS.related.prefix ? part : Number(part)));
