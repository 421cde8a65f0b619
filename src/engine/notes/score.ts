// How a note is ranked for a question: by distance, by the words it shares, by priority and by age. Lower is better.
import { rankOf, type Standing } from './standing.ts';

export interface NoteWeights {
  readonly priority: number;
  readonly recency: number;
  /** What a hit of the text index takes off. */
  readonly words: number;
}

export interface Candidate {
  readonly row: number;
  readonly distance: number;
  /** The text index has found it. */
  readonly byWords: boolean;
  readonly standing: Standing;
  readonly priority: number;
  readonly time: number;
}

export interface ScoredNote extends Candidate {
  readonly score: number;
}

/** The distance of what no vector can tell about. */
export const UNKNOWN_DISTANCE = 1;
const LEAST_IMPORTANT = 5;

/** From 1, the most important, to 5; importance is of ten. */
export const priorityOf = (importance: number): number =>
  Math.min(Math.max(Math.round((10 - importance) / 2) + 1, 1), LEAST_IMPORTANT);

export const importanceOf = (priority: number): number => 10 - 2 * (priority - 1);

/** Two vectors of one text differ by how numbers are rounded. */
const SAME = 1e-6;

/** Between two unit vectors, 0 to 2. */
export const distanceOf = (cosine: number): number => (1 - cosine < SAME ? 0 : Math.sqrt(2 - 2 * cosine));

const seconds = (time: number): number => Math.floor(time / 1000);

/** The newest candidate has the age 0, the oldest 1; times count by the second, as they are printed. */
export function scoreNotes(candidates: readonly Candidate[], weights: NoteWeights): ScoredNote[] {
  const times = candidates.map(({ time }) => seconds(time));
  const newest = Math.max(...times);
  const span = newest - Math.min(...times);
  const base = (note: Candidate) => note.distance - (note.byWords ? weights.words : 0);
  const plain = candidates.map((candidate) => ({
    ...candidate,
    score:
      base(candidate) +
      weights.priority * (candidate.priority - 1) +
      weights.recency * (span > 0 ? (newest - seconds(candidate.time)) / span : 0),
  }));
  // Age and priority never put a note behind one whose words answer worse, so it scores no worse than that one.
  const scores = new Map<number, number>();
  for (const note of plain.toSorted((a, b) => rankOf(a.standing) - rankOf(b.standing))) {
    const [own, near] = [rankOf(note.standing), base(note)];
    const worse = plain.filter(
      (other) => rankOf(other.standing) < own && (note.standing !== 'some' || near <= base(other)),
    );
    scores.set(
      note.row,
      worse.reduce((least, { row }) => Math.min(least, scores.get(row) ?? least), note.score),
    );
  }
  return plain.map((note) => ({ ...note, score: scores.get(note.row) ?? note.score }));
}

/** The best first, without those that are older than the newest share; what holds the words is never too old. */
export function rankNotes(scored: readonly ScoredNote[], share: number): ScoredNote[] {
  const kept = scored
    .toSorted((a, b) => b.time - a.time || b.row - a.row)
    .filter((note, i) => i < Math.ceil(scored.length * share) || note.standing !== 'none');
  return kept.sort(
    (a, b) =>
      a.score - b.score ||
      rankOf(b.standing) - rankOf(a.standing) ||
      a.distance - b.distance ||
      b.time - a.time ||
      b.row - a.row,
  );
}
