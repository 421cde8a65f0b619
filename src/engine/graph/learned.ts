// Relations that a text tells: two names with nothing but a verb between them. Read off the memories whenever somebody
// asks, so that they change and go with them.
import { entityKey, mentions } from '../text/names.ts';
import { sentences } from '../text/sentences.ts';

export interface LearnedRelation {
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
/** `uses the`, `depended on`, `is written in`, `is part of`. */
const VERB = new RegExp(
  `^(?:(is|are|was|were) ${ADVERBS}(\\w+(?:ed|en|un|lt|ld|ft|rt) ${PREPOSITION}|part of)|${ADVERBS}([a-z]+(?:s|ed)(?: ${PREPOSITION})?))${ARTICLE}$`,
);
/** Of several: `Orders and Payments use Kafka`. */
const PLURAL = new RegExp(
  `^${ADVERBS}((?:use|call|need|require|read|write|own|run|share|feed|extend|implement|depend|rely|import|replace|trigger|consume|produce)(?: ${PREPOSITION})?)${ARTICLE}$`,
);
const AND = new RegExp(`^(?:,|and|or|, and|, or|as well as)${ARTICLE}$`);
/** These say what something is, or tell nothing of two names beside each other. */
const NO_VERBS: ReadonlySet<string> = new Set(
  'is was has as its this thus plus versus vs does yes less across towards'.split(' '),
);
const MOST_RELATIONS = 50;

/** `names` are known to be names, however they are written. */
export function relationsIn(content: string, names: readonly string[] = []): LearnedRelation[] {
  const found = new Map<string, LearnedRelation>();
  for (const sentence of sentences(content)) {
    for (const relation of inSentence(sentence, names)) {
      found.set(`${relation.type} ${entityKey(relation.source)} > ${entityKey(relation.target)}`, relation);
      if (found.size >= MOST_RELATIONS) return [...found.values()];
    }
  }
  return [...found.values()];
}

function inSentence(sentence: string, names: readonly string[]): LearnedRelation[] {
  const places = placesOf(sentence, [...mentions(sentence).map(({ name }) => name), ...names].map(plainName));
  const found: LearnedRelation[] = [];
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
    // `A calls B calls C`: what was called calls next. `A calls B and reads C`: the same one does both.
    if (own !== null && type !== '') sources = [name];
    else if (own === null && shared === null) sources = [];
    verb = own ?? shared ?? '';
  }
  return found;
}

/** Without the marks around it and the article before it; of `Orders and Payments` the parts are names, too. */
export const plainName = (name: string): string =>
  / (?:and|&) /.test(name) ? '' : name.replace(/^`|`$|^(?:The|Our) /g, '');

/** What stands between two names, without the marks that they are written in. */
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

/** Where the names stand, in their order; the longest first, and none inside another. */
function placesOf(sentence: string, names: readonly string[]): Place[] {
  const places: Place[] = [];
  for (const name of [...new Set(names)].filter((name) => name.length > 1).sort((a, b) => b.length - a.length)) {
    const spelt = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    for (const match of sentence.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${spelt}(?![\\p{L}\\p{N}_])`, 'giu'))) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (places.every((place) => end <= place.start || start >= place.end)) places.push({ name, start, end });
    }
  }
  return places.sort((a, b) => a.start - b.start);
}
