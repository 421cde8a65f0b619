import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { FILE } from '../../../../engine/graph/nodes.ts';
import { FILE_NODES, fileNode, kindsWith, SYMBOL_NODES, symbolCounts, symbolNode } from '../../../rows/code-nodes.ts';
import { isText, nodeId } from '../../../rows/network.ts';
import type { Row } from '../../../rows/row.ts';
import { lowerAscii } from '../../code/ascii.ts';
import { joined, raw, type Sql, sql } from '../../server/sql.ts';
import type { NodeKind } from './node-kind.ts';
import { isFirst } from './overloads.ts';
import type { Reach } from './reach.ts';

const FILES = raw('files f JOIN projects p ON p.tenant_id = f.tenant_id AND p.id = f.project_id');

export class FileNodes implements NodeKind {
  readonly shape = FILE_NODES;
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
      rows.map((row) => nodeId(this.shape.prefix, row)),
    );
  }

  async #read(where: Sql, limit: number): Promise<NetworkNode[]> {
    const rows =
      await this.#reach.all(sql`SELECT f.id AS row, p.name AS project, f.path, f.language, f.lines FROM ${FILES}
      WHERE ${where} AND ${this.#reach.files('f', 'p')} ORDER BY f.id LIMIT ${limit}`);
    return rows.map(fileNode);
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

const SYMBOLS = sql`symbols s JOIN files f ON f.tenant_id = s.tenant_id AND f.id = s.file_id JOIN projects p ON p.tenant_id = f.tenant_id AND p.id = f.project_id`;

export class SymbolNodes implements NodeKind {
  readonly shape = SYMBOL_NODES;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find({ labels, equal = {} }: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    const conditions: Sql[] = [sql`s.id > ${after}`, sql`s.kind = ANY (${kindsWith(labels)}::text[])`, isFirst('s')];
    if (isText(equal.name)) conditions.push(sql`lower(s.name) = ${lowerAscii(equal.name)}`);
    if (isText(equal.path)) conditions.push(sql`f.path = ${equal.path}`);
    return this.#read(joined(conditions, ' AND '), limit);
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const found = await this.#read(sql`s.id = ANY (${rows}::bigint[])`, rows.length);
    return inOrder(
      found,
      rows.map((row) => nodeId(this.shape.prefix, row)),
    );
  }

  async #read(where: Sql, limit: number): Promise<NetworkNode[]> {
    const rows =
      await this.#reach.all(sql`SELECT s.id AS row, p.name AS project, f.path, f.language, s.kind, s.name, s.container, s.signature, s.docstring,
      s.start_line, s.end_line FROM ${SYMBOLS} WHERE s.tenant_id = ${this.#reach.tenant} AND ${where} AND ${this.#reach.files('f', 'p')} ORDER BY s.id LIMIT ${limit}`);
    return rows.map(symbolNode);
  }

  get counting(): Sql {
    return sql`SELECT s.kind, count(*) AS n FROM ${SYMBOLS} WHERE ${this.#reach.files('f', 'p')} AND ${isFirst('s')} GROUP BY s.kind`;
  }

  counted(rows: readonly Row[]): Map<string, number> {
    return symbolCounts(rows);
  }
}
