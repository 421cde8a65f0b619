// Recognises statements that repeat what is known: agents repeat what they were told in similar words.
import { contentTerms } from './statements.ts';

/** The share of words that must be known. Higher for users, who may restate a fact to change it. */
const KNOWN_TO_USER = 0.8;
const KNOWN_TO_AGENT = 0.5;
/** So few words occur together in texts about something else. */
const FEW = 2;
const MOST_BESIDE_FEW = 2;
/** How much of a private text a paraphrase may contain. */
const MAX_PRIVATE_TERMS = 2;
const MAX_PRIVATE_SHARE = 0.4;

const NUMBER = /\d+(?:[.:]\d+)*/g;

/** What two texts are compared by; made once for each, since a memory may be long. */
export interface Wording {
  readonly terms: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

export const wordingOf = (text: string): Wording => ({
  terms: contentTerms(text),
  numbers: new Set(text.match(NUMBER)),
});

export function repeats(said: Wording, known: Wording, by: 'user' | 'agent'): boolean {
  const shared = countIn(said.terms, known.terms);
  // A different number makes a different fact.
  const isSame = [...said.numbers].every((number) => known.numbers.has(number));
  const isAboutIt = said.terms.size > FEW || known.terms.size <= said.terms.size + MOST_BESIDE_FEW;
  return isSame && isAboutIt && shared >= said.terms.size * (by === 'user' ? KNOWN_TO_USER : KNOWN_TO_AGENT);
}

/** Whether a text reveals what somebody marked private. */
export function tells({ terms: said }: Wording, { terms: hidden }: Wording): boolean {
  const shared = countIn(said, hidden);
  return shared > MAX_PRIVATE_TERMS || (shared > 0 && shared >= hidden.size * MAX_PRIVATE_SHARE);
}

const countIn = (said: ReadonlySet<string>, known: ReadonlySet<string>): number =>
  [...said].filter((term) => known.has(term)).length;
