import { z } from 'zod';
import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { FILE, fileProperties, SYMBOL_LABELS, symbolProperties } from '../../../../engine/graph/nodes.ts';
import { NODE_PREFIX, nodeId } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import { joined, raw, type Sql, sql } from '../../server/sql.ts';
import { isText, type NodeKind, summed } from './node-kind.ts';
import { isFirst } from './overloads.ts';
import type { Reach } from './reach.ts';

const FileRow = z.object({
  row: z.number(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  lines: z.number(),
});
const FILES = raw('files f JOIN projects p ON p.tenant_id = f.tenant_id AND p.id = f.project_id');

export class FileNodes implements NodeKind {
  readonly prefix = NODE_PREFIX.file;
  readonly labels = [FILE];
  readonly properties = ['id', 'name', 'path', 'language', 'lines', 'project'];
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find({ labels, equal = {} }: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    if (labels.some((label) => label !== FILE)) return [];
    const conditions: Sql[] = [sql`f.id > ${after}`];
    for (const field of ['path', 'name', 'language']) {
      const value = equal[field];
      if (isText(value)) conditions.push(sql`f.${raw(field)} = ${value}`);
    }
    return this.#read(sql`${joined(conditions, ' AND ')}`, limit);
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const found = await this.#read(sql`f.id = ANY (${rows}::bigint[])`, rows.length);
    return inOrder(
      found,
      rows.map((row) => nodeId(this.prefix, row)),
    );
  }

  async #read(where: Sql, limit: number): Promise<NetworkNode[]> {
    const rows =
      await this.#reach.all(sql`SELECT f.id AS row, p.name AS project, f.path, f.language, f.lines FROM ${FILES}
      WHERE ${where} AND ${this.#reach.files('f', 'p')} ORDER BY f.id LIMIT ${limit}`);
    return rows.map((each) => {
      const { row, ...file } = FileRow.parse(each);
      return { id: nodeId(this.prefix, row), labels: this.labels, properties: fileProperties(file) };
    });
  }

  get counting(): Sql {
    return sql`SELECT count(*) AS n FROM ${FILES} WHERE ${this.#reach.files('f', 'p')}`;
  }

  counted(rows: readonly Row[]): Map<string, number> {
    return new Map([[FILE, Number(rows[0]?.n)]]);
  }
}

const inOrder = (nodes: readonly NetworkNode[], ids: readonly string[]): NetworkNode[] => {
  const known = new Map(nodes.map((node) => [node.id, node]));
  return ids.flatMap((id) => known.get(id) ?? []);
};

const SymbolRow = z.object({
  row: z.number(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  kind: z.string(),
  name: z.string(),
  container: z.string().nullable(),
  signature: z.string(),
  docstring: z.string().nullable(),
  start_line: z.number(),
  end_line: z.number(),
});
const SYMBOLS = sql`symbols s JOIN files f ON f.tenant_id = s.tenant_id AND f.id = s.file_id JOIN projects p ON p.tenant_id = f.tenant_id AND p.id = f.project_id`;

/** The symbol kinds that have all of these labels. */
const kindsWith = (labels: readonly string[]): string[] =>
  Object.keys(SYMBOL_LABELS).filter((kind) => labels.every((label) => label === SYMBOL_LABELS[kind]));

export class SymbolNodes implements NodeKind {
  readonly prefix = NODE_PREFIX.symbol;
  readonly labels = [...new Set(Object.values(SYMBOL_LABELS))];
  readonly properties = ['id', 'name', 'kind', 'signature', 'docstring', 'container', 'path', 'start_line', 'end_line'];
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find({ labels, equal = {} }: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    const conditions: Sql[] = [sql`s.id > ${after}`, sql`s.kind = ANY (${kindsWith(labels)}::text[])`, isFirst('s')];
    if (isText(equal.name)) conditions.push(sql`lower(s.name) = ${equal.name.toLowerCase()}`);
    if (isText(equal.path)) conditions.push(sql`f.path = ${equal.path}`);
    return this.#read(joined(conditions, ' AND '), limit);
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const found = await this.#read(sql`s.id = ANY (${rows}::bigint[])`, rows.length);
    return inOrder(
      found,
      rows.map((row) => nodeId(this.prefix, row)),
    );
  }

  async #read(where: Sql, limit: number): Promise<NetworkNode[]> {
    const rows =
      await this.#reach.all(sql`SELECT s.id AS row, p.name AS project, f.path, f.language, s.kind, s.name, s.container, s.signature, s.docstring,
      s.start_line, s.end_line FROM ${SYMBOLS} WHERE s.tenant_id = ${this.#reach.tenant} AND ${where} AND ${this.#reach.files('f', 'p')} ORDER BY s.id LIMIT ${limit}`);
    return rows.map((each) => {
      const { row, start_line: startLine, end_line: endLine, ...symbol } = SymbolRow.parse(each);
      const label = SYMBOL_LABELS[symbol.kind];
      return {
        id: nodeId(this.prefix, row),
        labels: label === undefined ? [] : [label],
        properties: symbolProperties({ ...symbol, startLine, endLine }),
      };
    });
  }

  get counting(): Sql {
    return sql`SELECT s.kind, count(*) AS n FROM ${SYMBOLS} WHERE ${this.#reach.files('f', 'p')} AND ${isFirst('s')} GROUP BY s.kind`;
  }

  counted(rows: readonly Row[]): Map<string, number> {
    return summed(
      rows.flatMap((row) => {
        const label = SYMBOL_LABELS[String(row.kind)];
        return label === undefined ? [] : [[label, Number(row.n)] as const];
      }),
    );
  }
}
