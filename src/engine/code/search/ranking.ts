// Ranks chunks of code for a query: by words and meaning, then by what a reader would check: whether the name is
// defined here, the file name matches, it is code at all, and the same file has more of it.
import { groupBy } from '../../group.ts';
import type { TermStatistics } from '../../text/bm25.ts';
import { remembered } from '../../text/remembered.ts';
import type { SymbolKind } from '../symbols.ts';
import { definitionMatch, isNamed, pathMatch, wordMatch } from './matching.ts';
import { aboveCrowd, nameMatch } from './naming.ts';
import type { CodeQuery } from './query.ts';
import { roleOf } from './role.ts';
import { tellingOf, weighWords, wordScore } from './words.ts';

export interface CodeCandidate {
  readonly row: number;
  /** Tells apart files of several projects that have the same path. */
  readonly file: number;
  readonly path: string;
  /** The name of its project's folder, if it is known. */
  readonly folder: string | null;
  readonly language: string | null;
  readonly kind: SymbolKind | null;
  readonly name: string | null;
  readonly container: string | null;
  readonly defines: readonly string[];
  /** As indexed, separated by spaces. */
  readonly terms: string;
  /** Null before it is embedded, or without a model. */
  readonly cosine: number | null;
  /** Its mean cosine to the nearest other candidates. */
  readonly crowd: number;
}

export interface RankedChunk {
  readonly row: number;
  readonly path: string;
  /** 0..1, comparable only within one search; does not tell whether anything relevant was found. */
  readonly score: number;
  readonly parts: ScoreParts;
}

/** Each 0..1, before weighting. */
interface ScoreParts {
  /** BM25 relative to the best candidate, or to what the question's words could reach if even the best has few. */
  readonly lexical: number;
  /** Cosine minus a part of the crowd, scaled between the farthest and the nearest candidate, squared. */
  readonly vector: number | null;
  /** How surely it defines what the query names. */
  readonly definition: number;
  /** How well a name that it defines says what the query asks in words, or nearly spells it. */
  readonly name: number;
  /** How well the file name matches the query. */
  readonly path: number;
  /** The factor for its role: tests, examples and prose rank behind code. */
  readonly role: number;
  /** The score of other good chunks of the same file. */
  readonly file: number;
}

const WEIGHTS = {
  /** The share of meaning, the rest being words. */
  vector: 0.75,
  /** The same for a query that is a single name, which words match better than the model. */
  vectorOfSymbol: 0.3,
  /**
   * The deduction for the crowd around a chunk. Accessors and glue code are near to everything and would turn up for
   * every question, so their nearness says less.
   */
  crowd: 0.3,
  /** For the definition of a name within a sentence. */
  definition: 0.3,
  /** For the definition of a name that is the whole query. */
  definitionOfSymbol: 2,
  /** For a name that says what a sentence asks. */
  name: 0.4,
  /** For a name with most words of the one asked for, if nothing has that name: it may be half remembered. */
  nameOfSymbol: 1,
  /** For a file or folder whose name matches the query. */
  path: 0.5,
  /** For a file that the query names explicitly. */
  namedFile: 2,
  /** The factor for tests, examples, prose, data and third-party code. */
  beside: 0.3,
  /** For other good chunks of the same file. */
  file: 0.6,
  /** The factor for each further chunk of a file, so that one file does not fill the list. */
  repeated: 0.8,
};

/** The share of the best possible word score that a good answer reaches; being the best with less is not enough. */
const REACHED = 0.7;
/** How many further chunks of a file count in its favour. */
const FURTHER = 5;

interface Scored {
  readonly candidate: CodeCandidate;
  readonly score: number;
  readonly parts: Omit<ScoreParts, 'file'>;
}

/** Best first. A file ranks by its best chunk. */
export function rankChunks(
  candidates: readonly CodeCandidate[],
  query: CodeQuery,
  statistics: TermStatistics,
): RankedChunk[] {
  const scored = scoreChunks(candidates, query, statistics);
  const files = groupBy(
    scored.toSorted((a, b) => b.score - a.score || a.candidate.row - b.candidate.row),
    ({ candidate }) => candidate.file,
  );
  return [...files.values()].flatMap(rankInFile).sort((a, b) => b.score - a.score || a.row - b.row);
}

function scoreChunks(candidates: readonly CodeCandidate[], query: CodeQuery, statistics: TermStatistics): Scored[] {
  const asked = weighWords(query, statistics);
  const lexical = shareOfBest(
    candidates.map(({ terms }) => wordScore(terms, query, asked)),
    REACHED * asked.best,
  );
  const vector = betweenEnds(
    candidates.map(({ cosine, crowd }) => (cosine === null ? null : cosine - WEIGHTS.crowd * crowd)),
  );
  const inFolder = remembered((folder) => wordMatch(query, folder));
  const isSymbol = query.kind === 'symbol';
  const definitionWeight = isSymbol ? WEIGHTS.definitionOfSymbol : WEIGHTS.definition;
  const nameWeight = isSymbol ? WEIGHTS.nameOfSymbol : WEIGHTS.name;
  const best = 1 + definitionWeight + nameWeight + (query.paths.length > 0 ? WEIGHTS.namedFile : WEIGHTS.path);
  const telling = tellingOf(asked);
  const definitions = candidates.map((candidate) => definitionMatch(candidate, query));
  const isDefined = isSymbol && definitions.some((definition) => definition > 0);
  const names = candidates.map(({ defines, name, folder }) =>
    isDefined ? 0 : nameMatch(name === null ? defines : [...defines, name], inFolder(folder ?? ''), asked),
  );
  const fitting = isSymbol ? names : aboveCrowd(names);
  return candidates.map((candidate, i) => {
    const named = isNamed(candidate.path, query);
    const parts = {
      lexical: lexical[i] ?? 0,
      vector: vector[i] ?? null,
      definition: definitions[i] ?? 0,
      name: fitting[i] ?? 0,
      path: named ? 1 : pathMatch(candidate.path, inFolder(candidate.folder ?? ''), telling),
      role: roleWeight(candidate.path, query),
    };
    const meaning = parts.vector === null ? 0 : isSymbol ? WEIGHTS.vectorOfSymbol : WEIGHTS.vector;
    const found = (1 - meaning) * parts.lexical + meaning * (parts.vector ?? 0);
    const called = (named ? WEIGHTS.namedFile : WEIGHTS.path) * parts.path;
    const sum = found + definitionWeight * parts.definition + nameWeight * parts.name + called;
    return { candidate, parts, score: (parts.role * sum) / best };
  });
}

/** A file that the query names is wanted whatever its role. */
function roleWeight(path: string, query: CodeQuery): number {
  const role = roleOf(path);
  return role === 'code' || query.roles.has(role) || isNamed(path, query) ? 1 : WEIGHTS.beside;
}

/** The first chunk gains from the next ones; each further chunk is ranked lower. */
function rankInFile(chunks: readonly Scored[]): RankedChunk[] {
  const further = chunks.slice(1, 1 + FURTHER).reduce((sum, { score }) => sum + score, 0) / FURTHER;
  return chunks.map(({ candidate, score, parts }, i) => ({
    row: candidate.row,
    path: candidate.path,
    score: (i === 0 ? score + WEIGHTS.file * further : score * WEIGHTS.repeated ** i) / (1 + WEIGHTS.file),
    parts: { ...parts, file: i === 0 ? further : 0 },
  }));
}

function shareOfBest(scores: readonly number[], atLeast: number): number[] {
  const best = Math.max(atLeast, ...scores);
  return scores.map((score) => (best > 0 ? score / best : 0));
}

/**
 * Squared, because cosines distinguish only near chunks; those in the middle are all alike. A chunk without a vector
 * stays null and is judged by its words.
 */
function betweenEnds(cosines: readonly (number | null)[]): (number | null)[] {
  const known = cosines.filter((cosine) => cosine !== null);
  const far = Math.min(...known);
  const span = Math.max(...known) - far;
  return cosines.map((cosine) => (cosine === null ? null : span > 0 ? ((cosine - far) / span) ** 2 : 0));
}
