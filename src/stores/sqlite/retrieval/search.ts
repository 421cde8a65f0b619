import type { ScopeFilter } from '../../../engine/access/actor.ts';
import type { SearchFilter } from '../../../engine/memories/ports.ts';
import type {
  Hit,
  Holder,
  Kin,
  LineageBounds,
  PassageTerms,
  SearchStore,
  SpelledWord,
} from '../../../engine/retrieval/ports.ts';
import type { Times } from '../../../engine/retrieval/time-scores.ts';
import type { Span } from '../../../engine/temporal/calendar.ts';
import type { TermStatistics, WeightedTerms } from '../../../engine/text/bm25.ts';
import { SURPLUS } from '../../rows/limits.ts';
import type { Row } from '../../rows/row.ts';
import type { Database } from '../file/database.ts';
import { filterClause, filteredMemories, isNarrow } from '../memories/filter.ts';
import { toVector } from '../memories/passages.ts';
import type { Scopes } from '../memories/scopes.ts';
import { lineageOf, timesOf } from './lineage.ts';
import { numbersIn, rankTexts, reachStatistics, wordIn } from './reach-words.ts';
import type { VectorIndex } from './vectors.ts';

const PLACES = 'passages p INDEXED BY passages_places';
/** How many candidates picked by their codes are compared exactly: enough for .985 of the true top 50; fewer where fewer are wanted. */
function rescored(vectors: number, wanted: number): number {
  const forFifty = 150 * Math.log10(Math.max(100_000, vectors)) - 250;
  return Math.ceil(Math.max(forFifty * Math.min(1, wanted / 50), wanted * 2));
}

export class SqliteSearch implements SearchStore {
  readonly #database: Database;
  readonly #scopes: Scopes;
  readonly #vectors: VectorIndex;

  constructor(database: Database, scopes: Scopes, vectors: VectorIndex) {
    this.#database = database;
    this.#scopes = scopes;
    this.#vectors = vectors;
  }

  async nearest(vector: Float32Array, filter: SearchFilter, limit: number): Promise<Hit[]> {
    return this.#database.snapshot(() => {
      const wanted = rescored(this.#vectors.count(), limit);
      const candidates = this.#candidates(vector, filter, wanted);
      const rows = this.#database.all(
        `SELECT p.memory_row, p.position, p.vector FROM json_each(?) wanted JOIN passages p ON p.id = wanted.value
         WHERE p.vector IS NOT NULL`,
        JSON.stringify(candidates),
      );
      const scored = rows.map((row) => ({ ...place(row), score: cosine(vector, row) }));
      return this.#counted(scored.sort((a, b) => b.score - a.score).slice(0, limit));
    });
  }

  /** The passages that may be nearest. */
  #candidates(vector: Float32Array, filter: SearchFilter, wanted: number): number[] {
    const admitted = {
      scopes: this.#scopes.within(filter.within),
      moment: filter.validAt,
      ended: filter.ended ?? false,
      only: null,
    };
    if (!isNarrow(filter) && !(filter.past && this.#vectors.isPast(filter.validAt)))
      return this.#vectors.candidates(vector, admitted, wanted);
    // Listing everything that passes a filter is slow in a large store, and usually enough of the nearest pass.
    for (const surplus of Object.values(SURPLUS)) {
      const nearest = this.#vectors.candidates(vector, admitted, wanted * surplus);
      const passing = this.#passagesPassing(nearest, filter);
      if (passing.length >= wanted || nearest.length < wanted * surplus) return passing;
    }
    return this.#vectors.candidates(vector, { ...admitted, only: this.#passing(filter) }, wanted);
  }

  #passagesPassing(passages: readonly number[], filter: SearchFilter): number[] {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT p.id FROM json_each(?) wanted CROSS JOIN ${PLACES} ON p.id = wanted.value
       CROSS JOIN ${filteredMemories('m')} ON m.row = p.memory_row WHERE ${sql}`,
      JSON.stringify(passages),
      ...values,
    );
    return rows.map((row) => Number(row.id));
  }

  #passing(filter: SearchFilter): Set<number> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(`SELECT m.row FROM memories m WHERE ${sql}`, ...values);
    return new Set(rows.map((row) => Number(row.row)));
  }

  async similarities(vector: Float32Array, memories: readonly number[]): Promise<Hit[]> {
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, p.vector FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
       WHERE p.vector IS NOT NULL`,
      JSON.stringify(memories),
    );
    return this.#counted(rows.map((row) => ({ ...place(row), score: cosine(vector, row) })));
  }

  async matching(terms: WeightedTerms, filter: SearchFilter, limit: number): Promise<Hit[]> {
    if (terms.weights.size === 0) return [];
    const words = [...terms.weights.keys()].map((term) => `"${term}"`).join(' OR ');
    return this.#database.snapshot(() => {
      const reach = this.#scopes.wordsWithin(filter.within);
      if (reach) return this.#counted(this.#bestWithin(terms, reach.groups, filter, limit));
      // Ranking inside the text index is three times faster than ranking the result of a join. In a search of the whole
      // store little is filtered out, so a few more of the best are enough.
      return this.#counted(this.#bestOf(words, filter, limit) ?? this.#bestOfAll(words, filter, limit));
    });
  }

  /** Null if the filter removed so many that better ones may be missing. */
  #bestOf(words: string, filter: SearchFilter, limit: number): Omit<Hit, 'passages'>[] | null {
    const wanted = limit * (isNarrow(filter) ? SURPLUS.narrow : SURPLUS.open);
    const best = this.#database.all(
      'SELECT rowid, rank FROM passage_text WHERE passage_text MATCH ? ORDER BY rank LIMIT ?',
      words,
      wanted,
    );
    const scores = new Map(best.map((row) => [Number(row.rowid), -Number(row.rank)]));
    const valid = this.#admitted(scores, filter, limit);
    return valid.length < limit && best.length === wanted ? null : valid;
  }

  /** The passages that pass the filter, in order. */
  #admitted(scores: ReadonlyMap<number, number>, filter: SearchFilter, limit: number): Omit<Hit, 'passages'>[] {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT p.id, p.memory_row, p.position FROM json_each(?) wanted CROSS JOIN ${PLACES} ON p.id = wanted.value
       CROSS JOIN ${filteredMemories('m')} ON m.row = p.memory_row WHERE ${sql} ORDER BY wanted.key LIMIT ?`,
      JSON.stringify([...scores.keys()]),
      ...values,
      limit,
    );
    return rows.map((row) => ({ ...place(row), score: scores.get(Number(row.id)) ?? 0 }));
  }

  #bestOfAll(words: string, filter: SearchFilter, limit: number): Omit<Hit, 'passages'>[] {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, -bm25(passage_text) AS score FROM passage_text
       CROSS JOIN ${PLACES} ON p.id = passage_text.rowid CROSS JOIN ${filteredMemories('m')} ON m.row = p.memory_row
       WHERE passage_text MATCH ? AND ${sql} ORDER BY score DESC LIMIT ?`,
      words,
      ...values,
      limit,
    );
    return rows.map((row) => ({ ...place(row), score: Number(row.score) }));
  }

  /** Ranks by how rare words are for this caller, not for everybody. */
  #bestWithin(
    terms: WeightedTerms,
    groups: readonly number[],
    filter: SearchFilter,
    limit: number,
  ): Omit<Hit, 'passages'>[] {
    const ranked = rankTexts(this.#database, 'passage', terms, groups);
    for (let wanted = limit * SURPLUS.open; ; wanted *= SURPLUS.narrow) {
      const found = this.#admitted(new Map(ranked.slice(0, wanted)), filter, limit);
      if (found.length === limit || wanted >= ranked.length) return found;
    }
  }

  async withAny(terms: readonly string[], filter: SearchFilter, limit: number): Promise<number[]> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const reach = this.#scopes.wordsWithin(filter.within);
    const text = reach === null ? 'passage_text' : 'passage_words';
    const words = reach === null ? terms : reach.groups.flatMap((group) => terms.map((term) => wordIn(group, term)));
    // One row with an array, since thousands of rows would take twice as long.
    const found = this.#database.get(
      `SELECT json_group_array(row) AS rows FROM (
         SELECT DISTINCT m.row FROM json_each(?) word CROSS JOIN ${text} t CROSS JOIN ${PLACES} ON p.id = t.rowid
         CROSS JOIN ${filteredMemories('m')} ON m.row = p.memory_row WHERE t.${text} MATCH word.value AND ${sql} LIMIT ?)`,
      JSON.stringify(words.map((word) => `"${word}"`)),
      ...values,
      limit,
    );
    return numbersIn(found?.rows);
  }

  async holding(tokens: readonly SpelledWord[], filter: SearchFilter): Promise<Holder[]> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const reach = this.#scopes.wordsWithin(filter.within);
    const indexed = tokens.filter(({ terms }) => terms.length > 0);
    const spelt =
      reach === null ? [(term: string) => term] : reach.groups.map((group) => (term: string) => wordIn(group, term));
    const matches = spelt.flatMap((spell) =>
      indexed.map(({ terms }) => terms.map((term) => `"${spell(term)}"`).join(' AND ')),
    );
    const text = reach === null ? 'passage_text' : 'passage_words';
    const plain = tokens.filter(({ terms }) => terms.length === 0);
    const rows = this.#database.all(
      `SELECT m.row, m.importance, m.ingestion_time, sum(found.held) AS held FROM (
         SELECT p.memory_row AS row, hits.held FROM (
           SELECT t.rowid AS id, count(*) AS held FROM json_each(?) word CROSS JOIN ${text} t
           WHERE t.${text} MATCH word.value GROUP BY t.rowid) hits JOIN passages p ON p.id = hits.id
         UNION ALL
         SELECT c.row, 1 FROM json_each(?) word CROSS JOIN memories c WHERE instr(c.content, word.value) > 0
       ) found JOIN memories m ON m.row = found.row WHERE ${sql} GROUP BY m.row`,
      JSON.stringify(matches),
      JSON.stringify(plain.map(({ text }) => text)),
      ...values,
    );
    return rows.map((row) => ({
      row: Number(row.row),
      held: Number(row.held),
      importance: Number(row.importance),
      ingestionTime: Number(row.ingestion_time),
    }));
  }

  #counted(hits: readonly Omit<Hit, 'passages'>[]): Hit[] {
    const rows = this.#database.all(
      `SELECT p.memory_row, count(*) AS n FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
       GROUP BY p.memory_row`,
      JSON.stringify([...new Set(hits.map((hit) => hit.row))]),
    );
    const counts = new Map(rows.map((row) => [Number(row.memory_row), Number(row.n)]));
    return hits.map((hit) => ({ ...hit, passages: counts.get(hit.row) ?? 1 }));
  }

  async passageTerms(memories: readonly number[]): Promise<PassageTerms[]> {
    const rows = this.#database.all(
      `SELECT p.memory_row, p.position, t.terms FROM json_each(?) wanted JOIN passages p ON p.memory_row = wanted.value
       JOIN passage_text t ON t.rowid = p.id ORDER BY wanted.key, p.position`,
      JSON.stringify(memories),
    );
    return rows.map((row) => ({ ...place(row), terms: String(row.terms) }));
  }

  async statistics(terms: readonly string[], within: ScopeFilter): Promise<TermStatistics> {
    const reach = this.#scopes.wordsWithin(within);
    if (reach) return reachStatistics(this.#database, 'passage', terms, reach);
    const size = this.#database.get('SELECT sum(passages) AS texts, sum(tokens) AS tokens FROM scopes');
    return termStatistics(this.#database, 'passage_terms', terms, size);
  }

  async notedIn({ from, until }: Span, filter: SearchFilter, limit: number): Promise<number[]> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const rows = this.#database.all(
      `SELECT m.row FROM memories m WHERE ${sql} AND ((m.event_time >= ? AND m.event_time < ?)
         OR (m.ingestion_time >= ? AND m.ingestion_time < ?)) ORDER BY m.event_time DESC, m.row DESC LIMIT ?`,
      ...values,
      from,
      until,
      from,
      until,
      limit,
    );
    return rows.map((row) => Number(row.row));
  }

  async times(rows: readonly number[]): Promise<ReadonlyMap<number, Times>> {
    return timesOf(this.#database, rows);
  }

  async lineage(rows: readonly number[], filter: SearchFilter, bounds: LineageBounds): Promise<Kin[]> {
    return lineageOf(this.#database, this.#scopes, rows, filter, bounds);
  }

  async permitted(rows: readonly number[], filter: SearchFilter): Promise<Set<number>> {
    const { sql, values } = filterClause(filter, this.#scopes, 'm');
    const found = this.#database.all(
      `SELECT m.row FROM json_each(?) wanted CROSS JOIN ${filteredMemories('m')} ON m.row = wanted.value WHERE ${sql}`,
      JSON.stringify(rows),
      ...values,
    );
    return new Set(found.map((row) => Number(row.row)));
  }
}

const place = (row: Row) => ({ row: Number(row.memory_row), position: Number(row.position) });

/** How common these terms are in a text index. */
export function termStatistics(
  database: Database,
  vocabulary: string,
  terms: readonly string[],
  size: Row | undefined,
): TermStatistics {
  const frequency = new Map<string, number>();
  for (const term of terms) {
    const found = database.get(`SELECT doc FROM ${vocabulary} WHERE term = ?`, term);
    if (found) frequency.set(term, Number(found.doc));
  }
  const [passages, tokens] = [Number(size?.texts ?? 0), Number(size?.tokens ?? 0)];
  return { passages, averageLength: passages > 0 ? tokens / passages : 0, frequency };
}

export function cosine(query: Float32Array, row: Row): number {
  const vector = toVector(row.vector);
  if (vector.length !== query.length) return 0;
  let sum = 0;
  for (let i = 0; i < query.length; i++) sum += (query[i] ?? 0) * (vector[i] ?? 0);
  return sum;
}
