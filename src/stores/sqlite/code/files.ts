import type { ParsedFile } from '../../../engine/code/code-base.ts';
import type { IndexedFile, IndexStore, NewFile } from '../../../engine/code/ports.ts';
import type { VectorModel } from '../../../engine/memories/ports.ts';
import { readFile } from '../../rows/project.ts';
import type { Row } from '../../rows/row.ts';
import { lengthOf } from '../../rows/terms.ts';
import type { Database } from '../file/database.ts';
import type { Scopes } from '../memories/scopes.ts';
import { IndexSweep } from './sweep.ts';
import type { ChunkVectorIndex } from './vectors.ts';

export class SqliteIndex implements IndexStore {
  readonly #database: Database;
  readonly #sweep: IndexSweep;
  readonly #vectors: ChunkVectorIndex;

  constructor(database: Database, scopes: Scopes, vectors: ChunkVectorIndex) {
    this.#database = database;
    this.#sweep = new IndexSweep(database, scopes);
    this.#vectors = vectors;
  }

  async files(project: number): Promise<IndexedFile[]> {
    const sql = 'SELECT id, path, content, language, state FROM files WHERE project_id = ? AND state < 2';
    return this.#database.all(sql, project).map(readFile);
  }

  async add(project: number, files: readonly NewFile[], standsFor: VectorModel | null = null): Promise<void> {
    await this.#database.changeLightly(() => {
      // Another process may have deleted the project meanwhile.
      if (!this.#database.get('SELECT 1 FROM projects WHERE id = ? AND generation >= 0', project)) return;
      const mayStand = standsFor !== null && this.#vectors.takes(standsFor);
      // A file that was read twice waits only once.
      this.#database.run(
        `UPDATE files SET state = 2 WHERE project_id = ? AND state = 0 AND path IN (SELECT value FROM json_each(?))`,
        project,
        JSON.stringify(files.map(({ path }) => path)),
      );
      const sizes = files.flatMap((file) => this.#insert(project, file, mayStand));
      // One statement for all: every statement with a trigger makes the text index flush its buffer.
      this.#database.run(
        `INSERT INTO chunk_sizes (id, project_id, tokens)
         SELECT value ->> 0, ?, value ->> 1 FROM json_each(?) ORDER BY value ->> 0`,
        project,
        JSON.stringify(sizes),
      );
    });
  }

  /** Returns each of its chunks with its word count. */
  #insert(
    project: number,
    { path, content, bytes, parsed }: NewFile,
    mayStand: boolean,
  ): [chunk: number, tokens: number][] {
    const { lastRow: file } = this.#database.run(
      'INSERT INTO files (project_id, path, name, content, language, bytes, lines, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      project,
      path,
      path.slice(path.lastIndexOf('/') + 1),
      content,
      parsed?.language ?? '',
      bytes,
      parsed?.lines ?? 0,
      parsed?.digest ?? '',
    );
    if (!parsed) return [];
    this.#insertReferences(project, file, parsed, this.#insertSymbols(file, parsed));
    return this.#insertChunks(project, file, parsed, mayStand);
  }

  #insertChunks(
    project: number,
    file: number,
    { chunks }: ParsedFile,
    mayStand: boolean,
  ): [chunk: number, tokens: number][] {
    return chunks.map((chunk) => {
      const { lastRow: id } = this.#database.run(
        `INSERT INTO chunks (file_id, start_line, end_line, kind, name, container, defines, text, digest, pending)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        file,
        chunk.startLine,
        chunk.endLine,
        chunk.kind,
        chunk.name,
        chunk.container,
        JSON.stringify(chunk.defines),
        chunk.text,
        chunk.digest,
        Number(chunk.digest !== null),
      );
      this.#database.run('INSERT INTO chunk_text (rowid, terms) VALUES (?, ?)', id, chunk.terms);
      const isShared = chunk.digest !== null && this.#vectors.share(project, file, id, chunk.digest);
      if (!isShared && mayStand && chunk.vector) this.#vectors.put(project, file, id, chunk.vector);
      return [id, lengthOf(chunk.terms)];
    });
  }

  /** Returns their ids, in order. */
  #insertSymbols(file: number, { symbols }: ParsedFile): number[] {
    const ids: number[] = [];
    for (const symbol of symbols) {
      const { lastRow } = this.#database.run(
        `INSERT INTO symbols (file_id, parent_id, kind, name, container, signature, docstring, line, start_line, end_line, digest, fingerprint)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        file,
        symbol.parent === null ? null : (ids[symbol.parent] ?? null),
        symbol.kind,
        symbol.name,
        symbol.container,
        symbol.signature,
        symbol.docstring,
        symbol.line,
        symbol.startLine,
        symbol.endLine,
        symbol.digest,
        symbol.fingerprint,
      );
      ids.push(lastRow);
    }
    return ids;
  }

  #insertReferences(project: number, file: number, { references }: ParsedFile, symbols: readonly number[]): void {
    for (const reference of references) {
      this.#database.run(
        `INSERT INTO code_references (project_id, file_id, symbol_id, kind, name, qualifier, receiver, alias, line, scope)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        project,
        file,
        reference.from === null ? null : (symbols[reference.from] ?? null),
        reference.kind,
        reference.name,
        reference.qualifier,
        reference.receiver,
        reference.alias,
        reference.line,
        reference.scope,
      );
    }
  }

  async discard(files: readonly number[]): Promise<void> {
    await this.#database.changeLightly(() =>
      this.#database.run(
        'UPDATE files SET state = 2 WHERE state = 0 AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(files),
      ),
    );
  }

  async publish(project: number, { gone, commit, at }: Parameters<IndexStore['publish']>[1]): Promise<void> {
    await this.#database.changeLightly(() => {
      const old = JSON.stringify(gone);
      if (gone.length > 0 || this.#hasResolved(project)) this.#redirect(project, old);
      this.#database.run('UPDATE files SET state = 2 WHERE id IN (SELECT value FROM json_each(?))', old);
      this.#database.run('UPDATE files SET state = 1 WHERE project_id = ? AND state = 0', project);
      // However many processes published, only the newest file of a path is visible.
      this.#database.run(
        `UPDATE files SET state = 2 WHERE project_id = ?1 AND state = 1 AND id NOT IN
           (SELECT max(id) FROM files WHERE project_id = ?1 AND state = 1 GROUP BY path)`,
        project,
      );
      this.#database.run(
        'UPDATE projects SET generation = generation + 1, commit_id = ?, indexed_at = ? WHERE id = ? AND generation >= 0',
        commit,
        at,
        project,
      );
    });
  }

  #hasResolved(project: number): boolean {
    const sql = 'SELECT 1 FROM code_references WHERE project_id = ? AND resolved = 1 LIMIT 1';
    return this.#database.get(sql, project) !== undefined;
  }

  /** Moves references from removed symbols to their successors; those that may now mean something else wait again. */
  #redirect(project: number, gone: string): void {
    const names = this.#successors(project, gone);
    const reopen = (which: string, ...values: string[]) =>
      this.#database.run(
        `UPDATE code_references SET resolved = 0 WHERE resolved = 1 AND project_id = ?1 AND ${which}`,
        project,
        ...values,
      );
    const wanted = JSON.stringify([...names]);
    reopen('name IN (SELECT value FROM json_each(?2))', wanted);
    reopen(
      `file_id IN (SELECT file_id FROM code_references WHERE project_id = ?1 AND kind = 'import' AND alias IS NOT NULL
         AND name IN (SELECT value FROM json_each(?2)))`,
      wanted,
    );
    // If files appear or vanish, any import may resolve differently.
    const isMoved = this.#database.get(
      `SELECT 1 FROM files WHERE (project_id = ? AND state = 0) OR id IN (SELECT value FROM json_each(?))
       GROUP BY path HAVING count(DISTINCT state) = 1 LIMIT 1`,
      project,
      gone,
    );
    if (isMoved) reopen("kind = 'import'");
  }

  /** Symbols that still exist, whatever their text, keep their edges. Returns the names of all others. */
  #successors(project: number, gone: string): Set<string> {
    const symbols = (files: string, ...values: (string | number)[]) =>
      this.#database.all(
        `SELECT s.id, s.file_id, s.name, json_array(f.path, s.kind, s.container, s.name, s.signature) AS place
         FROM files f JOIN symbols s ON s.file_id = f.id WHERE ${files} ORDER BY s.file_id, s.start_line`,
        ...values,
      );
    const changed = new Set<string>();
    const fresh = new Map<string, Row[]>();
    for (const row of symbols('f.project_id = ? AND f.state = 0', project)) {
      const known = fresh.get(String(row.place));
      if (known) known.push(row);
      else fresh.set(String(row.place), [row]);
    }
    for (const old of symbols('f.id IN (SELECT value FROM json_each(?))', gone)) {
      const successor = fresh.get(String(old.place))?.shift();
      if (successor) this.#moveEdges(Number(old.id), Number(successor.file_id), Number(successor.id));
      else changed.add(String(old.name));
    }
    for (const { name } of [...fresh.values()].flat()) changed.add(String(name));
    const files = this.#database.all(
      `SELECT old.id AS gone, new.id AS fresh FROM json_each(?) wanted JOIN files old ON old.id = wanted.value
       JOIN files new ON new.project_id = old.project_id AND new.path = old.path AND new.state = 0`,
      gone,
    );
    for (const row of files) {
      const sql = 'UPDATE OR REPLACE code_edges SET to_file = ? WHERE to_file = ? AND to_symbol = 0';
      this.#database.run(sql, Number(row.fresh), Number(row.gone));
    }
    return changed;
  }

  #moveEdges(symbol: number, file: number, successor: number): void {
    const sql = 'UPDATE OR REPLACE code_edges SET to_file = ?, to_symbol = ? WHERE to_symbol = ? AND to_symbol > 0';
    this.#database.run(sql, file, successor, symbol);
  }

  async unlinked(project: number, limit: number): Promise<IndexedFile[]> {
    const sql = `SELECT id, path, content, language, state FROM files
      WHERE project_id = ? AND linked = 0 AND state = 1 LIMIT ?`;
    return this.#database.all(sql, project, limit).map(readFile);
  }

  async linked(files: readonly number[]): Promise<void> {
    const sql = 'UPDATE files SET linked = 1 WHERE id IN (SELECT value FROM json_each(?))';
    await this.#database.changeLightly(() => this.#database.run(sql, JSON.stringify(files)));
  }

  sweep(): Promise<boolean> {
    return this.#sweep.step();
  }
}
