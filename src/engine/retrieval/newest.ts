// What a question for no one thing is answered with: the newest memories.
import { type Actor, reach } from '../access/actor.ts';
import type { Store } from '../ports.ts';
import { NO_WORDS } from '../text/bm25.ts';
import { withExcerpts } from './excerpts.ts';
import { markLaterChanges } from './later-changes.ts';
import type { Loading } from './loading.ts';
import { NO_PARTS, scoreOf, type Weights } from './parts.ts';
import type { Found } from './results.ts';

const PARTS = { ...NO_PARTS, time: 1 };

export async function newest(
  store: Store,
  loading: Loading,
  actor: Actor,
  { limit, at, past, weights }: { limit: number; at: number; past: boolean; weights: Weights },
): Promise<Found[]> {
  const memories = await store.memories.list({ within: reach(actor), validAt: at, past, limit, offset: 0 });
  const score = scoreOf(PARTS, weights);
  const ranked = memories.map(({ row }) => ({ row, score, parts: PARTS, cosine: null, coverage: 0 }));
  const loaded = await markLaterChanges(await loading.load(actor, ranked, limit, at), store.inbox);
  return withExcerpts(loaded, store.search, [], NO_WORDS);
}
