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
import type { Database } from '../server/database.ts';
import { raw, type Sql, sql, when } from '../server/sql.ts';
import { lowerAscii } from './ascii.ts';

export class PostgresSymbols implements SymbolStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async #definitions(more: Sql): Promise<Definition[]> {
    const rows =
      await this.#database.all(sql`SELECT s.id, f.project_id, s.file_id, f.path, f.language, s.kind, s.name, s.container, s.signature,
      s.docstring, s.line, s.start_line, s.end_line, s.digest FROM symbols s JOIN files f ON f.tenant_id = s.tenant_id AND f.id = s.file_id
      WHERE s.tenant_id = ${this.#database.tenant} AND f.state = 1${more}`);
    return rows.map(readDefinition);
  }

  named(projects: readonly number[], names: readonly string[]): Promise<Definition[]> {
    return this.#definitions(sql` AND lower(s.name) = ANY (${names.map(lowerAscii)}::text[]) AND s.name = ANY (${names}::text[])
      AND f.project_id = ANY (${projects}::bigint[]) ORDER BY s.id`);
  }

  byIds(ids: readonly number[]): Promise<Definition[]> {
    return this.#definitions(sql` AND s.id = ANY (${ids}::bigint[]) ORDER BY s.id`);
  }

  inFiles(files: readonly number[]): Promise<Definition[]> {
    return this.#definitions(sql` AND s.file_id = ANY (${files}::bigint[]) ORDER BY s.file_id, s.start_line, s.id`);
  }

  page(project: number, { path, name, after, limit }: Parameters<SymbolStore['page']>[1]): Promise<Definition[]> {
    const { tenant } = this.#database;
    return this.#definitions(
      sql` AND f.project_id = ${project} AND s.kind <> 'section'${when(path !== undefined, () => sql` AND f.path = ${path ?? ''}`)}${when(
        name !== undefined,
        // Compared as text, since LIKE would treat an underscore as a wildcard.
        () => sql` AND lower(left(s.name, length(${name ?? ''}::text))) = ${lowerAscii(name ?? '')}`,
      )}${when(
        after !== null,
        () => sql` AND (f.path, s.start_line, s.id) > (SELECT g.path, t.start_line, t.id FROM symbols t
          JOIN files g ON g.tenant_id = t.tenant_id AND g.id = t.file_id WHERE t.tenant_id = ${tenant} AND t.id = ${after})`,
      )} ORDER BY f.path, s.start_line, s.id LIMIT ${limit}`,
    );
  }

  async references(files: readonly number[], kind: ReferenceKind): Promise<StoredReference[]> {
    const rows = await this.#database.all(sql`SELECT * FROM code_references WHERE tenant_id = ${this.#database.tenant}
      AND file_id = ANY (${files}::bigint[]) AND kind = ${kind} ORDER BY id`);
    return rows.map(readReference);
  }

  async unresolved(project: number, kind: ReferenceKind, limit: number): Promise<StoredReference[]> {
    const rows =
      await this.#database.all(sql`SELECT r.* FROM code_references r JOIN files f ON f.tenant_id = r.tenant_id AND f.id = r.file_id
      WHERE r.tenant_id = ${this.#database.tenant} AND r.project_id = ${project} AND r.kind = ${kind} AND r.resolved = 0 AND f.state = 1
      ORDER BY r.file_id, r.id LIMIT ${limit}`);
    return rows.map(readReference);
  }

  async inheritance(project: number): Promise<{ symbol: number; base: number }[]> {
    const rows = await this.#database.all(sql`SELECT e.from_symbol, e.to_symbol FROM code_references r
      JOIN code_edges e ON e.tenant_id = r.tenant_id AND e.reference_id = r.id
      WHERE r.tenant_id = ${this.#database.tenant} AND r.project_id = ${project} AND r.kind IN ('extends', 'implements') AND e.from_symbol IS NOT NULL AND e.to_symbol > 0`);
    return rows.map((row) => ({ symbol: Number(row.from_symbol), base: Number(row.to_symbol) }));
  }

  async resolve(targets: ReadonlyMap<number, readonly Target[]>): Promise<void> {
    const references = [...targets.keys()];
    const edges = [...targets].flatMap(([reference, found]) => found.map((target) => ({ reference, ...target })));
    await this.#database.change(async (on) => {
      await on.run(
        sql`DELETE FROM code_edges WHERE tenant_id = ${on.tenant} AND reference_id = ANY (${references}::bigint[])`,
      );
      await on.run(
        sql`UPDATE code_references SET resolved = 1 WHERE tenant_id = ${on.tenant} AND id = ANY (${references}::bigint[])`,
      );
      await on.run(sql`INSERT INTO code_edges (tenant_id, reference_id, to_file, to_symbol, from_file, from_symbol, kind, certainty, line)
        SELECT ${on.tenant}, r.id, e.file, e.symbol, r.file_id, r.symbol_id, r.kind, e.certainty, r.line
        FROM unnest(${edges.map(({ reference }) => reference)}::bigint[], ${edges.map(({ file }) => file)}::bigint[],
          ${edges.map(({ symbol }) => symbol ?? 0)}::bigint[], ${edges.map(({ certainty }) => certainty)}::text[]) e(reference, file, symbol, certainty)
        JOIN code_references r ON r.tenant_id = ${on.tenant} AND r.id = e.reference ON CONFLICT DO NOTHING`);
    });
  }

  async fingerprints(projects: readonly number[]): Promise<StoredFingerprint[]> {
    const { tenant } = this.#database;
    const rows =
      await this.#database.all(sql`SELECT s.id, s.name, s.file_id, s.fingerprint FROM files f JOIN symbols s ON s.tenant_id = f.tenant_id AND s.file_id = f.id
      WHERE f.tenant_id = ${tenant} AND f.project_id = ANY (${projects}::bigint[]) AND f.state = 1 AND s.fingerprint IS NOT NULL ORDER BY s.id`);
    return rows.flatMap(({ id, name, file_id: file, fingerprint }) =>
      fingerprint instanceof Uint8Array
        ? [{ symbol: Number(id), name: String(name), file: Number(file), fingerprint: new Uint8Array(fingerprint) }]
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
    const { tenant } = this.#database;
    // `> 0` repeats the condition of the partial indexes; without it they are not used.
    const rows =
      await this.#database.all(sql`SELECT e.* FROM code_edges e JOIN files f ON f.tenant_id = ${tenant} AND f.id = e.${raw(other)}
      WHERE e.tenant_id = ${tenant} AND e.${raw(own)} = ANY (${symbols}::bigint[]) AND e.${raw(own)} > 0 AND f.state = 1 AND e.kind = ${kind}
      ORDER BY e.reference_id, e.to_file, e.to_symbol LIMIT ${limit}`);
    return rows.map(readEdge);
  }
}
