// What a note says was so before: the value that it names as former, or what it says is used no more.
import { tellsEvent } from '../text/changes.ts';
import { type Ending, endingsIn } from '../text/endings.ts';
import { questionTerms, terms, wordCount } from '../text/terms.ts';
import { statesUse } from '../text/uses.ts';
import type { NewMemory } from './ports.ts';

/** A change between two things, rather than a range or a way: `moved from SQS to NATS`, not `open from 9 to 17`. */
const FROM_TO =
  /(?<!\b(?:no|not|never|any)\s)\b(?:(?:mov|switch|migrat|chang|convert|rais|lower|reduc|increas|decreas|drop|bump|extend|shorten|upgrad|downgrad|renam)\w*|went|go(?:es|ing)?|cut)\b[^.;]{0,40}?\bfrom\s+(?<former>(?:(?:[^\s,;.]|\.(?=\S))+\s+){1,5}?)to\s+(?<become>[^,;]+)/i;
/** Of what `was replaced on Monday by` something, the subject says what it was. */
const REPLACED_BY =
  /(?<!\b(?:is|are|was|were|be|been|being|got|gets)\s(?:now\s)?)\breplac(?:ed|es|ing)\s+(?<former>(?:[^\s,;]+\s+){1,4}?)(?:by|with)\s+(?<become>[^,;]+)/i;

/** `the Mattermost server was shut down`, `Graphite has been switched off`; but `Ines is off on Fridays`. */
const ENDED =
  /(?<![\p{L}\p{N}_.-])(?<former>(?:\p{Lu}[\p{L}\p{N}_.-]{0,40}\s){1,2})(?:(?:server|service|instance|account|cluster)\s)?(?:is|are|was|were|(?:has|have)\sbeen)\s(?:now\s)?(?:off(?=\s*(?:[.;,!]|$))|gone(?=\s*(?:[.;,!]|$))|shut\sdown|switched\soff|turned\soff|retired|decommissioned|abandoned)(?=\s*(?:[.;,!]|$|and\b|since\b|in\b|on\b|last\b))/u;

/** `no more building on laptops`; but not `no more than five` or `no more meetings`. */
const GIVEN_UP = /\bno\smore\s(?<former>\p{L}{2,20}ing\s(?:on|in|with|by|from|via|over|through|at)\s[^.,;:!?]{2,40})/iu;

const changeIn = (text: string) => (FROM_TO.exec(text) ?? REPLACED_BY.exec(text) ?? ENDED.exec(text))?.groups;

export const namedFormer = (text: string): string[] => questionTerms(changeIn(text)?.former ?? '');

export const givenUp = (text: string): string[] => questionTerms(GIVEN_UP.exec(text)?.groups?.former ?? '');

/** Whether a memory says that what an earlier one tells is over: `the Mattermost server was shut down`. */
export const endsFormer = (fresh: string, known: string): boolean => {
  const former = namedFormer(fresh);
  return (former.length > 0 && isFormerKnown(former, known) && !endsElsewhere(fresh, known)) || saysOver(fresh, known);
};

/** What a memory says is used no more. */
export const endedNames = (fresh: string): readonly string[] => endingsIn(fresh).map(({ name }) => name);

/** Longer memories tell of many things. */
const MOST_WORDS = 60;

/**
 * Whether a memory says of what an earlier one uses for something that it is used no more, there or at all: however else
 * the earlier one is worded, it is outdated.
 */
export function saysOver(fresh: string, known: string): boolean {
  const endings = endingsIn(fresh);
  if (endings.length === 0 || Math.max(wordCount(fresh), wordCount(known)) > MOST_WORDS || tellsEvent(known))
    return false;
  const isToldBefore = ({ name }: Ending) => endedNames(known).some((other) => other === name);
  return endings.some(
    (ending) =>
      statesUse(known, ending.name) && !isToldBefore(ending) && ending.scope.every((term) => isNamedIn(known, term)),
  );
}

/** Whether what a memory says is used no more was used for something else: `Billing moved from Postgres to MySQL`. */
export const endsElsewhere = (fresh: string, known: string): boolean => {
  const endings = endingsIn(fresh);
  return (
    endings.length > 0 &&
    endings.every(({ scope }) => scope.length > 0 && !scope.some((term) => isNamedIn(known, term)))
  );
};

/** `build` and `built` have no common stem. */
const ALIKE = 4;
const isNamedIn = (text: string, term: string): boolean =>
  terms(text).some(
    (other) => other === term || (term.length >= ALIKE && other.slice(0, ALIKE) === term.slice(0, ALIKE)),
  );

/** What is said to change `from Vitest to Jest` must have been Vitest; after another such change, it must have become so. */
export function isFormerKnown(former: readonly string[], known: string): boolean {
  const held = new Set(terms(changeIn(known)?.become ?? known));
  return former.length === 0 || former.some((term) => held.has(term));
}

/** `In 2020 the monolith ran on Java 8.` */
export function tellsOfPastYear({ content, eventTime }: Pick<NewMemory, 'content' | 'eventTime'>): boolean {
  const [, year] = /^(?:back\s+)?(?:in|until|till|before)\s+((?:19|20)\d\d)\b/i.exec(content.trim()) ?? [];
  return year !== undefined && Number(year) < new Date(eventTime).getUTCFullYear();
}
