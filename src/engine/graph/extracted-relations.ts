// Relations read from a text: two names with only a verb between them. Read from the memories on each request, so that
// they change and disappear with them.

import { entityKey, mentions } from '../text/names.ts';
import { escaped } from '../text/pattern.ts';
import { sentences } from '../text/sentences.ts';

export interface ExtractedRelation {
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

interface Place {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const ADVERBS = '(?:(?:also|now|still|always|already|directly|currently|internally|mainly|only) )*';
const PREPOSITION = '(?:on|upon|to|in|into|from|by|with|for|of|at|over|through|behind|as)';
const ARTICLE = '(?: (?:the|a|an|its|our|their|his|her))?';
/** Matches `uses the`, `depended on`, `is written in`, `is part of`. */
const VERB = new RegExp(
  `^(?:(is|are|was|were) ${ADVERBS}(\\w+(?:ed|en|un|lt|ld|ft|rt) ${PREPOSITION}|part of)|${ADVERBS}([a-z]+(?:s|ed)(?: ${PREPOSITION})?))${ARTICLE}$`,
);
/** Verbs with several subjects: `Orders and Payments use Kafka`. */
const PLURAL = new RegExp(
  `^${ADVERBS}((?:use|call|need|require|read|write|own|run|share|feed|extend|implement|depend|rely|import|replace|trigger|consume|produce)(?: ${PREPOSITION})?)${ARTICLE}$`,
);
const AND = new RegExp(`^(?:,|and|or|, and|, or|as well as)${ARTICLE}$`);
/** Words that match the pattern but express no relation. */
const NO_VERBS: ReadonlySet<string> = new Set(
  'is was has as its this thus plus versus vs does yes less across towards'.split(' '),
);
const MAX_RELATIONS = 50;

/** `names` count as names in any spelling. */
export function relationsIn(content: string, names: readonly string[] = []): ExtractedRelation[] {
  const found = new Map<string, ExtractedRelation>();
  for (const sentence of sentences(content)) {
    for (const relation of inSentence(sentence, names)) {
      found.set(`${relation.type} ${entityKey(relation.source)} > ${entityKey(relation.target)}`, relation);
      if (found.size >= MAX_RELATIONS) return [...found.values()];
    }
  }
  return [...found.values()];
}

function inSentence(sentence: string, names: readonly string[]): ExtractedRelation[] {
  const places = placesOf(sentence, [...mentions(sentence).map(({ name }) => name), ...names].map(plainName));
  const found: ExtractedRelation[] = [];
  let sources: readonly string[] = [];
  let verb = '';
  for (const [i, { name, end }] of places.entries()) {
    const type = verb;
    if (type === '') sources = [...sources, name];
    else found.push(...sources.map((source) => ({ type, source, target: name })));
    const gap = between(sentence, end, places[i + 1]?.start ?? end);
    if (AND.test(gap)) continue;
    const own = verbIn(gap);
    const shared = type === '' ? null : verbIn(gap.replace(/^,? ?(?:and|but) /, ''));
    // In `A calls B calls C`, B is the next subject; in `A calls B and reads C`, A remains the subject.
    if (own !== null && type !== '') sources = [name];
    else if (own === null && shared === null) sources = [];
    verb = own ?? shared ?? '';
  }
  return found;
}

/** The name without backticks and article; empty for a list such as `Orders and Payments`, whose parts are names. */
export const plainName = (name: string): string =>
  / (?:and|&) /.test(name) ? '' : name.replace(/^`|`$|^(?:The|Our) /g, '');

/** The text between two names, without quotation marks. */
const between = (sentence: string, from: number, to: number): string =>
  sentence
    .slice(from, to)
    .replace(/[`"'“”*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function verbIn(text: string): string | null {
  const [, isBe, passive, active] = VERB.exec(text) ?? [];
  const plural = PLURAL.exec(text)?.[1];
  const verb = isBe === undefined ? (active ?? plural) : passive;
  if (verb === undefined || NO_VERBS.has(verb.split(' ')[0] ?? '')) return null;
  return (plural === undefined ? verb : thirdPerson(verb)).replaceAll(' ', '_');
}

const thirdPerson = (verb: string): string => verb.replace(/^rely/, 'relie').replace(/^\w+/, '$&s');

/** The positions of the names in order; longer names win, so that none lies inside another. */
function placesOf(sentence: string, names: readonly string[]): Place[] {
  const places: Place[] = [];
  for (const name of [...new Set(names)].filter((name) => name.length > 1).sort((a, b) => b.length - a.length)) {
    const spelt = escaped(name);
    for (const match of sentence.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${spelt}(?![\\p{L}\\p{N}_])`, 'giu'))) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (places.every((place) => end <= place.start || start >= place.end)) places.push({ name, start, end });
    }
  }
  return places.sort((a, b) => a.start - b.start);
}
