// Reads exclusive rights, such as `Only the payments service may write to the ledger`.
import { allWordsOf, MOST_WORDS } from './deeds.ts';
import { core, tellingTerms } from './stretches.ts';

export interface Exclusive {
  /** Who may do it. */
  readonly who: ReadonlySet<string>;
  /** What nobody else may do. */
  readonly deed: ReadonlySet<string>;
}

const ONLY =
  /^\W*only\s+(.{2,80}?)\s+(?:may|can|is allowed to|are allowed to|is permitted to|are permitted to|must|shall|should|is|are|writes?|reads?|calls?|accesses|talks?|sends?|touch(?:es)?|owns?)\b(.*)$/i;
const ALONE =
  /^(.*?)\b(?:may|can|must|shall|should|is|are)\s+(?:only|solely|exclusively)\s+(?:be\s+)?(.+?)\s+(?:by|through|via|from)\s+(.+)$/i;

const BY_ALONE =
  /^(.*?)\b(?:is|are|gets?|must be|may be)\s+(\w+(?:ed|en|wn|de|nt))\s+(?:(?:only|exclusively|solely)\s+(?:by|through|via|from|in)\s+([^,;]+)|(?:by|through|via|from|in)\s+([^,;]+?)\s+(?:alone|only)\b)/i;

export function exclusiveOf(sentence: string): Exclusive | null {
  const said = core(sentence);
  const first = ONLY.exec(said);
  const [who, deed] = first
    ? [first[1], said.slice(said.indexOf(first[1] ?? '') + (first[1] ?? '').length)]
    : aloneIn(said);
  if (who === undefined || deed === undefined) return null;
  const found = { who: allWordsOf(who), deed: allWordsOf(deed) };
  return found.who.size > 0 && found.deed.size > 1 ? found : null;
}

function aloneIn(said: string): [string | undefined, string | undefined] {
  const [, thing, deed, a, b] = BY_ALONE.exec(said) ?? [];
  if (thing !== undefined) return [a ?? b, `${thing} ${deed}`];
  const [, what, done, who] = ALONE.exec(said) ?? [];
  return [who, what === undefined ? undefined : `${what} ${done}`];
}

const ACCEPTED = /^\W*only\s+(.{2,80}?)\s+(?:is|are)\s+(?:accepted|allowed|supported|permitted|valid|used)\b/i;
const WIDENS = /\b(?:also|accept|allow|support|permit|tolerate|fall(?:s|ing)? back|fallback)(?:s|ing)?\b/i;
const NARROWS = /\b(?:only|reject\w*|refus\w*|stop|no longer|never|not)\b/i;

export function acceptedOf(sentence: string): ReadonlySet<string> | null {
  const [, what] = ACCEPTED.exec(core(sentence)) ?? [];
  return what === undefined ? null : new Set(tellingTerms(what));
}

/** Whether the fix accepts more than before. */
export const widens = (fix: string): boolean =>
  WIDENS.test(fix) && !NARROWS.test(fix.replace(/\b(?:if|when)\b.*$/i, ''));

const EXCEPTION = /\b(?:except(?: for)?|apart from|other than|with the exception of)\s+(.{2,80}?)(?:[.;,]|$)/i;

export const exceptionOf = (sentence: string): ReadonlySet<string> =>
  new Set(tellingTerms(EXCEPTION.exec(sentence)?.[1] ?? ''));

/** `keeps` if the permitted party does it, `breaks` if another does, null if the deed does not occur. */
export function holdsTo({ who, deed }: Exclusive, doing: ReadonlySet<string>): 'keeps' | 'breaks' | null {
  const met = [...deed].filter((term) => doing.has(term)).length;
  if (met > 0 && [...who].every((term) => doing.has(term))) return 'keeps';
  return met >= 2 && met / deed.size >= MOST_WORDS ? 'breaks' : null;
}
