// provisional
import { bm25, type WeightedTerms } from '../text/bm25.ts';
import type { StoredChunk } from './ports.ts';

export interface Candidate extends Pick<StoredChunk, 'path' | 'terms' | 'defines'> {
  readonly id: number;
  readonly cosine: number | null;
}

export interface RankedChunk {
  readonly id: number;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
}

export function rankChunks(_query: string, candidates: readonly Candidate[], terms: WeightedTerms): RankedChunk[] {
  const scored = candidates.map((c) => ({ id: c.id, v: c.cosine ?? 0, l: bm25(c.terms.split(' '), terms) }));
  const top = Math.max(1e-9, ...scored.map(({ l }) => l));
  return scored
    .map(({ id, v, l }) => ({ id, score: (Math.max(0, v) + l / top) / 2, parts: { vector: v, lexical: l / top } }))
    .sort((a, b) => b.score - a.score);
}
