// How a note is ranked for a question: by distance, by the words it shares, by priority and by age. Lower is better.

export interface NoteWeights {
  readonly priority: number;
  readonly recency: number;
  /** What a hit of the text index takes off. */
  readonly words: number;
}

export interface Candidate {
  readonly row: number;
  readonly distance: number;
  readonly byWords: boolean;
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
  return candidates.map((candidate) => ({
    ...candidate,
    score:
      candidate.distance -
      (candidate.byWords ? weights.words : 0) +
      weights.priority * (candidate.priority - 1) +
      weights.recency * (span > 0 ? (newest - seconds(candidate.time)) / span : 0),
  }));
}

/** The newest share of them, the best first. A share that makes no sense keeps all. */
export function rankNotes(scored: readonly ScoredNote[], share: number): ScoredNote[] {
  const kept = share > 0 && share <= 1 ? Math.ceil(scored.length * share) : scored.length;
  return scored
    .toSorted((a, b) => b.time - a.time || b.row - a.row)
    .slice(0, kept)
    .sort((a, b) => a.score - b.score || b.time - a.time || b.row - a.row);
}
