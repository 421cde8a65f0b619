// Whether a result tells what is asked, but of something else: the rate limit of `/orders` for that of `/memberships`.
import { questionTerms, terms } from '../text/terms.ts';

/** `rate limit of /memberships`: what is asked, and of what. */
const ASKED = /^(?<property>.{4,200})\s(?:of|for|in|into)\s(?<thing>(?:[^\s?]+\s){0,3}[^\s?]+)\s*\??$/s;
/** What every memory here is about: `the test command for this project`. */
const HERE =
  /^(?:(?:this|our|my|these)\s|(?:the\s)?(?:project|repo|repository|app|application|team|codebase|code|system|service|company|product)$)/i;
/** With fewer words, or a smaller share of them, the result may be about anything. */
const PROPERTY = { words: 2, share: 0.75 };

export function tellsOfAnother(question: string, text: string): boolean {
  const { property = '', thing = '' } = ASKED.exec(question.trim())?.groups ?? {};
  const [asked, of] = [questionTerms(property), questionTerms(thing)];
  if (asked.length < PROPERTY.words || of.length === 0 || HERE.test(thing)) return false;
  const held = new Set(terms(text));
  const isHeld = (term: string) => held.has(term);
  return !of.some(isHeld) && asked.filter(isHeld).length >= PROPERTY.share * asked.length;
}
