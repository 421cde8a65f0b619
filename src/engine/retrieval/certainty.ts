// How sure it is that the results answer the question, and the remark that says so.
import { type Actor, entityReach } from '../access/actor.ts';
import type { SearchFilter } from '../memories/ports.ts';
import type { Store } from '../ports.ts';
import { oppositesIn } from '../text/opposites.ts';
import type { Question } from '../text/question.ts';
import { confidence, confidenceByWords, FLOOR, type Verdict } from './confidence.ts';
import { missesTime } from './missed-time.ts';
import { tellsOfAnother } from './of-another.ts';
import type { Ordered } from './ordering.ts';
import type { Ranking } from './recall.ts';
import { endedHolder, notEmbedded, nothingStored } from './remarks.ts';
import type { Found, Recalled } from './results.ts';
import { namesRival } from './rivals.ts';
import type { AskedQuestion } from './verdicts.ts';

type Asked = Pick<Ranking, 'words' | 'time' | 'missedTime' | 'named'> &
  Pick<AskedQuestion, 'vectors' | 'isUnreadable' | 'timeAlone'> & { readonly question: Question };
/** What keeps the results from being an answer: nothing fits, nothing is from that time, or no model could tell. */
export type Doubt = 'unclear' | 'time' | 'model' | null;
type Certainty = Pick<Recalled, 'confidence' | 'weak' | 'note'> & { readonly doubt: Doubt };

/** How many of the first results may hold what the question names. */
const LOOKED_AT = 3;
export const NOTHING_ANSWERS = 'Nothing stored clearly answers this.';
const NOTHING_CLEAR = 'Nothing stored clearly answers this; the results are weak.';
const NOTHING_THEN = 'Nothing found is from that time; the results are of other times.';
const NOTHING_BEFORE = 'Nothing found is marked as former; the results may only say how it is now.';
const WITHOUT_MODEL = 'The embedding model is not available: found by words and graph only.';

/** A memory that holds now may tell what was so before. */
const TELLS_OF_BEFORE =
  /\b(?:replac\w+|supersed\w+|instead|former\w*|previous\w*|original\w*|used to|until|before|since|no longer|any ?more|was|were|had|moved|switched|migrat\w+|chang\w+|dropped|retired|gave up|took over|takes over|from|old|first)\b/i;

/** Whether the first result, or what it may have changed, answers the question, however many are shown. */
export async function certaintyOf(
  store: Store,
  actor: Actor,
  asked: Asked,
  { found, verdict, changed }: Ordered,
  filter: SearchFilter,
): Promise<Certainty> {
  const [best] = found;
  const nothing = best === undefined ? await nothingStored(store, actor) : null;
  if (nothing !== null) return { confidence: 0, weak: false, note: nothing, doubt: null };
  const standings = [...(best ? [{ found: best, verdict }] : []), ...(changed ? [changed] : [])];
  const answers = await Promise.all(
    standings.map(async ({ found: each, verdict: own }): Promise<Answer> => {
      const rival =
        tellsOfAnother(asked.question.text, own?.passage ?? each.memory.content) ||
        (await namesRival(asked.named, each.memory.content, store.graph, entityReach(filter.within)));
      return { found: each, verdict: own, rival };
    }),
  );
  const known = certaintyOfResults(asked, found, answers);
  const remarks = [
    known.note,
    await endedHolder(store, asked.question, found.slice(0, LOOKED_AT), filter),
    known.doubt === 'unclear' || best === undefined ? await notEmbedded(store, actor) : null,
  ].filter((remark) => remark !== null);
  return { ...known, note: remarks.length === 0 ? null : remarks.join(' ') };
}

/** A result that may answer. */
interface Answer {
  readonly found: Found;
  readonly verdict: Verdict | null;
  /** It is about something else than the question names. */
  readonly rival: boolean;
}

function certaintyOfResults(asked: Asked, first: readonly Found[], answers: readonly Answer[]): Certainty {
  const known = certaintyApartFromTime(asked, first, answers);
  const { time, missedTime, timeAlone } = asked;
  const [best] = first;
  // It is stored that what the question names superseded it.
  if (best && time?.replaced?.has(best.memory.row))
    return { confidence: Math.max(known.confidence, time.strength), weak: false, note: null, doubt: null };
  const asksFormer = time?.sense === 'former' && time.strength === 1;
  if (asksFormer && !known.weak && best && holdsNow(best) && !TELLS_OF_BEFORE.test(best.memory.content))
    return { confidence: 0, weak: true, note: NOTHING_BEFORE, doubt: 'time' };
  if (!missesTime(asked, first)) return known;
  const note = known.doubt === 'model' ? `${NOTHING_THEN} ${WITHOUT_MODEL}` : NOTHING_THEN;
  return { ...known, ...(timeAlone && missedTime ? { confidence: 0, weak: true } : {}), note, doubt: 'time' };
}

/** As far as is known: no later memory may have changed it. */
const holdsNow = ({ parts, changedBy }: Found): boolean => parts.time === 0 && changedBy === null;

function certaintyApartFromTime(
  { question, words, vectors, isUnreadable, timeAlone }: Asked,
  first: readonly Found[],
  answers: readonly Answer[],
): Certainty {
  if (vectors.length === 0 && !isUnreadable) return { confidence: 0, weak: false, note: WITHOUT_MODEL, doubt: 'model' };
  const [best] = first;
  if (!best && isUnreadable) return { confidence: 0, weak: true, note: NOTHING_ANSWERS, doubt: 'unclear' };
  if (!best) return { confidence: 0, weak: false, note: null, doubt: null };
  // The model maps all symbols to one token, so it cannot tell such questions apart.
  if (!/[\p{L}\p{N}]/u.test(question.text)) return { confidence: 0, weak: true, note: NOTHING_CLEAR, doubt: 'unclear' };
  const sure = answers.map(({ found, verdict, rival }) => {
    const results = [found, ...first.filter((each) => each !== found)].slice(0, LOOKED_AT);
    const contents = results.map(({ memory }) => memory.content);
    const former = found.replaces?.content ?? null;
    const standing = { contents, former, parts: found.parts, timeAlone, words: words.weights, verdict, rival };
    return isUnreadable ? confidenceByWords(standing) : confidence(question, standing);
  });
  const surest = Math.max(...sure);
  const weak = surest < FLOOR;
  return weak
    ? { confidence: surest, weak, note: nothingClear(question, best), doubt: 'unclear' }
    : { confidence: surest, weak, note: null, doubt: null };
}

function nothingClear({ text }: Question, { memory }: Found): string {
  const opposites = oppositesIn(text, memory.content);
  if (!opposites) return NOTHING_CLEAR;
  const { asked, told } = opposites;
  return `Nothing stored clearly answers this: the question is about ${asked}, the first result about ${told}.`;
}
