// Merges the results of several stores into one list.
import { cubeOf } from '../access/actor.ts';
import { similarityOf } from '../retrieval/relevance.ts';
import { saysNothingStored } from '../retrieval/remarks.ts';
import type { Found, Recalled } from '../retrieval/results.ts';

export interface CubeFound extends Found {
  readonly cube: string;
}

/** The best results of all parts, one part per store. */
export function join(parts: readonly Recalled[], limit: number, notes: readonly string[]): Recalled<CubeFound> {
  const nearness = parts.map(nearnessOf);
  const nearest = Math.max(0, ...nearness);
  const found = parts
    .flatMap((part, i) => part.found.map((each) => shared(each, nearest > 0 ? (nearness[i] ?? 0) / nearest : 1)))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  // A store may be empty while another is not.
  const telling = parts.some((part) => tells(part)) ? parts.filter(tells) : parts;
  const best = telling.reduce<Recalled | null>((a, b) => (a === null || b.confidence > a.confidence ? b : a), null);
  const all = [...(best?.note ? [best.note] : []), ...notes];
  return {
    found,
    walked: parts.reduce((sum, { walked }) => sum + walked, 0),
    confidence: best?.confidence ?? 0,
    weak: best?.weak ?? false,
    note: all.length === 0 ? null : all.join(' '),
  };
}

const tells = ({ found, note }: Recalled): boolean => found.length > 0 || !saysNothingStored(note);

/**
 * Scores are relative to the best result of their own store, even if that is a poor one. The similarity of the best
 * result is comparable across stores, so it scales the scores of its store.
 */
const shared = (found: Found, share: number): CubeFound => ({
  ...found,
  score: found.score * share,
  cube: cubeOf(found.memory.scope),
});

const nearnessOf = ({ found }: Recalled): number =>
  Math.max(0, ...found.map(({ cosine, coverage }) => cosine ?? similarityOf(null, coverage)));
