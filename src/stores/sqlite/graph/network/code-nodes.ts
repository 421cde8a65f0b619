import { z } from 'zod';
import type { NetworkNode, NodeMatch, Wanted } from '../../../../engine/graph/network.ts';
import { FILE, fileProperties, SYMBOL_LABELS, symbolProperties } from '../../../../engine/graph/nodes.ts';
import { NODE_PREFIX, nodeId } from '../../../rows/network.ts';
import { inOrder, isText, type NodeKind } from './node-kind.ts';
import { isFirst } from './overloads.ts';
import type { Condition, Reach } from './reach.ts';

const FileRow = z.object({
  row: z.number(),
  project: z.string(),
  path: z.string(),
  language: z.string(),
  lines: z.number(),
});

export class FileNodes implements NodeKind {
  readonly prefix = NODE_PREFIX.file;
  readonly labels = [FILE];
  readonly properties = ['id', 'name', 'path', 'language', 'lines', 'project'];
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
    return found.map((each) => {
      const { row, ...file } = FileRow.parse(each);
      return { id: nodeId(this.prefix, row), labels: this.labels, properties: fileProperties(file) };
    });
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.files('f', 'p');
    const all = `SELECT count(*) AS n FROM files f JOIN projects p ON p.id = f.project_id WHERE ${sql}`;
    return new Map([[FILE, Number(this.#reach.database.get(all, ...values)?.n)]]);
  }
}

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
    return found.map((each) => {
      const { row, start_line: startLine, end_line: endLine, ...symbol } = SymbolRow.parse(each);
      const label = SYMBOL_LABELS[symbol.kind];
      return {
        id: nodeId(this.prefix, row),
        labels: label === undefined ? [] : [label],
        properties: symbolProperties({ ...symbol, startLine, endLine }),
      };
    });
  }

  counts(): Map<string, number> {
    const { sql, values } = this.#reach.files('f', 'p');
    const counts = new Map<string, number>();
    for (const row of this.#reach.database.all(
      `SELECT s.kind, count(*) AS n FROM symbols s JOIN files f ON f.id = s.file_id JOIN projects p ON p.id = f.project_id
       WHERE ${sql} AND ${isFirst('s').sql} GROUP BY s.kind`,
      ...values,
    )) {
      const label = SYMBOL_LABELS[String(row.kind)];
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + Number(row.n));
    }
    return counts;
  }
}
