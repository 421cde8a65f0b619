// Reads exclusive rights, such as `Only the payments service may write to the ledger`.
import { allWordsOf } from './deeds.ts';
import { core, tellingTerms } from './stretches.ts';

export interface Exclusive {
  /** Who may do it; empty if the rule names nobody. */
  readonly who: ReadonlySet<string>;
  /** Each of several: `in repositories and in migrations`. */
  readonly holders: readonly ReadonlySet<string>[];
  /** What nobody else may do. */
  readonly deed: ReadonlySet<string>;
  /** Names and abbreviations in it, which code has for no other reason: `stock_levels`, `SMTP`. */
  readonly keys: ReadonlySet<string>;
}

const MODAL = '(?:may|can|is allowed to|are allowed to|is permitted to|are permitted to|must|shall|should)';
const ONLY = new RegExp(
  String.raw`^\W*only\s+(.{2,80}?)\s+(?:${MODAL}|is|are|writes?|reads?|calls?|access(?:es)?|talks?|sends?|touch(?:es)?|owns?|holds?|opens?|sets?|creates?|knows?|connects?|uses?|changes?|updates?|publish(?:es)?|imports?|speaks?|keeps?|manages?|assigns?|decides?|starts?|deletes?|sees?|has|have|gets?|runs?|modif(?:y|ies)|mutates?|triggers?|alters?|renders?|loads?|stores?|validates?|issues?|signs?|emits?|fetch(?:es)?|deploys?|approves?|computes?|parses?)\b(.*)$`,
  'i',
);
const ALONE =
  /^(.*?)\b(?:may|can|must|shall|should|is|are)\s+(?:only|solely|exclusively)\s+(?:be\s+)?(.+?)\s+(?:by|through|via|from)\s+(.+)$/i;
const BY_ALONE =
  /^(.*?)\b(?:is|are|gets?|(?:must|may|can|shall|should) be)\s+(\w+(?:ed|en|wn|de|nt))\s+(?:(?:only|exclusively|solely)\s+(?:by|through|via|from|in)\s+([^,;]+)|(?:by|through|via|from|in)\s+([^,;]+?)\s+(?:alone|only)\b)/i;
/** `X is the only part that writes Y`, `X alone writes Y`, `nobody but X writes Y`. */
const SOLE = new RegExp(
  String.raw`^\W*(?:(.{2,60}?)\s+(?:is|are)\s+the\s+(?:only|sole|single)\s+(?:\w+\s+){0,2}?(?:that|which|who|allowed to|to)\s+|(.{2,60}?)\s+alone\s+|(?:nobody|no one|nothing)\s+(?:but|except|other than)\s+(.{2,60}?)\s+)(?:(?:${MODAL})\s+)?(\w+\b.*)$`,
  'i',
);
/** `no other service opens an SMTP connection`. */
const NO_OTHER =
  /\bno (?:other|one else)\b(?:\s+(?:part|service|module|component|class|code|process|layer|team)s?)?\s+(.+)$/i;

/** `context.Background() is used only in main`: nobody asks for it elsewhere. */
export const isForOnePlace = (sentence: string): boolean =>
  /\bonly (?:in|inside|within|by|from|for|during|at|on)\b/i.test(sentence);

export function exclusiveOf(sentence: string): Exclusive | null {
  const said = core(sentence);
  const [who, deed] = sharesOf(said);
  if (deed === undefined) return null;
  const holders = (who ?? '').split(/,|\b(?:and|or)\b/).map(allWordsOf);
  const found = {
    who: allWordsOf(who ?? ''),
    holders: holders.filter(({ size }) => size > 0),
    deed: allWordsOf(deed),
    keys: keysIn(deed),
  };
  const isNamed = who === undefined ? found.keys.size > 0 : found.who.size > 0;
  return isNamed && found.deed.size > 1 ? found : null;
}

function sharesOf(said: string): [who: string | undefined, deed: string | undefined] {
  const [, first] = ONLY.exec(said) ?? [];
  if (first !== undefined) return [first, said.slice(said.indexOf(first) + first.length)];
  const [, a, b, c, done] = SOLE.exec(said) ?? [];
  if (done !== undefined) return [a ?? b ?? c, done];
  const [, deedOfOthers] = NO_OTHER.exec(said) ?? [];
  return deedOfOthers === undefined ? aloneIn(said) : [undefined, deedOfOthers];
}

function aloneIn(said: string): [string | undefined, string | undefined] {
  const [, thing, deed, a, b] = BY_ALONE.exec(said) ?? [];
  if (thing !== undefined) return [a ?? b, `${thing} ${deed}`];
  const [, what, done, who] = ALONE.exec(said) ?? [];
  return [who, what === undefined ? undefined : `${what} ${done}`];
}

const KEY = /\b(?:[A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*|[A-Z]{3,})\b/g;
const keysIn = (deed: string): ReadonlySet<string> =>
  new Set([...deed.matchAll(KEY)].map(([key]) => key.toLowerCase()));

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
