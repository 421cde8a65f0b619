// How rare words are, and which texts hold them, within given groups only: scopes of memories, or projects of code.
// Each word is indexed with the number of its group as a prefix, so what others have written affects neither an answer
// nor the time it takes.
import * as z from 'zod';
import { type TermStatistics, termScore, type WeightedTerms } from '../../../engine/text/bm25.ts';
import type { Database } from '../file/database.ts';

/** The part of a text index within a caller's reach. */
export interface WordReach {
  readonly groups: readonly number[];
  readonly texts: number;
  readonly tokens: number;
}

type Kind = 'passage' | 'chunk';

export const wordIn = (group: number, term: string): string => `${group}x${term}`;

export function reachStatistics(
  database: Database,
  kind: Kind,
  terms: readonly string[],
  { groups, texts, tokens }: WordReach,
): TermStatistics {
  const rows = database.all(
    `SELECT asked.value AS term, sum(v.doc) AS n FROM json_each(?) asked CROSS JOIN json_each(?) source
     CROSS JOIN ${kind}_words_rows v ON v.term = source.value || 'x' || asked.value GROUP BY asked.value`,
    JSON.stringify(terms),
    JSON.stringify(groups),
  );
  const frequency = new Map(rows.map((row) => [String(row.term), Number(row.n)]));
  return { passages: texts, averageLength: texts > 0 ? tokens / texts : 0, frequency };
}

/** Every text in the groups that holds any of the terms, by BM25, best first. */
export function rankTexts(
  database: Database,
  kind: Kind,
  { weights, averageLength }: Pick<WeightedTerms, 'weights' | 'averageLength'>,
  groups: readonly number[],
): [id: number, score: number][] {
  const scores = new Map<number, number>();
  for (const [term, weight] of weights) {
    // One row with two arrays, since a row per word and text would take several times as long.
    const held = database.get(
      `SELECT json_group_array(v.doc) AS ids, json_group_array(s.tokens) AS sizes FROM json_each(?) source
       CROSS JOIN ${kind}_words_instances v ON v.term = source.value || 'x' || ? CROSS JOIN ${kind}_sizes s ON s.id = v.doc`,
      JSON.stringify(groups),
      term,
    );
    const [ids, sizes] = [numbersIn(held?.ids), numbersIn(held?.sizes)];
    for (let i = 0; i < ids.length; ) {
      const id = ids[i] ?? 0;
      const first = i;
      while (ids[i] === id) i++;
      const score = termScore(weight, i - first, sizes[first] ?? 0, averageLength);
      scores.set(id, (scores.get(id) ?? 0) + score);
    }
  }
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

const Numbers = z.array(z.number());
export const numbersIn = (json: unknown): number[] => Numbers.parse(JSON.parse(String(json)));
