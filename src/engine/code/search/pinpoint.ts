// Narrows a chunk with several small definitions to the lines of the one asked for.
import { RemanenceError } from '../../../errors.ts';
import type { Embedding } from '../../memories/embedding.ts';
import type { WeightedTerms } from '../../text/bm25.ts';
import { terms } from '../../text/terms.ts';
import { commentAbove } from '../indexing/chunks.ts';
import { embeddingText } from '../indexing/embedding-text.ts';
import type { Definition, StoredChunk } from '../ports.ts';
import type { Standing } from './confidence.ts';
import { namedIn } from './matching.ts';
import type { CodeQuery } from './query.ts';
import { isDetailWithin } from './represented.ts';
import { wordScore } from './words.ts';

/** A chunk as shown, and the definitions it is shown for, including overloads. */
export interface Pinpointed {
  readonly chunk: StoredChunk;
  readonly subjects: readonly Definition[];
  /** How near the shown part is on its own, if measured; within the whole chunk it is diluted. */
  readonly standing: Standing | null;
}

export interface PinpointQuery {
  readonly query: CodeQuery;
  readonly words: WeightedTerms;
  readonly vector: Float32Array | null;
}

interface Piece {
  readonly definition: Definition;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** Its share of the best possible word score of the question. */
  readonly words: number;
}

/** What words add to the cosine, as in the confidence of the whole answer. */
const WORDS = 0.4;
/** A word score this many times the next best is decisive. */
const CLEARLY = 1.5;
/** A definition with a smaller share of the chunk's word score is not what was asked for. */
const MIN_SHARE = 0.5;
/** The most texts to embed per answer, starting with the first results. */
const MAX_EMBEDDED = 24;

export async function pinpoint(
  chunks: readonly StoredChunk[],
  definitions: readonly Definition[],
  asked: PinpointQuery,
  embedding: Embedding,
): Promise<Pinpointed[]> {
  const pieces = new Map(chunks.map((chunk) => [chunk.id, piecesOf(chunk, definitions, asked)]));
  const doubtful = chunks.filter((chunk) => isDoubtful(chunk, pieces.get(chunk.id) ?? [], asked));
  const cosines = await cosinesOf(
    doubtful.flatMap(({ id }) => pieces.get(id) ?? []),
    asked,
    embedding,
  );
  return chunks.map((chunk) => {
    const own = pieces.get(chunk.id) ?? [];
    const best = bestOf(chunk, own, asked, cosines);
    const name = best?.definition.name ?? chunk.name;
    const subjects = own.map(({ definition }) => definition).filter((definition) => definition.name === name);
    const cosine = best && cosines.get(best);
    const standing = best && cosine !== undefined && cosine !== null ? { cosine, words: best.words } : null;
    return { chunk: best ? narrowed(chunk, best, own) : chunk, subjects, standing };
  });
}

/** The definitions in a chunk, each with the comment above it, cut at the end of the chunk. */
function piecesOf(chunk: StoredChunk, definitions: readonly Definition[], { query, words }: PinpointQuery): Piece[] {
  const lines = chunk.text.split('\n');
  const named = new Set(query.names.map(({ name }) => name));
  return definitions
    .filter(({ file, line }) => file === chunk.file && line >= chunk.startLine && line <= chunk.endLine)
    .filter((definition) => !isDetailWithin(definition, definitions, named, chunk.startLine))
    .map((definition) => {
      const first = Math.max(definition.startLine - chunk.startLine, 0);
      const start = commentAbove(lines, { ...definition, startLine: first + 1 });
      const end = Math.min(definition.endLine, chunk.endLine) - chunk.startLine + 1;
      const text = lines.slice(start, end).join('\n');
      const score = wordScore(terms(text).join(' '), query, words) / (words.best || 1);
      return { definition, startLine: chunk.startLine + start, endLine: chunk.startLine + end - 1, text, words: score };
    });
}

/** Whether several definitions hold the words of the question, or none does. */
function isDoubtful(chunk: StoredChunk, pieces: readonly Piece[], { query }: PinpointQuery): boolean {
  if (pieces.length < 2 || namedIn(chunk, query) !== undefined) return false;
  const [best, next] = pieces.map(({ words }) => words).toSorted((a, b) => b - a);
  return (best ?? 0) <= CLEARLY * (next ?? 0);
}

async function cosinesOf(
  pieces: readonly Piece[],
  { vector }: PinpointQuery,
  embedding: Embedding,
): Promise<ReadonlyMap<Piece, number>> {
  const read = pieces.slice(0, MAX_EMBEDDED);
  if (!vector || read.length === 0) return new Map();
  const texts = read.map(({ definition, text }) =>
    embeddingText(definition.path, { ...definition, text, defines: [definition.name] }),
  );
  const vectors = await embedding.bulk(texts).then(
    (made) => made.vectors,
    (error) => {
      if (error instanceof RemanenceError) return [];
      throw error;
    },
  );
  return new Map(read.map((piece, i) => [piece, dot(vector, vectors[i])]));
}

/** Null if the whole chunk is the answer, or if nothing distinguishes its parts. */
function bestOf(
  chunk: StoredChunk,
  pieces: readonly Piece[],
  { query, words }: PinpointQuery,
  cosines: ReadonlyMap<Piece, number>,
): Piece | null {
  const wanted = namedIn(chunk, query);
  if (wanted !== undefined) return pieces.find(({ definition }) => definition.name === wanted) ?? null;
  const score = (piece: Piece) => (cosines.get(piece) ?? 0) + WORDS * piece.words;
  // Of two with the same score, the shorter is inside the other.
  const size = ({ startLine, endLine }: Piece) => endLine - startLine;
  const [best, next] = pieces.toSorted((a, b) => score(b) - score(a) || size(a) - size(b));
  if (!best || (next && score(best) === score(next) && !cosines.has(best))) return null;
  // The value of a constant stands between the definitions that use it.
  const outside = held(between(chunk, pieces), words);
  if (outside > 0 && outside >= held(best.text, words)) return null;
  const whole = wordScore(terms(chunk.text).join(' '), query, words) / (words.best || 1);
  return best.words >= MIN_SHARE * whole ? best : null;
}

/** The weight of the asked words that a text holds. */
function held(text: string, { weights }: WeightedTerms): number {
  const written = new Set(terms(text));
  return [...weights].reduce((sum, [term, weight]) => sum + (written.has(term) ? weight : 0), 0);
}

/** The lines of a chunk that belong to none of its definitions. */
const between = ({ text, startLine }: StoredChunk, pieces: readonly Piece[]): string =>
  text
    .split('\n')
    .filter((_, i) => !pieces.some((piece) => startLine + i >= piece.startLine && startLine + i <= piece.endLine))
    .join('\n');

function narrowed(
  chunk: StoredChunk,
  { definition, startLine, endLine, text }: Piece,
  all: readonly Piece[],
): StoredChunk {
  const { name, kind, container } = definition;
  const inside = all.map((piece) => piece.definition).filter(({ line }) => line >= startLine && line <= endLine);
  const defines = [...new Set(inside.map((each) => each.name))];
  return { ...chunk, startLine, endLine, text, name, kind, container, defines };
}

const dot = (a: Float32Array, b: Float32Array | undefined): number =>
  b === undefined ? 0 : a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
