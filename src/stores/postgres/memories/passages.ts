// Passages of a memory, indexed separately: their words and vectors.
import type { Embedded, VectorModel } from '../../../engine/memories/ports.ts';
import { lengthOf } from '../../rows/terms.ts';
import type { Queryable } from '../server/database.ts';
import { share } from '../server/locks.ts';
import { prepared, raw, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';

/** A memory and the passages to index. */
export interface Indexed {
  readonly row: number;
  readonly scope: number;
  readonly embedded: Embedded;
}

/** Separates words in a text stored as terms. */
const BETWEEN = /[^\p{L}\p{N}\p{M}\p{Co}]+/u;

/** How often each word occurs. */
export function wordCounts(terms: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of terms.toLowerCase().split(BETWEEN)) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The model of the stored vectors; null if there are none yet. */
export async function currentModel(on: Pick<Queryable, 'tenant' | 'all'>): Promise<VectorModel | null> {
  const rows = await on.all(
    prepared(
      sql`SELECT key, value FROM settings WHERE tenant_id = ${on.tenant} AND key IN ('embedding_model', 'embedding_dimensions')`,
    ),
  );
  const values = new Map(rows.map(({ key, value }) => [String(key), String(value)]));
  const name = values.get('embedding_model');
  return name === undefined ? null : { name, dimensions: Number(values.get('embedding_dimensions')) };
}

const isSame = (one: VectorModel | null, other: VectorModel | null): boolean =>
  one?.name === other?.name && one?.dimensions === other?.dimensions;

/** What inserting passages needs to know before. */
interface Numbered {
  readonly current: VectorModel | null;
  readonly ids: readonly number[];
}

/** Numbers for the passages of these memories, and the model, which stays until the change ends. */
export async function numberPassages(on: Queryable, memories: readonly Embedded[]): Promise<Numbered> {
  const count = memories.reduce((sum, { passages }) => sum + passages.length, 0);
  if (count === 0) return { current: null, ids: [] };
  const [, current, ids] = await Promise.all([
    share(on, 'model'),
    currentModel(on),
    on.all(prepared(sql`SELECT nextval('passage_ids') AS id FROM generate_series(1, ${count})`)),
  ]);
  return { current, ids: ids.map(({ id }) => Number(id)).sort((a, b) => a - b) };
}

/** Drops vectors of a model other than the store's; those passages wait for the right one. Call it inside a change. */
export async function insertPassages(
  on: Queryable,
  memories: readonly Indexed[],
  { current, ids }: Numbered,
): Promise<void> {
  if (ids.length === 0) return;
  const numbers = [...ids];
  const passages = memories.flatMap(({ row, scope, embedded: { passages, model } }) =>
    passages.map(({ terms, vector }, position) => ({
      id: numbers.shift() ?? 0,
      row,
      scope,
      position,
      terms,
      vector: vector !== null && isSame(current, model) ? vector : null,
    })),
  );
  const column = <K extends keyof (typeof passages)[number]>(key: K) => passages.map((row) => row[key]);
  const rows = sql`INSERT INTO passages (tenant_id, id, memory_row, scope_id, position, terms, pending)
    SELECT ${on.tenant}, p.* FROM unnest(${column('id')}::bigint[], ${column('row')}::bigint[], ${column('scope')}::bigint[],
      ${column('position')}::int[], ${column('terms')}::text[], ${passages.map(({ vector }) => Number(vector === null))}::smallint[]) p`;
  await Promise.all([on.run(prepared(rows)), indexPassages(on, passages)]);
}

interface Passage {
  readonly id: number;
  readonly row: number;
  readonly scope: number;
  readonly position: number;
  readonly terms: string;
  readonly vector: Float32Array | null;
}

/** Indexes the words and vectors of stored passages, and counts the text of their scopes. Call it inside a change. */
export async function indexPassages(on: Queryable, passages: readonly Passage[]): Promise<void> {
  const words = passages.flatMap(({ id, scope, terms }) =>
    [...wordCounts(terms)].map(([term, tf]) => ({ term, scope, id, tf, length: lengthOf(terms) })),
  );
  const vectors = passages.flatMap(({ vector, ...passage }) =>
    vector === null ? [] : [{ ...passage, text: toText(vector) }],
  );
  const statements = [
    sql`INSERT INTO words (tenant_id, term, scope_id, passage_id, tf, length)
      SELECT ${on.tenant}, w.* FROM unnest(${words.map(({ term }) => term)}::text[], ${words.map(({ scope }) => scope)}::bigint[],
        ${words.map(({ id }) => id)}::bigint[], ${words.map(({ tf }) => tf)}::int[], ${words.map(({ length }) => length)}::int[]) w`,
    sql`INSERT INTO vectors (tenant_id, passage_id, memory_row, scope_id, position, vector)
      SELECT ${on.tenant}, v.id, v.row, v.scope, v.position, v.vector::vector
      FROM unnest(${vectors.map(({ id }) => id)}::bigint[], ${vectors.map(({ row }) => row)}::bigint[], ${vectors.map(({ scope }) => scope)}::bigint[],
        ${vectors.map(({ position }) => position)}::int[], ${vectors.map(({ text }) => text)}::text[]) v(id, row, scope, position, vector)`,
  ];
  await Promise.all([...statements.map((statement) => on.run(prepared(statement))), countText(on, passages, '+')]);
}

/** Keeps how much text a scope has, by which words are weighted. */
async function countText(
  on: Queryable,
  passages: readonly Pick<Passage, 'scope' | 'terms'>[],
  sign: '+' | '-',
): Promise<void> {
  const by = raw(sign);
  await on.run(
    prepared(sql`UPDATE scopes SET passages = scopes.passages ${by} c.passages, tokens = scopes.tokens ${by} c.tokens
      FROM (SELECT scope, count(*) AS passages, sum(length) AS tokens FROM unnest(${passages.map(({ scope }) => scope)}::bigint[],
        ${passages.map(({ terms }) => lengthOf(terms))}::bigint[]) l(scope, length) GROUP BY scope) c
      WHERE scopes.tenant_id = ${on.tenant} AND scopes.id = c.scope`),
  );
}

/** Call it inside a change. */
export async function removePassages(on: Queryable, memories: readonly number[]): Promise<void> {
  const found = await on.all(sql`SELECT id, scope_id, terms FROM passages
    WHERE tenant_id = ${on.tenant} AND memory_row = ANY (${memories}::bigint[])`);
  if (found.length === 0) return;
  const passages = found.map(({ id, scope_id, terms }) => ({
    id: Number(id),
    scope: Number(scope_id),
    terms: String(terms),
  }));
  const words = passages.flatMap(({ id, scope, terms }) =>
    [...wordCounts(terms).keys()].map((term) => ({ id, scope, term })),
  );
  const ids = passages.map(({ id }) => id);
  await Promise.all([
    countText(on, passages, '-'),
    on.run(sql`DELETE FROM words USING unnest(${words.map(({ term }) => term)}::text[], ${words.map(({ scope }) => scope)}::bigint[],
        ${words.map(({ id }) => id)}::bigint[]) gone(term, scope, id)
      WHERE words.tenant_id = ${on.tenant} AND words.term = gone.term AND words.scope_id = gone.scope AND words.passage_id = gone.id`),
    on.run(sql`DELETE FROM vectors WHERE tenant_id = ${on.tenant} AND passage_id = ANY (${ids}::bigint[])`),
    on.run(sql`DELETE FROM passages WHERE tenant_id = ${on.tenant} AND id = ANY (${ids}::bigint[])`),
  ]);
}
