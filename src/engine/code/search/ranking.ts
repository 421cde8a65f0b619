// Which chunks of code answer a query best. Words and meaning together, then what a reader would look at: is it defined
// here, is the file called so, is it code at all, and is there more of it in the same file.
import { groupBy } from '../../group.ts';
import type { TermStatistics } from '../../text/bm25.ts';
import type { SymbolKind } from '../symbols.ts';
import { definitionMatch, isNamed, pathMatch, wordMatch } from './matching.ts';
import type { CodeQuery } from './query.ts';
import { roleOf } from './role.ts';
import { weighWords, wordScore } from './words.ts';

export interface CodeCandidate {
  readonly row: number;
  readonly path: string;
  readonly language: string | null;
  readonly kind: SymbolKind | null;
  readonly name: string | null;
  readonly container: string | null;
  readonly defines: readonly string[];
  /** As they are indexed, with spaces between. */
  readonly terms: string;
  /** Null before it is embedded, and without a model. */
  readonly cosine: number | null;
  /** Its mean cosine to the nearest other candidates. */
  readonly crowd: number;
}

export interface RankedChunk {
  readonly row: number;
  readonly path: string;
  /** 0..1 within one search: it orders, and says nothing about whether anything relevant was found. */
  readonly score: number;
  readonly parts: ScoreParts;
}

/** Each 0..1, before it is weighted. */
interface ScoreParts {
  /** BM25 against the best candidate, or what the question's words could reach where even that one has few of them. */
  readonly lexical: number;
  /** Cosine, less a part of the crowd, between the farthest and the nearest candidate, squared. */
  readonly vector: number | null;
  /** It defines what the query names. */
  readonly definition: number;
  /** The file is called what the query says. */
  readonly path: number;
  /** What its role leaves of the score: tests, examples and prose stand behind code. */
  readonly role: number;
  /** Other good chunks of the same file. */
  readonly file: number;
}

export interface CodeWeights {
  /** The share of meaning against words. */
  readonly vector: number;
  /** The same for a query that is one name: words know it, the model does not. */
  readonly vectorOfSymbol: number;
  /**
   * What is taken off for the crowd around a chunk. Accessors and glue are near to everything, and would come up for every
   * question: to be near to this one says less about them.
   */
  readonly crowd: number;
  /** A name within a sentence. What is only said in the words of a name is found by words and meaning. */
  readonly definition: number;
  /** The name that is the query. */
  readonly definitionOfSymbol: number;
  /** A file, or its folder, that is called what the query says. */
  readonly path: number;
  /** A file that the query names outright. */
  readonly namedFile: number;
  /** What is left for tests, examples, prose, data and what others wrote. */
  readonly beside: number;
  /** Other good chunks of the same file. */
  readonly file: number;
  /** Each further chunk of a file, so that one file does not fill the list. */
  readonly repeated: number;
}

const CODE_WEIGHTS: CodeWeights = {
  vector: 0.75,
  vectorOfSymbol: 0.3,
  crowd: 0.3,
  definition: 0.3,
  definitionOfSymbol: 2,
  path: 0.35,
  namedFile: 2,
  beside: 0.3,
  file: 0.8,
  repeated: 0.5,
};

/** The part of what its words could reach that a good answer has: a chunk with fewer of them is not good for being the best. */
const REACHED = 0.7;
/** So many further chunks of a file speak for it. */
const FURTHER = 5;

interface Scored {
  readonly candidate: CodeCandidate;
  readonly score: number;
  readonly parts: Omit<ScoreParts, 'file'>;
}

/** Best first. A file stands where its best chunk stands. */
export function rankChunks(
  candidates: readonly CodeCandidate[],
  query: CodeQuery,
  statistics: TermStatistics,
  weights: CodeWeights = CODE_WEIGHTS,
): RankedChunk[] {
  const scored = scoreChunks(candidates, query, statistics, weights);
  const files = groupBy(
    scored.toSorted((a, b) => b.score - a.score || a.candidate.row - b.candidate.row),
    ({ candidate }) => candidate.path,
  );
  return [...files.values()]
    .flatMap((chunks) => rankInFile(chunks, weights))
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

function scoreChunks(
  candidates: readonly CodeCandidate[],
  query: CodeQuery,
  statistics: TermStatistics,
  weights: CodeWeights,
): Scored[] {
  const asked = weighWords(query, statistics);
  const lexical = shareOfBest(
    candidates.map(({ terms }) => wordScore(terms, query, asked)),
    REACHED * asked.best,
  );
  const vector = betweenEnds(
    candidates.map(({ cosine, crowd }) => (cosine === null ? null : cosine - weights.crowd * crowd)),
  );
  const match = wordMatch(query);
  const isSymbol = query.kind === 'symbol';
  const definitionWeight = isSymbol ? weights.definitionOfSymbol : weights.definition;
  const best = 1 + definitionWeight + (query.paths.length > 0 ? weights.namedFile : weights.path);
  return candidates.map((candidate, i) => {
    const named = isNamed(candidate.path, query);
    const parts = {
      lexical: lexical[i] ?? 0,
      vector: vector[i] ?? null,
      definition: definitionMatch(candidate, query),
      path: named ? 1 : pathMatch(candidate.path, match),
      role: roleWeight(candidate.path, query, weights),
    };
    const meaning = parts.vector === null ? 0 : isSymbol ? weights.vectorOfSymbol : weights.vector;
    const found = (1 - meaning) * parts.lexical + meaning * (parts.vector ?? 0);
    const called = (named ? weights.namedFile : weights.path) * parts.path;
    const sum = found + definitionWeight * parts.definition + called;
    return { candidate, parts, score: (parts.role * sum) / best };
  });
}

/** A file that is named is wanted, whatever it is. */
function roleWeight(path: string, query: CodeQuery, weights: CodeWeights): number {
  const role = roleOf(path);
  return role === 'code' || query.roles.has(role) || isNamed(path, query) ? 1 : weights.beside;
}

/** The first speaks for its file, with what the next ones add; those come further down by themselves. */
function rankInFile(chunks: readonly Scored[], weights: CodeWeights): RankedChunk[] {
  const further = chunks.slice(1, 1 + FURTHER).reduce((sum, { score }) => sum + score, 0) / FURTHER;
  return chunks.map(({ candidate, score, parts }, i) => ({
    row: candidate.row,
    path: candidate.path,
    score: (i === 0 ? score + weights.file * further : score * weights.repeated ** i) / (1 + weights.file),
    parts: { ...parts, file: i === 0 ? further : 0 },
  }));
}

function shareOfBest(scores: readonly number[], atLeast: number): number[] {
  const best = Math.max(atLeast, ...scores);
  return scores.map((score) => (best > 0 ? score / best : 0));
}

/**
 * Squared, because cosines tell apart only what is near: those in the middle are all alike. What has no vector yet stays
 * without one and is judged by its words.
 */
function betweenEnds(cosines: readonly (number | null)[]): (number | null)[] {
  const known = cosines.filter((cosine) => cosine !== null);
  const far = Math.min(...known);
  const span = Math.max(...known) - far;
  return cosines.map((cosine) => (cosine === null ? null : span > 0 ? ((cosine - far) / span) ** 2 : 0));
}
