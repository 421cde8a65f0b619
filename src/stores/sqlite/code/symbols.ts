import type {
  CodeEdge,
  Definition,
  StoredFingerprint,
  StoredReference,
  SymbolStore,
  Target,
} from '../../../engine/code/ports.ts';
import type { ReferenceKind } from '../../../engine/code/symbols.ts';
import { readDefinition, readEdge, readReference } from '../../rows/symbol.ts';
import type { Database } from '../file/database.ts';

const DEFINITION = `SELECT s.id, f.project_id, s.file_id, f.path, f.language, s.kind, s.name, s.container, s.signature, s.docstring, s.line,
  s.start_line, s.end_line, s.digest FROM symbols s JOIN files f ON f.id = s.file_id WHERE f.state = 1`;

/** Selects only the columns it reads: SQLite hands each value over separately. */
const REFERENCE =
  'SELECT r.id, r.file_id, r.symbol_id, r.kind, r.name, r.qualifier, r.receiver, r.alias, r.line, r.scope FROM code_references r';

export class SqliteSymbols implements SymbolStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async named(projects: readonly number[], names: readonly string[]): Promise<Definition[]> {
    const sql = `${DEFINITION} AND s.name COLLATE NOCASE IN (SELECT value FROM json_each(?))
      AND f.project_id IN (SELECT value FROM json_each(?))`;
    const wanted = new Set(names);
    const found = this.#database.all(sql, JSON.stringify(names), JSON.stringify(projects)).map(readDefinition);
    return found.filter(({ name }) => wanted.has(name));
  }

  async byIds(ids: readonly number[]): Promise<Definition[]> {
    const sql = `${DEFINITION} AND s.id IN (SELECT value FROM json_each(?))`;
    return this.#database.all(sql, JSON.stringify(ids)).map(readDefinition);
  }

  async inFiles(files: readonly number[]): Promise<Definition[]> {
    const sql = `${DEFINITION} AND s.file_id IN (SELECT value FROM json_each(?)) ORDER BY s.file_id, s.start_line`;
    return this.#database.all(sql, JSON.stringify(files)).map(readDefinition);
  }

  async page(project: number, { path, name, after, limit }: Parameters<SymbolStore['page']>[1]): Promise<Definition[]> {
    const conditions: [string, (string | number)[]][] = [
      ['f.project_id = ?', [project]],
      ["s.kind <> 'section'", []],
      ...(path === undefined ? [] : ([['f.path = ?', [path]]] satisfies [string, string[]][])),
      // Compared as text, since LIKE would treat an underscore as a wildcard.
      ...(name === undefined
        ? []
        : ([['substr(s.name, 1, length(?)) = ? COLLATE NOCASE', [name, name]]] satisfies [string, string[]][])),
      ...(after === null
        ? []
        : ([
            [
              '(f.path, s.start_line, s.id) > (SELECT g.path, t.start_line, t.id FROM symbols t JOIN files g ON g.id = t.file_id WHERE t.id = ?)',
              [after],
            ],
          ] satisfies [string, number[]][])),
    ];
    const rows = this.#database.all(
      `${DEFINITION}${conditions.map(([sql]) => ` AND ${sql}`).join('')} ORDER BY f.path, s.start_line, s.id LIMIT ?`,
      ...conditions.flatMap(([, values]) => values),
      limit,
    );
    return rows.map(readDefinition);
  }

  async references(files: readonly number[], kind: ReferenceKind): Promise<StoredReference[]> {
    const sql = `${REFERENCE} WHERE r.file_id IN (SELECT value FROM json_each(?)) AND r.kind = ?`;
    return this.#database.all(sql, JSON.stringify(files), kind).map(readReference);
  }

  async unresolved(project: number, kind: ReferenceKind, limit: number): Promise<StoredReference[]> {
    const sql = `${REFERENCE} JOIN files f ON f.id = r.file_id
      WHERE r.project_id = ? AND r.kind = ? AND r.resolved = 0 AND f.state = 1
      ORDER BY r.file_id LIMIT ?`;
    return this.#database.all(sql, project, kind, limit).map(readReference);
  }

  async inheritance(project: number): Promise<{ symbol: number; base: number }[]> {
    const rows = this.#database.all(
      `SELECT e.from_symbol, e.to_symbol FROM code_references r JOIN code_edges e ON e.reference_id = r.id
       WHERE r.project_id = ? AND r.kind IN ('extends', 'implements') AND e.from_symbol IS NOT NULL AND e.to_symbol > 0`,
      project,
    );
    return rows.map((row) => ({ symbol: Number(row.from_symbol), base: Number(row.to_symbol) }));
  }

  async resolve(targets: ReadonlyMap<number, readonly Target[]>): Promise<void> {
    await this.#database.changeLightly(() => {
      const references = JSON.stringify([...targets.keys()]);
      const listed = 'IN (SELECT value FROM json_each(?))';
      this.#database.run(`DELETE FROM code_edges WHERE reference_id ${listed}`, references);
      this.#database.run(`UPDATE code_references SET resolved = 1 WHERE id ${listed}`, references);
      for (const [reference, found] of targets) {
        for (const { file, symbol, certainty } of found) {
          this.#database.run(
            `INSERT OR IGNORE INTO code_edges (reference_id, to_file, to_symbol, from_file, from_symbol, kind, certainty, line)
             SELECT id, ?, ?, file_id, symbol_id, kind, ?, line FROM code_references WHERE id = ?`,
            file,
            symbol ?? 0,
            certainty,
            reference,
          );
        }
      }
    });
  }

  async fingerprints(projects: readonly number[]): Promise<StoredFingerprint[]> {
    const rows = this.#database.all(
      `SELECT s.id, s.name, s.file_id, s.fingerprint FROM json_each(?) project JOIN files f ON f.project_id = project.value AND f.state = 1
       JOIN symbols s ON s.file_id = f.id WHERE s.fingerprint IS NOT NULL`,
      JSON.stringify(projects),
    );
    return rows.flatMap(({ id, name, file_id: file, fingerprint }) =>
      fingerprint instanceof Uint8Array
        ? [{ symbol: Number(id), name: String(name), file: Number(file), fingerprint }]
        : [],
    );
  }

  async edges(
    symbols: readonly number[],
    kind: ReferenceKind,
    direction: 'in' | 'out',
    limit: number,
  ): Promise<CodeEdge[]> {
    const [own, other] = direction === 'in' ? ['to_symbol', 'from_file'] : ['from_symbol', 'to_file'];
    // `> 0` repeats the condition of the partial indexes; without it they are not used.
    const sql = `SELECT e.* FROM json_each(?) wanted JOIN code_edges e ON e.${own} = wanted.value AND e.${own} > 0
      JOIN files f ON f.id = e.${other} WHERE f.state = 1 AND e.kind = ? LIMIT ?`;
    return this.#database.all(sql, JSON.stringify(symbols), kind, limit).map(readEdge);
  }
}
