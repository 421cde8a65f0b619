// Counts all memories that a question finds. Ranking examines only the best; the total includes the others.
import type { SearchFilter } from '../memories/ports.ts';
import type { Question } from '../text/question.ts';
import { memoryCosines } from './passage-scores.ts';
import type { SearchStore } from './ports.ts';
import { similarityOf } from './relevance.ts';
import { memoriesWithWords } from './words.ts';

interface Asked {
  readonly question: Question;
  readonly vectors: readonly Float32Array[];
  readonly filter: SearchFilter;
  readonly leastSimilarity: number;
}

/** Counting stops at this many. */
const MAX_COUNTED = 10_000;

/** Counts unranked memories that hold the question's words or reach the requested similarity. */
export async function countUnranked(
  search: SearchStore,
  { question, vectors, filter, leastSimilarity }: Asked,
  ranked: ReadonlySet<number>,
): Promise<number> {
  const held = await memoriesWithWords(search, question.terms, filter, MAX_COUNTED);
  const rows = held.filter((row) => !ranked.has(row));
  // Everything is slightly similar, so similarity counts only with a minimum.
  if (leastSimilarity === 0) return rows.length;
  const similar = new Set<number>();
  for (const vector of vectors) {
    const near = await search.nearest(vector, filter, MAX_COUNTED);
    const known = new Set(near.map(({ row }) => row));
    const others = await search.similarities(
      vector,
      rows.filter((row) => !known.has(row)),
    );
    for (const [row, cosine] of memoryCosines([...near, ...others]))
      if (!ranked.has(row) && similarityOf(cosine, 0) >= leastSimilarity) similar.add(row);
  }
  return similar.size;
}
