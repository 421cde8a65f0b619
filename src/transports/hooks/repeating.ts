// Recognises statements that repeat what is known: agents repeat what they were told in similar words.
import { contentTerms } from './statements.ts';

/** The share of words that must be known. Higher for users, who may restate a fact to change it. */
const KNOWN_TO_USER = 0.8;
const KNOWN_TO_AGENT = 0.5;
/** How much of a private text a paraphrase may contain. */
const MAX_PRIVATE_TERMS = 2;
const MAX_PRIVATE_SHARE = 0.4;

const NUMBER = /\d+(?:[.:]\d+)*/g;

export function repeats(text: string, known: string, by: 'user' | 'agent'): boolean {
  const there = contentTerms(known);
  const said = [...contentTerms(text)];
  const shared = said.filter((term) => there.has(term)).length;
  // A different number makes a different fact.
  const numbers = new Set(known.match(NUMBER));
  const isSame = (text.match(NUMBER) ?? []).every((number) => numbers.has(number));
  return isSame && shared >= said.length * (by === 'user' ? KNOWN_TO_USER : KNOWN_TO_AGENT);
}

/** Whether a text reveals what somebody marked private. */
export function tells(text: string, secret: string): boolean {
  const said = contentTerms(text);
  const hidden = [...contentTerms(secret)];
  const shared = hidden.filter((term) => said.has(term)).length;
  return shared > MAX_PRIVATE_TERMS || (shared > 0 && shared >= hidden.length * MAX_PRIVATE_SHARE);
}
