import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { FILE } from '../../../../engine/graph/nodes.ts';
import { FILE_NODES, fileNode, kindsWith, SYMBOL_NODES, symbolCounts, symbolNode } from '../../../rows/code-nodes.ts';
import { isText } from '../../../rows/network.ts';
import { inOrder, type NodeKind } from './node-kind.ts';
import { isFirst } from './overloads.ts';
import type { Condition, Reach } from './reach.ts';

export class FileNodes implements NodeKind {
  readonly shape = FILE_NODES;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find(match: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    return this.load(this.#rows(match, after, limit));
  }

  #rows({ labels, equal = {} }: NodeMatch, after: number, limit: number): number[] {
    if (labels.some((label) => label !== FILE)) return [];
    const conditions: Condition[] = [{ sql: 'f.id > ?', values: [after] }, this.#reach.files('f', 'p')];
    for (const field of ['path', 'name', 'language']) {
      const value = equal[field];
      if (isText(value)) conditions.push({ sql: `f.${field} = ?`, values: [value] });
    }
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const sql = `SELECT f.id AS row FROM files f JOIN projects p ON p.id = f.project_id WHERE ${where} ORDER BY f.id LIMIT ?`;
    return inOrder(this.#reach.database.all(sql, ...conditions.flatMap(({ values }) => values), limit));
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const { sql, values } = this.#reach.files('f', 'p');
    const found = this.#reach.database.all(
      `SELECT f.id AS row, p.name AS project, f.path, f.language, f.lines FROM json_each(?) w JOIN files f ON f.id = w.value
       JOIN projects p ON p.id = f.project_id WHERE ${sql} ORDER BY w.key`,
      JSON.stringify(rows),
      ...values,
    );
    return found.map(fileNode);
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.files('f', 'p');
    const all = `SELECT count(*) AS n FROM files f JOIN projects p ON p.id = f.project_id WHERE ${sql}`;
    return new Map([[FILE, Number(this.#reach.database.get(all, ...values)?.n)]]);
  }
}

export class SymbolNodes implements NodeKind {
  readonly shape = SYMBOL_NODES;
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  async find(match: NodeMatch, _: Wanted, after: number, limit: number): Promise<NetworkNode[]> {
    return this.load(this.#rows(match, after, limit));
  }

  #rows({ labels, equal = {} }: NodeMatch, after: number, limit: number): number[] {
    const kinds = JSON.stringify(kindsWith(labels));
    const conditions: Condition[] = [
      { sql: 's.id > ?', values: [after] },
      { sql: 's.kind IN (SELECT value FROM json_each(?))', values: [kinds] },
      this.#reach.files('f', 'p'),
      isFirst('s'),
    ];
    if (isText(equal.name)) conditions.push({ sql: 's.name = ? COLLATE NOCASE', values: [equal.name] });
    if (isText(equal.path)) conditions.push({ sql: 'f.path = ?', values: [equal.path] });
    const where = conditions.map(({ sql }) => sql).join(' AND ');
    const sql = `SELECT s.id AS row FROM symbols s JOIN files f ON f.id = s.file_id JOIN projects p ON p.id = f.project_id
      WHERE ${where} ORDER BY s.id LIMIT ?`;
    return inOrder(this.#reach.database.all(sql, ...conditions.flatMap(({ values }) => values), limit));
  }

  async load(rows: readonly number[]): Promise<NetworkNode[]> {
    const { sql, values } = this.#reach.files('f', 'p');
    const found = this.#reach.database.all(
      `SELECT s.id AS row, p.name AS project, f.path, f.language, s.kind, s.name, s.container, s.signature, s.docstring,
         s.start_line, s.end_line FROM json_each(?) w JOIN symbols s ON s.id = w.value JOIN files f ON f.id = s.file_id
       JOIN projects p ON p.id = f.project_id WHERE ${sql} ORDER BY w.key`,
      JSON.stringify(rows),
      ...values,
    );
    return found.map(symbolNode);
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.files('f', 'p');
    const rows = this.#reach.database.all(
      `SELECT s.kind, count(*) AS n FROM symbols s JOIN files f ON f.id = s.file_id JOIN projects p ON p.id = f.project_id
       WHERE ${sql} AND ${isFirst('s').sql} GROUP BY s.kind`,
      ...values,
    );
    return symbolCounts(rows);
  }
}
