// What a rule does not apply to, in its own sentence (`except the landing page`) or in the next one.
import { MOST_WORDS, wordsOf } from './deeds.ts';
import { tellingTerms } from './stretches.ts';

const WITHIN = /\b(?:except(?: for)?|apart from|other than|with the exception of)\s+(.{2,80}?)(?:[.;,]|$)/i;
/** `The only place where it is allowed is the outermost loop`, `Floats are fine in the charts only`. */
const FOLLOWING: readonly RegExp[] = [
  /\b(?:the |an? )?(?:(?:only|one|sole|single) (?:place|exception|case|spot|part|module|exemption)s?|exceptions?)\b[^.;]*?\b(?:is|are)\s+(?:in\s+|inside\s+)?(.{2,80}?)(?:[.;,]|$)/i,
  /\b(?:allowed|acceptable|fine|permitted|okay|ok|tolerated|accepted) (?:only )?(?:in|inside|within|for|on)\s+(.{2,60}?)\s+(?:only|alone)\b/i,
  /\b(?:only|solely) (?:allowed|acceptable|fine|permitted|okay|ok|tolerated) (?:in|inside|within|for|on)\s+(.{2,60}?)(?:[.;,]|$)/i,
  /\b(?:allowed|acceptable|fine|permitted|okay|ok|tolerated) only (?:in|inside|within|for|on)\s+(.{2,60}?)(?:[.;,]|$)/i,
];

export function exceptionOf(sentence: string, next = ''): ReadonlySet<string> {
  const own = WITHIN.exec(sentence)?.[1];
  const exception = own ?? FOLLOWING.map((pattern) => pattern.exec(next)?.[1]).find((found) => found !== undefined);
  return new Set(tellingTerms(exception ?? ''));
}

/** Whether a text is about the exception. */
export function isExcepted(exception: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const met = [...wordsOf([...exception].join(' '))].filter((term) => words.has(term)).length;
  return exception.size > 0 && met / exception.size >= MOST_WORDS;
}
