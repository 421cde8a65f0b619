// Does somebody say again what is known? Agents repeat what they were told, in about the same words.
import { contentTerms } from './statements.ts';

/** The share of the words that must be known: a user who says it anew may mean to change it. */
const KNOWN_TO_USER = 0.8;
const KNOWN_TO_AGENT = 0.5;
/** Of what was marked private, so much may not come back in other words. */
const MOST_PRIVATE_TERMS = 2;
const MOST_PRIVATE_SHARE = 0.4;

const NUMBER = /\d+(?:[.:]\d+)*/g;

export function repeats(text: string, known: string, by: 'user' | 'agent'): boolean {
  const there = contentTerms(known);
  const said = [...contentTerms(text)];
  const shared = said.filter((term) => there.has(term)).length;
  // Another number makes it another fact.
  const numbers = new Set(known.match(NUMBER));
  const isSame = (text.match(NUMBER) ?? []).every((number) => numbers.has(number));
  return isSame && shared >= said.length * (by === 'user' ? KNOWN_TO_USER : KNOWN_TO_AGENT);
}

/** Whether a text tells of what somebody marked private. */
export function tells(text: string, secret: string): boolean {
  const said = contentTerms(text);
  const hidden = [...contentTerms(secret)];
  const shared = hidden.filter((term) => said.has(term)).length;
  return shared > MOST_PRIVATE_TERMS || (shared > 0 && shared >= hidden.length * MOST_PRIVATE_SHARE);
}
