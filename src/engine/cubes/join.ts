// What several stores have found, in one list.
import { cubeOf } from '../access/actor.ts';
import { similarityOf } from '../retrieval/relevance.ts';
import type { Found, Recalled } from '../retrieval/retrieval.ts';

export interface CubeFound extends Found {
  readonly cube: string;
}

/** The best of all parts; each is what one store has found. */
export function join(parts: readonly Recalled[], limit: number, notes: readonly string[]): Recalled<CubeFound> {
  const nearness = parts.map(nearnessOf);
  const nearest = Math.max(0, ...nearness);
  const found = parts
    .flatMap((part, i) => part.found.map((each) => shared(each, nearest > 0 ? (nearness[i] ?? 0) / nearest : 1)))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const best = parts.reduce<Recalled | null>((a, b) => (a === null || b.confidence > a.confidence ? b : a), null);
  const all = [...(best?.note ? [best.note] : []), ...notes];
  return {
    found,
    walked: parts.reduce((sum, { walked }) => sum + walked, 0),
    confidence: best?.confidence ?? 0,
    weak: best?.weak ?? false,
    note: all.length === 0 ? null : all.join(' '),
  };
}

/**
 * A score is measured against the best of its own store, where the best of nothing gets all there is. How near that best
 * is in itself can be compared, so the scores of a store count as much as it is near.
 */
const shared = (found: Found, share: number): CubeFound => ({
  ...found,
  score: found.score * share,
  cube: cubeOf(found.memory.scope),
});

const nearnessOf = ({ found }: Recalled): number =>
  Math.max(0, ...found.map(({ cosine, coverage }) => cosine ?? similarityOf(null, coverage)));
