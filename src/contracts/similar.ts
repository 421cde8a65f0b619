// The known memories that a new one may replace, so that whoever stored it can say which of them still hold.
import * as z from 'zod';
import type { Stored } from '../engine/memories/memories.ts';
import { cutText } from '../engine/retrieval/budget.ts';
import { round } from './texts.ts';

/** Tokens shown of each. */
const TOKENS = 50;

export const SimilarMemory = z.object({
  id: z.string(),
  similarity: z.number(),
  relation: z.enum(['duplicate', 'may_supersede', 'related']),
  content: z.string(),
});

/** Empty if there are none. */
export function similarTo(
  { similar, related }: Pick<Stored, 'similar' | 'related'>,
  printId: (id: string) => string,
): { similar?: z.input<typeof SimilarMemory>[] } {
  const known = [...similar, ...related.map((each) => ({ ...each, likeness: 'related' as const }))];
  if (known.length === 0) return {};
  return {
    similar: known.map(({ memory, similarity, likeness }) => ({
      id: printId(memory.id),
      similarity: round(similarity),
      relation: likeness,
      content: cutText(memory.content, TOKENS).text,
    })),
  };
}
