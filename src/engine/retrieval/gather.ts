// What the searches by meaning, words and time find for a question.
import { entityReach } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import type { TermStatistics } from '../text/bm25.ts';
import type { Question } from '../text/question.ts';
import { Evidence, quotedIn } from './evidence.ts';
import { learnWithKin } from './lineage.ts';
import type { Weights } from './parts.ts';
import { passagesOfMany } from './passage-scores.ts';
import type { Hit } from './ports.ts';
import { entitiesIn, type NamedEntity } from './question.ts';
import type { Times, WantedTime } from './time-scores.ts';
import { type Tellers, tellersOf, timeWords } from './told-times.ts';
import { type MatchedWords, matchKnown } from './words.ts';

/** A question with all that is needed to search for answers. */
export interface PreparedQuestion {
  /** The question without words about time. */
  readonly question: Question;
  readonly vectors: readonly Float32Array[];
  /** How common its words and those of the time are, as counted by `wordsOf`. */
  readonly statistics: TermStatistics;
  readonly time: WantedTime | null;
}

/** What the searches found, before the walk. */
export interface Gathered {
  readonly words: MatchedWords;
  /** The known entities in the question. */
  readonly named: readonly NamedEntity[];
  readonly evidence: Evidence;
  /** Everything that the searches by meaning and words found, or that was noted at the time. */
  readonly found: readonly number[];
  /** The best of them: where the walk starts. */
  readonly candidates: readonly number[];
  /** When each was noted and held; empty if the question names no time. */
  readonly times: ReadonlyMap<number, Times>;
  /** What their texts say of it. */
  readonly tellers: Tellers;
  /** Those that superseded others. */
  readonly successors: ReadonlySet<number>;
}

const CANDIDATES = 50;
/** Passages examined to find that many candidates. */
const PASSAGES = 120;
/** Memories considered for their time alone. */
const NOTED_THEN = 100;
const NO_TIMES: ReadonlyMap<number, Times> = new Map();

export async function gather(
  store: Store,
  { question, vectors, statistics, time }: PreparedQuestion,
  filter: SearchFilter,
  weights: Weights,
  wanted: number,
): Promise<Gathered> {
  // Seeds are needed even when only the graph has weight.
  const wants = (weight: number) => weight > 0 || weights.vector + weights.lexical === 0;
  const nearestTo = (vector: Float32Array) =>
    passagesOfMany(wanted, PASSAGES, (passages) => store.search.nearest(vector, filter, passages));
  const match = (terms: readonly string[]) => matchKnown(store.search, terms, statistics, filter, PASSAGES);
  const months = timeWords(time);
  const [words, dated, nearest, noted, named] = await Promise.all([
    match(question.terms),
    months.length > 0 ? match([...new Set([...question.terms, ...months])]) : null,
    Promise.all(wants(weights.vector) ? vectors.map(nearestTo) : []),
    time?.span && time.sense !== 'former' ? store.search.notedIn(time.span, filter, NOTED_THEN) : [],
    weights.graph > 0 ? entitiesIn(question, store.graph, entityReach(filter.within)) : [],
  ]);
  // In `what did X replace?`, X belongs to the question, so holding X is no evidence of an answer.
  const quotes = weights.lexical > 0 && !time?.replaced?.size;
  const evidence = new Evidence(store, vectors, words.terms, quotes ? quotedIn(question, statistics) : []);
  for (const [i, hits] of nearest.entries()) evidence.note(i, hits);
  const lists = { near: rowsOf(nearest.flat()), matching: wants(weights.lexical) ? rowsOf(words.hits) : [] };
  const mayTell = rowsOf(dated?.hits ?? []);
  const hits = [...new Set([...lists.near, ...lists.matching, ...noted])];
  const known = new Set([...hits, ...mayTell]);
  const [kin, own, tellers] = await Promise.all([
    learnWithKin(store, evidence, [...known], filter),
    timesOf(store, time, [...known]),
    tellersOf(time, mayTell, store.memories),
  ]);
  // What has ended is an answer only where a time is asked for.
  const times = new Map([...own, ...(filter.ended ? kin.map((each) => [each.row, each] as const) : [])]);
  const successors = new Set(
    kin.flatMap(({ row, of, isLater, isSuccessor }) => [...(isSuccessor ? [row] : []), ...(isLater ? [] : [of])]),
  );
  const relatives = [...times.keys()].filter((row) => !known.has(row));
  const exact = [...known, ...relatives].filter((row) => (evidence.exact.get(row) ?? 0) > 0);
  const candidates = candidatesAmong(
    { near: [...lists.near, ...relatives], matching: lists.matching, exact, ofTime: [...noted, ...tellers.tell] },
    evidence,
  );
  return { words, named, evidence, found: [...hits, ...relatives], candidates, times, tellers, successors };
}

/** The times of memories, if the question names one. */
export const timesOf = async (
  store: Store,
  time: WantedTime | null,
  rows: readonly number[],
): Promise<ReadonlyMap<number, Times>> => (time && rows.length > 0 ? store.search.times(rows) : NO_TIMES);

/** The best by vector and by words, corrected for length, plus those with quoted literals and those of the time. */
function candidatesAmong(
  { near, matching, exact, ofTime }: Readonly<Record<'near' | 'matching' | 'exact' | 'ofTime', readonly number[]>>,
  evidence: Evidence,
): number[] {
  const best = (rows: readonly number[], scores: ReadonlyMap<number, number>) =>
    rows
      .filter((row) => (scores.get(row) ?? 0) > 0)
      .toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
      .slice(0, CANDIDATES);
  return [...new Set([...best(near, evidence.cosines), ...best(matching, evidence.bm25), ...exact, ...ofTime])];
}

const rowsOf = (hits: readonly Hit[]): number[] => [...new Set(hits.map((hit) => hit.row))];
