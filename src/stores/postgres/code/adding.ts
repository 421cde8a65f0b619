// Adds files to the index with their chunks, symbols and references. Call it inside a change.
import type { NewFile } from '../../../engine/code/ports.ts';
import { lengthOf } from '../../rows/terms.ts';
import { wordCounts } from '../memories/passages.ts';
import type { Queryable } from '../server/database.ts';
import { raw, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';

type Parsed = NonNullable<NewFile['parsed']>;

/** The word rows of chunks. */
export const wordsOf = (chunks: readonly { id: number; project: number; terms: string }[]) =>
  chunks.flatMap(({ id, project, terms }) =>
    [...wordCounts(terms)].map(([term, tf]) => ({ term, project, id, tf, length: lengthOf(terms) })),
  );

export async function insertFiles(
  on: Queryable,
  project: number,
  files: readonly NewFile[],
  mayStand: boolean,
): Promise<void> {
  // A file that was read twice waits only once.
  await on.run(sql`UPDATE files SET state = 2 WHERE tenant_id = ${on.tenant} AND project_id = ${project} AND state = 0
    AND path = ANY (${files.map(({ path }) => path)}::text[])`);
  const ids = await numbers(on, 'file_ids', files.length);
  await on.run(sql`INSERT INTO files (tenant_id, id, project_id, path, name, content, language, bytes, lines, digest)
    SELECT ${on.tenant}, f.id, ${project}::bigint, f.path, f.name, f.content, f.language, f.bytes, f.lines, f.digest
    FROM unnest(${ids}::bigint[], ${files.map(({ path }) => path)}::text[], ${files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))}::text[],
      ${files.map(({ content }) => content)}::text[], ${files.map(({ parsed }) => parsed?.language ?? '')}::text[], ${files.map(({ bytes }) => bytes)}::bigint[],
      ${files.map(({ parsed }) => parsed?.lines ?? 0)}::bigint[], ${files.map(({ parsed }) => parsed?.digest ?? '')}::text[])
      f(id, path, name, content, language, bytes, lines, digest)`);
  const parsed = files.flatMap(({ parsed }, i) => (parsed ? [{ file: ids[i] ?? 0, parsed }] : []));
  const symbols = await insertSymbols(on, parsed);
  await insertReferences(on, project, parsed, symbols);
  await insertChunks(on, project, parsed, mayStand);
}

interface Read {
  readonly file: number;
  readonly parsed: Parsed;
}

async function numbers(on: Queryable, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const rows = await on.all(sql`SELECT nextval(${sequence}::regclass) AS id FROM generate_series(1, ${count})`);
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

/** Returns the symbol ids of each file, in order. */
async function insertSymbols(on: Queryable, files: readonly Read[]): Promise<Map<number, number[]>> {
  const free = await numbers(
    on,
    'symbol_ids',
    files.reduce((sum, { parsed }) => sum + parsed.symbols.length, 0),
  );
  const ids = new Map(files.map(({ file, parsed }) => [file, parsed.symbols.map(() => free.shift() ?? 0)]));
  const rows = files.flatMap(({ file, parsed }) =>
    parsed.symbols.map((symbol, i) => ({
      ...symbol,
      file,
      id: ids.get(file)?.[i] ?? 0,
      above: symbol.parent === null ? null : (ids.get(file)?.[symbol.parent] ?? null),
      print: symbol.fingerprint === null ? null : Buffer.from(symbol.fingerprint).toString('hex'),
    })),
  );
  if (rows.length === 0) return ids;
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await on.run(sql`INSERT INTO symbols (tenant_id, id, file_id, parent_id, kind, name, container, signature, docstring, line, start_line, end_line, digest, fingerprint)
    SELECT ${on.tenant}, s.id, s.file, s.above, s.kind, s.name, s.container, s.signature, s.docstring, s.line, s.first, s.last, s.digest, decode(s.print, 'hex')
    FROM unnest(${column('id')}::bigint[], ${column('file')}::bigint[], ${column('above')}::bigint[], ${column('kind')}::text[], ${column('name')}::text[],
      ${column('container')}::text[], ${column('signature')}::text[], ${column('docstring')}::text[], ${column('line')}::int[],
      ${column('startLine')}::int[], ${column('endLine')}::int[], ${column('digest')}::text[], ${column('print')}::text[])
      s(id, file, above, kind, name, container, signature, docstring, line, first, last, digest, print)`);
  return ids;
}

async function insertReferences(
  on: Queryable,
  project: number,
  files: readonly Read[],
  symbols: ReadonlyMap<number, number[]>,
): Promise<void> {
  const rows = files.flatMap(({ file, parsed }) =>
    parsed.references.map((reference) => ({
      ...reference,
      file,
      symbol: reference.from === null ? null : (symbols.get(file)?.[reference.from] ?? null),
    })),
  );
  if (rows.length === 0) return;
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await on.run(sql`INSERT INTO code_references (tenant_id, project_id, file_id, symbol_id, kind, name, qualifier, receiver, alias, line, scope)
    SELECT ${on.tenant}, ${project}::bigint, r.* FROM unnest(${column('file')}::bigint[], ${column('symbol')}::bigint[], ${column('kind')}::text[],
      ${column('name')}::text[], ${column('qualifier')}::text[], ${column('receiver')}::text[], ${column('alias')}::text[], ${column('line')}::int[],
      ${column('scope')}::text[]) r`);
}

async function insertChunks(on: Queryable, project: number, files: readonly Read[], mayStand: boolean): Promise<void> {
  const free = await numbers(
    on,
    'chunk_ids',
    files.reduce((sum, { parsed }) => sum + parsed.chunks.length, 0),
  );
  const rows = files.flatMap(({ file, parsed }) =>
    parsed.chunks.map((chunk) => ({
      ...chunk,
      file,
      project,
      id: free.shift() ?? 0,
      named: JSON.stringify(chunk.defines),
      waits: Number(chunk.digest !== null),
    })),
  );
  if (rows.length === 0) return;
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await on.run(sql`INSERT INTO chunks (tenant_id, id, file_id, start_line, end_line, kind, name, container, defines, text, terms, digest, pending)
    SELECT ${on.tenant}, c.* FROM unnest(${column('id')}::bigint[], ${column('file')}::bigint[], ${column('startLine')}::int[], ${column('endLine')}::int[],
      ${column('kind')}::text[], ${column('name')}::text[], ${column('container')}::text[], ${column('named')}::text[], ${column('text')}::text[],
      ${column('terms')}::text[], ${column('digest')}::text[], ${column('waits')}::smallint[]) c`);
  await indexChunks(on, rows);
  const shared = await shareVectors(on, project, rows);
  const first = mayStand
    ? rows.flatMap(({ id, file, vector }) => (vector && !shared.has(id) ? [{ id, file, vector }] : []))
    : [];
  await putVectors(on, project, first);
}

/** Indexes the words of stored chunks, and updates how much text their projects hold. */
export async function indexChunks(
  on: Queryable,
  chunks: readonly { readonly id: number; readonly terms: string }[],
): Promise<void> {
  const words = chunks.flatMap(({ id, terms }) =>
    [...wordCounts(terms)].map(([term, tf]) => ({ term, id, tf, length: lengthOf(terms) })),
  );
  const placed = (of: string) => sql`JOIN chunks c ON c.tenant_id = ${on.tenant} AND c.id = ${raw(of)}.id
    JOIN files f ON f.tenant_id = ${on.tenant} AND f.id = c.file_id`;
  await on.run(sql`INSERT INTO chunk_words (tenant_id, term, project_id, chunk_id, tf, length)
    SELECT ${on.tenant}, w.term, f.project_id, c.id, w.tf, w.length FROM unnest(${words.map(({ term }) => term)}::text[],
      ${words.map(({ id }) => id)}::bigint[], ${words.map(({ tf }) => tf)}::int[], ${words.map(({ length }) => length)}::int[])
      w(term, id, tf, length) ${placed('w')}`);
  await on.run(sql`UPDATE projects SET chunks = projects.chunks + n.chunks, tokens = projects.tokens + n.tokens
    FROM (SELECT f.project_id, count(*) AS chunks, sum(l.length) AS tokens FROM unnest(${chunks.map(({ id }) => id)}::bigint[],
      ${chunks.map(({ terms }) => lengthOf(terms))}::bigint[]) l(id, length) ${placed('l')} GROUP BY f.project_id) n
    WHERE projects.tenant_id = ${on.tenant} AND projects.id = n.project_id`);
}

/** Gives new chunks the vectors of known chunks with the same text. */
async function shareVectors(
  on: Queryable,
  project: number,
  chunks: readonly { id: number; digest: string | null }[],
): Promise<Set<number>> {
  const rows = await on.all(sql`WITH taken AS (
      INSERT INTO chunk_vectors (tenant_id, chunk_id, project_id, file_id, vector)
      SELECT ${on.tenant}, c.id, ${project}::bigint, c.file_id, known.vector FROM chunks c
      CROSS JOIN LATERAL (SELECT v.vector FROM chunks k JOIN chunk_vectors v ON v.tenant_id = k.tenant_id AND v.chunk_id = k.id
        WHERE k.tenant_id = ${on.tenant} AND k.digest = c.digest AND k.pending = 0 LIMIT 1) known
      WHERE c.tenant_id = ${on.tenant} AND c.id = ANY (${chunks.filter(({ digest }) => digest !== null).map(({ id }) => id)}::bigint[]) RETURNING chunk_id)
    UPDATE chunks SET pending = 0 FROM taken WHERE chunks.tenant_id = ${on.tenant} AND chunks.id = taken.chunk_id RETURNING chunks.id`);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Replaces existing vectors. */
export async function putVectors(
  on: Queryable,
  project: number | null,
  chunks: readonly { id: number; vector: Float32Array }[],
): Promise<void> {
  if (chunks.length === 0) return;
  await on.run(sql`INSERT INTO chunk_vectors (tenant_id, chunk_id, project_id, file_id, vector)
    SELECT ${on.tenant}, c.id, coalesce(${project}::bigint, f.project_id), f.id, v.vector::vector
    FROM unnest(${chunks.map(({ id }) => id)}::bigint[], ${chunks.map(({ vector }) => toText(vector))}::text[]) v(id, vector)
    JOIN chunks c ON c.tenant_id = ${on.tenant} AND c.id = v.id JOIN files f ON f.tenant_id = ${on.tenant} AND f.id = c.file_id
    ON CONFLICT (tenant_id, chunk_id) DO UPDATE SET vector = excluded.vector`);
}
