// What is done first and what afterwards: `archive the invoice before the order is closed`, `close it first, archive it later`.
import { isDeed, MOST_WORDS, wordsOf } from './deeds.ts';

interface Part {
  readonly words: ReadonlySet<string>;
  /** The verb of a passive. */
  readonly verb: ReadonlySet<string>;
}

interface Order {
  readonly first: Part;
  readonly then: Part;
}

type Read = readonly [first: string, then: string] | null;

const LEADING = /^\W*(?:(only )?(before|after|once|when|as soon as))\s([^,]{3,120}),\s*(.{3,200})$/i;
const FIRST_THEN = /\bfirst(?: the)?\b,?\s*(.{3,120}?)(?:,\s*(?:and\s+)?|\s+and\s+)then\s+(.{3,160})$/i;
const FIRST_AND = /^(.{3,120}?)\s+first\b,?(?:\s+and)?\s+(.{3,160}?)\W*$/i;
const AFTERWARDS =
  /^(.{3,120}?)(?:,\s*(?:and\s+|then\s+)?|\s+and\s+(?:then\s+)?)(.{3,160}?)\s+(?:afterwards?|after that|later(?: on)?|at the end|last)\W*$/i;
const NOT_UNTIL = /^(.{3,160}?)\b(?:not|never|n't)\b(.{3,120}?)\s+(?:until|before)\s+(.{3,120})$/i;
const BETWEEN =
  /^(.{3,160}?)\s+(?:(before)|(?:only |right |just |shortly )?(after|(?<!at )once))\s+(?!\d|an? (?:second|minute|hour|day|week|month|year)|(?:that|which)\b)(.{3,160})$/i;

/** The parts of a sentence, in the order in which they are done; null if it tells none or several. */
function partsOf(sentence: string): Read {
  const said = sentence.replace(/(?<![.!])[.!]+\s*$/, '');
  const leading = LEADING.exec(said);
  if (leading) {
    const { 2: word = '', 3: early = '', 4: late = '' } = leading;
    return /^before$/i.test(word) ? [late, early] : /^when$/i.test(word) ? null : [early, late];
  }
  const [, a, b] = FIRST_THEN.exec(said) ?? AFTERWARDS.exec(said) ?? FIRST_AND.exec(said) ?? [];
  if (a !== undefined && b !== undefined) return [a, b];
  const [, what, deed, early] = NOT_UNTIL.exec(said) ?? [];
  if (early !== undefined) return [early, `${what} ${deed}`];
  const [, one, before, , other] = BETWEEN.exec(said) ?? [];
  if (one === undefined || other === undefined || /\b(?:not|never|no|without|n't)\b/i.test(said)) return null;
  return before === undefined ? [other, one] : [one, other];
}

function orderOf(sentence: string): Order | null {
  const parts = partsOf(sentence);
  if (parts === null) return null;
  const [first, then] = parts.map(
    (text): Part => ({ words: wordsOf(text), verb: wordsOf(PASSIVE.exec(text)?.[1] ?? '') }),
  );
  return first && then && first.words.size > 0 && then.words.size > 0 ? { first, then } : null;
}
const PASSIVE = /\b(?:is|are|be|been|was|were|gets?)\s+(?:\w+ly\s+)?([a-z]+(?:ed|en|wn|nt|id|ut))\b/i;

const share = (asked: ReadonlySet<string>, given: ReadonlySet<string>): number =>
  [...asked].filter((word) => given.has(word)).length / asked.size;

const HALF = 0.5;
/** With its verb: to keep a file is not to delete it. */
const isDone = ({ words, verb }: Part, given: Part): boolean =>
  verb.size > 0
    ? [...verb].every((word) => given.words.has(word))
    : share(words, given.words) >= HALF && [...words].every((word) => given.words.has(word) || !isDeed(word));

/**
 * Whether a fix does two things in the order of the rule or in the other; alike if it does something else with them.
 * Null if either does not tell.
 */
export function orderedAs(rule: string, fix: string): 'same' | 'alike' | 'opposite' | null {
  const asked = orderOf(rule);
  if (asked === null) return null;
  for (const sentence of fix.split(/(?<=[.;])\s|\n/)) {
    const given = orderOf(sentence);
    if (given === null) continue;
    const [firsts, thens] = [share(asked.first.words, given.first.words), share(asked.then.words, given.then.words)];
    const [early, late] = [share(asked.first.words, given.then.words), share(asked.then.words, given.first.words)];
    if (Math.min(firsts, thens) > 0 && firsts + thens > early + late)
      return isDone(asked.first, given.first) && isDone(asked.then, given.then) ? 'same' : 'alike';
    if (Math.min(early, late) >= MOST_WORDS && early + late > firsts + thens) return 'opposite';
  }
  return null;
}
