// Resolves the time a question asks about, looking up the event it refers to: `since the upgrade`.
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import { spanAround, type Timing } from '../temporal/timing.ts';
import { readQuestion } from '../text/question.ts';
import { DEFAULT_WEIGHTS } from './parts.ts';
import { type Ranked, rank } from './recall.ts';
import type { WantedTime } from './time-scores.ts';
import { wordsOf } from './words.ts';

/** From these scores on, a memory is taken to be the event. */
const KNOWN = { cosine: 0.35, coverage: 0.6 };
/**
 * For what was before it, each memory with this share of the best score may be the event. What replaced the event, or was
 * replaced by it, inherits less (lineage.ts).
 */
const ALIKE = 0.95;
const DIRECTLY = { steps: 1, most: 3 };

/** Null when the event is unknown. */
export async function wantedTime(
  { sense, span, anchor, strength, isFirst = false, isReplaced = false }: Timing,
  store: Store,
  filter: SearchFilter,
  embed: (text: string) => Promise<readonly Float32Array[]>,
): Promise<WantedTime | null> {
  if (anchor === null) return { sense, span, strength, isFirst };
  const question = readQuestion(anchor.text);
  const [vectors, statistics] = await Promise.all([
    embed(question.text),
    wordsOf(store.search, question, filter.within),
  ]);
  const asked = { question, vectors, statistics, time: null };
  const { ranked } = await rank(
    store,
    asked,
    { ...filter, ended: true },
    { ...DEFAULT_WEIGHTS, graph: 0 },
    { wanted: 1 },
  );
  const [best, ...others] = ranked.toSorted((a, b) => b.score - a.score);
  const isKnown = best && ((best.cosine ?? 0) >= KNOWN.cosine || best.coverage >= KNOWN.coverage);
  const alike = isKnown && sense === 'former' ? others.filter(({ score }) => score >= ALIKE * best.score) : [];
  const events = isKnown ? [best, ...alike] : [];
  const [times, replaced] = await Promise.all([
    store.search.times(events.map(({ row }) => row)),
    isReplaced ? supersededBy(events, store, filter) : undefined,
  ]);
  if (times.size === 0) return sense === 'former' ? { sense, span: null, strength, isFirst } : null;
  // What was so before a thing ended when that thing came, not when it was last spoken of.
  const event = Math.min(...[...times.values()].map(({ eventTime }) => eventTime));
  return { sense, span: spanAround(anchor, event, filter.validAt), strength, isFirst, ...(replaced && { replaced }) };
}

/** What was superseded by those of these memories that name the event. */
async function supersededBy(
  events: readonly Pick<Ranked, 'row' | 'coverage'>[],
  { search }: Store,
  filter: SearchFilter,
): Promise<Set<number>> {
  const naming = events.filter(({ coverage }) => coverage >= KNOWN.coverage);
  const kin = await search.lineage(
    naming.map(({ row }) => row),
    filter,
    DIRECTLY,
  );
  return new Set(kin.flatMap(({ row, isLater }) => (isLater ? [] : [row])));
}
