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
import { filterClause, isNarrow } from '../memories/filter.ts';
import { scopeClause } from '../memories/scopes.ts';
import { frequencies, PASSAGE_WORDS, ranked, statisticsOf } from '../memories/words.ts';
import type { Database } from '../server/database.ts';
import { joined, NOTHING, prepared, raw, type Sql, sql } from '../server/sql.ts';
import { toText } from '../server/vector-bytes.ts';
import { CommonTerms } from './common-terms.ts';
import { lineageOf, timesOf } from './lineage.ts';
import { nearest } from './nearness.ts';

const COUNTED = raw(
  '(SELECT count(*) FROM passages c WHERE c.tenant_id = m.tenant_id AND c.memory_row = m.row) AS passages',
);

export class PostgresSearch implements SearchStore {
  readonly #database: Database;
  readonly #common = new CommonTerms();

  constructor(database: Database) {
    this.#database = database;
  }

  async nearest(vector: Float32Array, filter: SearchFilter, limit: number): Promise<Hit[]> {
    const { tenant } = this.#database;
    const rows = await nearest(
      this.#database,
      vector,
      {
        table: 'vectors',
        inside: scopeClause(tenant, filter.within, 'v.scope_id'),
        joins: raw('JOIN memories m ON m.tenant_id = v.tenant_id AND m.row = v.memory_row'),
        where: filterClause(tenant, filter, 'm'),
        isNarrow: isNarrow(filter),
        own: 'v.memory_row, v.position',
        joined: COUNTED,
        passing: sql`SELECT m.row FROM memories m WHERE ${filterClause(tenant, filter, 'm')}`,
        owner: 'memory_row',
      },
      limit,
      filter.within,
    );
    return rows.map(readHit);
  }

  async similarities(vector: Float32Array, rows: readonly number[]): Promise<Hit[]> {
    const { tenant } = this.#database;
    const found = await this.#database.all(
      prepared(sql`SELECT v.memory_row, v.position, ${COUNTED}, -(v.vector <#> ${toText(vector)}::vector) AS score
        FROM vectors v JOIN memories m ON m.tenant_id = ${tenant} AND m.row = v.memory_row
        WHERE v.tenant_id = ${tenant} AND v.memory_row = ANY (${rows}::bigint[]) AND vector_dims(v.vector) = ${vector.length}`),
    );
    return found.map(readHit);
  }

  async matching(terms: WeightedTerms, filter: SearchFilter, limit: number): Promise<Hit[]> {
    if (terms.weights.size === 0) return [];
    const { tenant } = this.#database;
    const scored = ranked(PASSAGE_WORDS, tenant, terms, scopeClause(tenant, filter.within, 'w.scope_id'));
    const best = (most: Sql) =>
      this.#database.all(
        prepared(sql`WITH scored AS MATERIALIZED (${scored} ORDER BY score DESC, id${most})
          SELECT p.memory_row, p.position, ${COUNTED}, scored.score, (SELECT count(*) FROM scored) AS considered FROM scored
          JOIN passages p ON p.tenant_id = ${tenant} AND p.id = scored.id JOIN memories m ON m.tenant_id = ${tenant} AND m.row = p.memory_row
          WHERE ${filterClause(tenant, filter, 'm')} ORDER BY scored.score DESC, scored.id LIMIT ${limit}`),
        filter.within,
      );
    const wanted = limit * (isNarrow(filter) ? SURPLUS.narrow : SURPLUS.open);
    const rows = await best(sql` LIMIT ${wanted}`);
    const isAll = rows.length === limit || (rows.length > 0 && Number(rows[0]?.considered) < wanted);
    return (isAll ? rows : await best(NOTHING)).map(readHit);
  }

  async withAny(terms: readonly string[], filter: SearchFilter, limit: number): Promise<number[]> {
    const { tenant } = this.#database;
    const inside = scopeClause(tenant, filter.within, 'w.scope_id');
    const rows = await this.#database.all(
      sql`SELECT DISTINCT m.row FROM words w JOIN passages p ON p.tenant_id = ${tenant} AND p.id = w.passage_id
        JOIN memories m ON m.tenant_id = ${tenant} AND m.row = p.memory_row
        WHERE w.tenant_id = ${tenant} AND w.term = ANY (${terms}::text[])${inside} AND ${filterClause(tenant, filter, 'm')} LIMIT ${limit}`,
      filter.within,
    );
    return rows.map(({ row }) => Number(row));
  }

  async holding(tokens: readonly SpelledWord[], filter: SearchFilter): Promise<Holder[]> {
    const { tenant } = this.#database;
    const inside = scopeClause(tenant, filter.within, 'w.scope_id');
    const words = tokens.filter(({ terms }) => terms.length > 0);
    const plain = tokens.filter(({ terms }) => terms.length === 0).map(({ text }) => text);
    const parts = [
      ...words.map(({ terms }) => {
        const distinct = [...new Set(terms)];
        return sql`SELECT p.memory_row AS row FROM (SELECT w.passage_id FROM words w WHERE w.tenant_id = ${tenant}
          AND w.term = ANY (${distinct}::text[])${inside} GROUP BY w.passage_id HAVING count(*) = ${distinct.length}) held
          JOIN passages p ON p.tenant_id = ${tenant} AND p.id = held.passage_id`;
      }),
      sql`SELECT c.row FROM unnest(${plain}::text[]) word JOIN memories c ON c.tenant_id = ${tenant} AND strpos(c.content, word) > 0${scopeClause(tenant, filter.within, 'c.scope_id')}`,
    ];
    const rows = await this.#database.all(
      sql`SELECT m.row, m.importance, m.ingestion_time, count(*) AS held FROM (${joined(parts, ' UNION ALL ')}) found
        JOIN memories m ON m.tenant_id = ${tenant} AND m.row = found.row WHERE ${filterClause(tenant, filter, 'm')}
        GROUP BY m.row, m.importance, m.ingestion_time`,
      filter.within,
    );
    return rows.map((row) => ({
      row: Number(row.row),
      held: Number(row.held),
      importance: Number(row.importance),
      ingestionTime: Number(row.ingestion_time),
    }));
  }

  async passageTerms(memories: readonly number[]): Promise<PassageTerms[]> {
    const rows = await this.#database.all(
      prepared(sql`SELECT p.memory_row, p.position, p.terms FROM unnest(${memories}::bigint[]) WITH ORDINALITY wanted(row, place)
        JOIN passages p ON p.tenant_id = ${this.#database.tenant} AND p.memory_row = wanted.row ORDER BY wanted.place, p.position`),
    );
    return rows.map((row) => ({
      row: Number(row.memory_row),
      position: Number(row.position),
      terms: String(row.terms),
    }));
  }

  async statistics(terms: readonly string[], within: ScopeFilter): Promise<TermStatistics> {
    const { tenant } = this.#database;
    const known = this.#common.known(terms, within);
    const common = new Set(known.map(({ term }) => term));
    const others = terms.filter((term) => !common.has(term));
    const counts = frequencies(PASSAGE_WORDS, tenant, others, scopeClause(tenant, within, 'w.scope_id'));
    const sums = sql`SELECT sum(passages) AS texts, sum(tokens) AS tokens FROM scopes WHERE tenant_id = ${tenant}${scopeClause(tenant, within, 'id')}`;
    const [found = [], [totals] = []] = await this.#database.together([prepared(counts), prepared(sums)], within);
    const counted = found.map((row) => ({ term: String(row.term), n: Number(row.n) }));
    this.#common.learn(counted, within);
    // Texts may have gone since a common term was counted.
    const texts = Number(totals?.texts ?? 0);
    return statisticsOf([...counted, ...known.map(({ term, n }) => ({ term, n: Math.min(n, texts) }))], totals);
  }

  async notedIn({ from, until }: Span, filter: SearchFilter, limit: number): Promise<number[]> {
    const { tenant } = this.#database;
    const rows = await this.#database.all(
      sql`SELECT m.row FROM memories m WHERE ${filterClause(tenant, filter, 'm')} AND ((m.event_time >= ${from} AND m.event_time < ${until})
        OR (m.ingestion_time >= ${from} AND m.ingestion_time < ${until})) ORDER BY m.event_time DESC, m.row DESC LIMIT ${limit}`,
      filter.within,
    );
    return rows.map((row) => Number(row.row));
  }

  times(rows: readonly number[]): Promise<ReadonlyMap<number, Times>> {
    return timesOf(this.#database, rows);
  }

  lineage(rows: readonly number[], filter: SearchFilter, bounds: LineageBounds): Promise<Kin[]> {
    return lineageOf(this.#database, rows, filter, bounds);
  }

  async permitted(rows: readonly number[], filter: SearchFilter): Promise<Set<number>> {
    const { tenant } = this.#database;
    const found = await this.#database.all(
      prepared(
        sql`SELECT m.row FROM memories m WHERE m.row = ANY (${rows}::bigint[]) AND ${filterClause(tenant, filter, 'm')}`,
      ),
      filter.within,
    );
    return new Set(found.map((row) => Number(row.row)));
  }
}

const readHit = (row: Row): Hit => ({
  row: Number(row.memory_row),
  position: Number(row.position),
  score: Number(row.score),
  passages: Number(row.passages),
});
