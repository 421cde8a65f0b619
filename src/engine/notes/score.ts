// Ranks notes for a question by distance, shared words, priority and age. Lower scores are better.
import { rankOf, type Standing } from './standing.ts';

export interface NoteWeights {
  readonly priority: number;
  readonly recency: number;
  /** How much a text index match lowers the score. */
  readonly words: number;
}

export interface Candidate {
  readonly row: number;
  readonly distance: number;
  /** Whether the text index found it. */
  readonly byWords: boolean;
  readonly standing: Standing;
  readonly priority: number;
  readonly time: number;
}

export interface ScoredNote extends Candidate {
  readonly score: number;
}

/** The distance of a note without a vector. */
export const UNKNOWN_DISTANCE = 1;
const LOWEST_PRIORITY = 5;

/** Priority from 1, the most important, to 5; importance goes from 0 to 10. */
export const priorityOf = (importance: number): number =>
  Math.min(Math.max(Math.round((10 - importance) / 2) + 1, 1), LOWEST_PRIORITY);

export const importanceOf = (priority: number): number => 10 - 2 * (priority - 1);

/** Rounding makes two vectors of the same text differ by less than this. */
const SAME = 1e-6;

/** The distance between two unit vectors, 0 to 2. */
export const distanceOf = (cosine: number): number => (1 - cosine < SAME ? 0 : Math.sqrt(2 - 2 * cosine));

const seconds = (time: number): number => Math.floor(time / 1000);

/** The newest candidate has age 0, the oldest 1; times count in whole seconds, as printed. */
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
  // Age and priority never rank a note behind one whose words match less, so it must not score worse than that one.
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

/** Best first, limited to the newest `share` of notes; a note that holds the words is never too old. */
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
