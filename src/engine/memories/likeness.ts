// Decides whether a new memory repeats a known one or may supersede it.
import type { Memory } from '../model.ts';
import { areAddressesOfOthers } from '../text/addresses.ts';
import { reportsChange, tellsEvent } from '../text/changes.ts';
import { isKeptOtherwise } from '../text/keeping.ts';
import { areMeasuredElsewhere } from '../text/measures.ts';
import { areOthersOfAKind } from '../text/members.ts';
import { oppositeWords, speaksOfAside } from '../text/opposites.ts';
import { tellsOfRelative } from '../text/relatives.ts';
import { reportsDone } from '../text/rules.ts';
import { areSiblings, COUNTED } from '../text/siblings.ts';
import { areOtherTasks } from '../text/tasks.ts';
import { questionTerms, STOP_WORDS, terms, wordCount } from '../text/terms.ts';
import { endsElsewhere, givenUp, isFormerKnown, namedFormer, saysOver } from './former.ts';

export type Likeness = 'duplicate' | 'may_supersede';

const DUPLICATE = 0.95;
const SAME_TOPIC = 0.8;
/** Two short sentences that differ in the last name alone may be this far apart. */
const SAME_FRAME = 0.5;
/** The part of a sentence that stays when its value is replaced. */
const FRAME = 0.6;
/** A text about a change and the text about what was so before may be this far apart, if they share this part of their words. */
const CHANGED = { similarity: 0.5, shared: 0.1, mostWords: 60 };
/** The same if the first names what was so before: `replaced Jenkins by Woodpecker`. */
const NAMES_FORMER = 0.15;
/** Similar texts share at least this part of their words: a model gives all texts in an unknown script one vector. */
const SHARED = 0.3;

/** Numbers, versions, addresses and negations: similar sentences that differ in them say different things. */
function values(text: string): Set<string> {
  const found = text
    .toLowerCase()
    .match(
      /https?:\/\/[^\s]+(?<![.,;])|\d+(?:[.:]\d+)*|\b(?:not|no|never|without|don't|doesn't|isn't|won't|cannot|can't)\b/g,
    );
  return new Set(found ?? []);
}

/** A text without its layout: first capital, extra spaces, and punctuation after a word. */
export const plain = (text: string): string =>
  text
    .replace(/(?<![.!?,;:…])[.!?,;:…]+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());

/** Whether two memories belong to the same cube, user and project; what one says holds nowhere else. */
export const isOfOnePlace = (a: Placed, b: Placed): boolean =>
  (['cube', 'user', 'project'] as const).every((part) => a.scope[part] === b.scope[part]);

type Placed = Pick<Memory, 'scope'>;

/** Whether one is about staging and the other about production, or each about another thing in the same words. */
export const areAboutOthers = (fresh: string, known: string): boolean =>
  oppositeWords(fresh, known) !== null ||
  speaksOfAside(fresh, known) ||
  speaksOfAside(known, fresh) ||
  areOthersOfAKind(fresh, known) ||
  areMeasuredElsewhere(fresh, known) ||
  areOtherTasks(fresh, known) ||
  reportsDone(fresh, known) ||
  areSiblings(fresh, known) ||
  tellsOfRelative(fresh, known) ||
  areAddressesOfOthers(fresh, known);

/** Whether a memory reports that what an older one says of a thing has changed, whatever else they have in common. */
export const mayChange = (fresh: string, known: string, similarity: number): boolean =>
  !areAboutOthers(fresh, known) && (saysOutright(fresh, known, similarity) || tellsChange(fresh, known, similarity));

/** Whether nothing but words of change says so: `Gate B now opens at 9` may be about another gate. */
export const onlyTellsChange = (fresh: string, known: string, similarity: number): boolean =>
  !saysOutright(fresh, known, similarity) && tellsChange(fresh, known, similarity);

/** Whether a memory gives another value, or says that what an older one says is over. */
const saysOutright = (fresh: string, known: string, similarity: number): boolean =>
  givesOtherValue(fresh, known, similarity) || saysOver(fresh, known) || isKeptOtherwise(fresh, known);

const givesOtherValue = (fresh: string, known: string, similarity: number): boolean =>
  (similarity >= SAME_FRAME && (sentenceGivesOtherValue(fresh, known) || hasOtherNumber(fresh, known))) ||
  labelGivesOtherValue(fresh, known);

/** How a memory relates to an older one of that similarity; null when they are unrelated. */
export function likeness(fresh: string, known: string, similarity: number): Likeness | null {
  if (plain(fresh) === plain(known)) return 'duplicate';
  if (areAboutOthers(fresh, known)) return null;
  if (mayChange(fresh, known, similarity)) return 'may_supersede';
  if (similarity < SAME_TOPIC || overlap(fresh, known) < SHARED) return null;
  const sameValues = sameSet(values(fresh), values(known));
  if (similarity >= DUPLICATE && sameValues) return 'duplicate';
  return sameValues && !wordsReplaced(fresh, known) ? null : 'may_supersede';
}

/** A short text that reports a change in what another short one is about: `Backups moved to 03:15`. */
function tellsChange(fresh: string, known: string, similarity: number): boolean {
  if (Math.max(wordCount(fresh), wordCount(known)) > CHANGED.mostWords || tellsEvent(known)) return false;
  const replaced = namedFormer(fresh);
  const isGivenUp = replaced.length === 0;
  const former = isGivenUp ? givenUp(fresh) : replaced;
  const least = former.length > 0 ? NAMES_FORMER : CHANGED.similarity;
  if (similarity < least || similarity >= DUPLICATE) return false;
  if (former.length === 0 && !reportsChange(fresh)) return false;
  if (!isFormerKnown(former, known) || (!isGivenUp && endsElsewhere(fresh, known))) return false;
  const [words, others] = [questionTerms(fresh), new Set(questionTerms(known))];
  const both = words.filter((word) => others.has(word));
  const shared = both.length;
  // What is given up is some doing at a thing, of which much else may be said.
  if (isGivenUp && both.every((word) => former.includes(word))) return false;
  return shared > 0 && shared >= CHANGED.shared * Math.min(words.length, others.size);
}

function overlap(a: string, b: string): number {
  const [first, second] = [new Set(terms(a)), new Set(terms(b))];
  if (first.size === 0 || second.size === 0) return a === b ? 1 : 0;
  return [...first].filter((term) => second.has(term)).length / Math.min(first.size, second.size);
}

/** In characters; longer texts say many things. */
const LONGEST_SENTENCE = 4000;

/** A few words of an otherwise identical sentence were replaced: `uses Jest` became `uses Vitest`. */
function wordsReplaced(fresh: string, known: string): boolean {
  const a = new Set(terms(fresh));
  const b = new Set(terms(known));
  const gone = [...b].filter((term) => !a.has(term)).length;
  const added = [...a].filter((term) => !b.has(term)).length;
  const kept = b.size - gone;
  return gone > 0 && added > 0 && kept >= 2 * Math.max(gone, added);
}

/** Whether something is said to be something else: `Our gateway is Kong` became `Our gateway is Traefik`. */
export const namesOtherValue = (fresh: string, known: string): boolean =>
  Math.max(fresh.length, known.length) <= LONGEST_SENTENCE &&
  (sentenceGivesOtherValue(fresh, known) || labelGivesOtherValue(fresh, known));

function sentenceGivesOtherValue(fresh: string, known: string): boolean {
  const [a = [], b = []] = [fresh, known].map((text) => plain(text).toLowerCase().split(' '));
  const differs = a.findIndex((word, i) => word !== b[i]);
  const frame = a.slice(0, Math.max(differs, 0));
  return (
    differs < b.length &&
    frame.length >= FRAME * Math.max(a.length, b.length) &&
    frame.some((word) => IS.test(word)) &&
    frame.some((word) => !STOP_WORDS.has(word)) &&
    isOtherValue(a.slice(differs), b.slice(differs))
  );
}

/** `not enabled` and `enabled`, `Kong` and `Traefik`; but `our wiki` is `the wiki`. */
const isOtherValue = (a: readonly string[], b: readonly string[]): boolean =>
  !sameSet(values(a.join(' ')), values(b.join(' '))) || eachSaysMore(a, b);

/** `Shell: fish` became `Shell: nushell`. */
function labelGivesOtherValue(fresh: string, known: string): boolean {
  const [a, b] = [fresh, known].map((text) => LABELLED.exec(text.trim().toLowerCase())?.groups);
  if (!a || !b || a.label !== b.label || LISTED.test(a.label ?? '')) return false;
  const [value, other] = [plain(a.value ?? ''), plain(b.value ?? '')];
  return (
    [value, other].every((text) => wordCount(text) <= MOST_VALUE_WORDS && !QUALIFIED.test(text)) &&
    !(PLURAL.test(a.label ?? '') && isOfOther(value, other)) &&
    isOtherValue(value.split(' '), other.split(' '))
  );
}

const PLURAL = /[^s]s$/;
/** Whether each value of a label for several begins with the name of what it belongs to: `Ports: auth 7001`, `Ports: billing 7002`. */
function isOfOther(value: string, other: string): boolean {
  const [a, b] = [value, other].map((text) => /^(?<name>\p{L}[\p{L}-]*) \W*\d/u.exec(text)?.groups?.name);
  return a !== undefined && b !== undefined && a !== b;
}

const LABELLED = /^[-*\s]*(?<label>[\p{L}\p{N}][^:\n]{0,39}?)[*\s]*:\**\s+(?<value>[^\n]+)$/u;
const MOST_VALUE_WORDS = 5;
/** Says of which one it is the value: `b1 for prod`, `8080 (api)`. */
const QUALIFIED = /\(|\s(?:for|of|in|on|at|für|von|pour|de)\s/;
/** Labels under which many things may be listed, or that name the kind of memory rather than the thing whose value follows. */
const LISTED =
  /(?:^|\s)(?:action|alias|allergy|answer|blocker|browser|bug|cause|component|contact|context|convention|customer|decision|dependency|design|error|example|fact|feature|feedback|fix|function|fyi|goal|gotcha|hint|holiday|idea|incident|insight|issue|language|learning|lesson|link|list|member|note|notiz|observation|pattern|plan|preference|problem|question|remember|reminder|requirement|reviewer|risk|rule|see|session|skill|solution|step|tag|task|test|tip|todo|tool|update|warning)s?(?:\s\d+)?$/;

/** The same sentence with another number in its second half, for the first half says of what: `Berth 7 holds 40 tonnes`. */
function hasOtherNumber(fresh: string, known: string): boolean {
  const [a = [], b = []] = [fresh, known].map((text) => plain(text).toLowerCase().split(' '));
  const others = a.flatMap((word, i) => (word === b[i] ? [] : [i]));
  const [only = 0] = others;
  return (
    a.length === b.length &&
    others.length === 1 &&
    2 * only >= a.length &&
    [a, b].every((words) => /^\W*\d/.test(words[only] ?? '')) &&
    !COUNTED.test(a[only - 1] ?? '')
  );
}

/** Each has a word that the other lacks, apart from articles and the like: `our internal wiki` only adds to `the wiki`. */
function eachSaysMore(a: readonly string[], b: readonly string[]): boolean {
  const lacks = (those: readonly string[]) => (word: string) => !those.includes(word) && !DETERMINERS.has(word);
  return a.some(lacks(b)) && b.some(lacks(a));
}

const DETERMINERS: ReadonlySet<string> = new Set(
  `a an the my your his her its our their this that these those der die das den dem ein eine einen einem mein meine unser
  unsere`.split(/\s+/),
);
const IS = /^(?:is|are|was|were|ist|sind|=)$/;

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((x) => b.has(x));
