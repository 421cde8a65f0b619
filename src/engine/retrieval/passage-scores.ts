// Turns passage scores into memory scores. The best of many passages is high by chance, most of all in the turns of a chat
// with an assistant: walls of text that touch on everything.
import { termsOpenWithRole } from '../text/roles.ts';
import type { Hit, PassageTerms } from './ports.ts';

/** What a later passage must be nearer by than the first, and what many passages lower the cosine and the BM25 by. */
const CHANCE = {
  turn: { tail: 0.03, cosinePerLog: 0.015, bm25PerLog: 0.5 },
  note: { tail: 0.008, cosinePerLog: 0.004, bm25PerLog: 0.25 },
};
const chanceOf = (turns: ReadonlySet<number>, row: number) => CHANCE[turns.has(row) ? 'turn' : 'note'];

/** The rows of memories that are such turns. */
export const turnsAmong = (passages: readonly PassageTerms[]): ReadonlySet<number> =>
  new Set(passages.filter(({ position, terms }) => position === 0 && termsOpenWithRole(terms)).map(({ row }) => row));

/** One cosine per memory: its first passage's, or a later one's that is nearer. */
export function memoryCosines(hits: readonly Hit[], turns: ReadonlySet<number> = new Set()): Map<number, number> {
  const best = new Map<number, number>();
  for (const { row, position, passages, score } of hits) {
    const { tail, cosinePerLog } = chanceOf(turns, row);
    const corrected = score - (position > 0 ? tail : 0) - cosinePerLog * Math.log(passages);
    best.set(row, Math.max(corrected, best.get(row) ?? Number.NEGATIVE_INFINITY));
  }
  return best;
}

/** Requests more passages when those of long memories crowd out other memories. */
export async function passagesOfMany(
  memories: number,
  first: number,
  look: (passages: number) => Promise<Hit[]>,
): Promise<Hit[]> {
  for (let passages = first; ; passages *= WIDER) {
    const hits = await look(passages);
    if (hits.length < passages || new Set(hits.map(({ row }) => row)).size >= memories) return hits;
  }
}

const WIDER = 4;

/** One BM25 score per memory, from the scores of all its passages; never 0 when a word is there. */
export function memoryBm25(
  scores: ReadonlyMap<number, readonly number[]>,
  turns: ReadonlySet<number>,
): Map<number, number> {
  const corrected = [...scores].map(([row, passages]): [number, number] => {
    const best = Math.max(...passages);
    return [row, Math.max(0.1 * best, best - chanceOf(turns, row).bm25PerLog * Math.log(passages.length))];
  });
  return new Map(corrected);
}
