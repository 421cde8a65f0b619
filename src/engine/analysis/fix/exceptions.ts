// What a rule does not apply to, in its own sentence (`except the landing page`) or in the next one.
import { allWordsOf, MOST_WORDS, wordsOf } from './deeds.ts';
import type { Proposal } from './proposal.ts';
import { tellingTerms } from './stretches.ts';

const WITHIN = /\b(?:except(?: for)?|apart from|other than|with the exception of)\s+(.{2,80}?)(?:[.;,]|$)/i;
/** `not allowed outside the scripts folder`. */
const OUTSIDE =
  /\b(?:not|never|no|nowhere|forbidden|banned|prohibited|n't)\b[^.;,]{0,60}?\boutside(?: of)?\s+(.{2,60}?)(?:[.;,]|$)/i;
/** `The only place where it is allowed is the outermost loop`, `Floats are fine in the charts only`. */
const FOLLOWING: readonly RegExp[] = [
  /\b(?:the |an? )?(?:(?:only|one|sole|single) (?:place|exception|case|spot|part|module|exemption)s?|exceptions?)\b[^.;]*?\b(?:is|are)\s+(?:in\s+|inside\s+)?(.{2,80}?)(?:[.;,]|$)/i,
  /\b(?:allowed|acceptable|fine|permitted|okay|ok|tolerated|accepted) (?:only )?(?:in|inside|within|for|on)\s+(.{2,60}?)\s+(?:only|alone)\b/i,
  /\b(?:only|solely) (?:allowed|acceptable|fine|permitted|okay|ok|tolerated) (?:in|inside|within|for|on)\s+(.{2,60}?)(?:[.;,]|$)/i,
  /\b(?:allowed|acceptable|fine|permitted|okay|ok|tolerated) only (?:in|inside|within|for|on)\s+(.{2,60}?)(?:[.;,]|$)/i,
];

export function exceptionOf(sentence: string, next = ''): ReadonlySet<string> {
  const own = WITHIN.exec(sentence)?.[1] ?? OUTSIDE.exec(sentence)?.[1];
  const found = own ?? FOLLOWING.map((pattern) => pattern.exec(next)?.[1]).find((each) => each !== undefined);
  const exception = found?.replace(CONTAINER, ' ') ?? '';
  const telling = tellingTerms(exception);
  // Tests are part of every project, and still a place.
  return new Set(telling.length > 0 ? telling : allWordsOf(exception.replace(ARTICLE, ' ')));
}

/** Whether a fix is about the exception: it names it, or it is done there. */
export function isExcepted(exception: ReadonlySet<string>, { told, text, diff, component }: Proposal): boolean {
  if (exception.size === 0) return false;
  const isPlain = tellingTerms([...exception].join(' ')).length === 0;
  const said = diff ? [diff.prose, ...pathsIn(text)].join('\n') : told;
  const named = said.replace(ELSEWHERE, ' ');
  const words = allWordsOf(isPlain ? [...named.matchAll(PLACES)].map(([place]) => place).join(' ') : named);
  const met = [...wordsOf([...exception].join(' ')), ...(isPlain ? exception : [])].filter(
    (term) => words.has(term) || component.has(term),
  );
  return new Set(met).size / exception.size >= MOST_WORDS;
}

const pathsIn = (text: string): string[] => [...text.matchAll(/^\+\+\+ (\S+)/gm)].map(([, path = '']) => `in ${path}`);
/** Where something is done. */
const PLACES =
  /\b(?:in|into|to|inside|within|from|of|on|for)\s+(?:(?:the|an?|its|this|that|our|all|each|every)\s+)?[\w./-]+(?:\s+[\w./-]+)?/gi;
/** `outside the test` is another place. */
const ELSEWHERE =
  /\b(?:outside|not (?:only )?(?:in|for|on)|except|apart from|other than|like|unlike)\s[^,.;\n]{1,80}/gi;
/** `the scripts folder` is named by its name. */
const CONTAINER = /\b(?:folder|directory|modules?|packages?|files?|layer|code|classes|class)\b/gi;
const ARTICLE = /\b(?:the|an?|its|our|their|in|on|and|or)\b/gi;
