// Ranking by words, for memories and code: BM25 over the rows of a word index.
import { LENGTH_SHARE, type TermStatistics, type WeightedTerms } from '../../../engine/text/bm25.ts';
import type { Row } from '../../rows/row.ts';
import { raw, type Sql, sql } from '../server/sql.ts';

export interface WordIndex {
  readonly table: 'words' | 'chunk_words';
  readonly text: 'passage_id' | 'chunk_id';
  readonly group: 'scope_id' | 'project_id';
}

export const PASSAGE_WORDS: WordIndex = { table: 'words', text: 'passage_id', group: 'scope_id' };
export const CHUNK_WORDS: WordIndex = { table: 'chunk_words', text: 'chunk_id', group: 'project_id' };

/**
 * Every text that holds any of the terms, as `id` and `score`; `inside` filters the words `w`. OFFSET 0 keeps the planner
 * at one look into the index per term, however many terms it expects.
 */
export function ranked({ table, text }: WordIndex, tenant: number, terms: WeightedTerms, inside: Sql): Sql {
  const { weights, averageLength, saturation } = terms;
  // As little arithmetic per row as possible: there may be thousands.
  const shortest = saturation * (1 - LENGTH_SHARE);
  const perTerm = (saturation * LENGTH_SHARE) / (averageLength || 1);
  return sql`SELECT w.${raw(text)} AS id, sum(asked.weight * w.tf / (w.tf + ${shortest}::float8 + ${perTerm}::float8 * w.length)) * ${saturation + 1}::float8 AS score
    FROM unnest(${[...weights.keys()]}::text[], ${[...weights.values()]}::float8[]) asked(term, weight)
    CROSS JOIN LATERAL (SELECT w.${raw(text)}, w.tf::float8 AS tf, w.length FROM ${raw(table)} w
      WHERE w.tenant_id = ${tenant} AND w.term = asked.term${inside} OFFSET 0) w GROUP BY w.${raw(text)}`;
}

/** In how many texts each term occurs. */
export const frequencies = ({ table }: WordIndex, tenant: number, terms: readonly string[], inside: Sql): Sql =>
  sql`SELECT w.term, count(*) AS n FROM ${raw(table)} w WHERE w.tenant_id = ${tenant} AND w.term = ANY (${terms}::text[])${inside} GROUP BY w.term`;

/** Reads rows of terms with their counts, and the row of totals. */
export function statisticsOf(counts: readonly Row[], sums: Row | undefined): TermStatistics {
  const [passages, tokens] = [Number(sums?.texts ?? 0), Number(sums?.tokens ?? 0)];
  const frequency = new Map(counts.map((row) => [String(row.term), Number(row.n)]));
  return { passages, averageLength: passages > 0 ? tokens / passages : 0, frequency };
}
