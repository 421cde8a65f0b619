// The meaning of a signature independent of wording: maps synonymous verbs and equivalent types to one word.
import { identifierParts, STOP_WORDS, terms } from '../../text/terms.ts';

export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The types of the parameters, then of the result; empty if not written. */
  readonly types: readonly string[];
}

/** Verbs that programmers use interchangeably; the first stands for all. */
const VERBS = [
  'get find fetch load lookup look read retrieve query select obtain',
  'create make build new generate construct add insert register',
  'delete remove drop erase purge destroy discard clear',
  'update set change modify edit patch assign replace',
  'check validate verify ensure assert is has can test',
  'send post emit publish dispatch notify',
  'compute calculate calc count sum total determine evaluate',
  'convert transform to parse decode deserialize from',
  'format render print show display encode serialize stringify',
  'save store write persist put keep',
  'list all every enumerate',
];
const VERB = new Map(
  VERBS.flatMap((line) => line.split(' ').map((verb) => [stemOf(verb), line.split(' ')[0] ?? verb])),
);

/** Names of the same type in several languages. */
const TYPES = [
  'text str string char varchar',
  'number int integer float double decimal long short i32 i64 u32 u64 usize f32 f64 byte num',
  'truth bool boolean',
  'list array vec vector sequence iterable slice set tuple',
  'map dict record hashmap object',
  'nothing none void unit null undefined nil',
  'date datetime time timestamp instant',
];
const TYPE = new Map(TYPES.flatMap((line) => line.split(' ').map((type) => [type, line.split(' ')[0] ?? type])));
/** Words that say how a value is passed, not what it is. */
const WRAPPING = new Set([
  'optional',
  'promise',
  'result',
  'readonly',
  'mut',
  'ref',
  'const',
  'async',
  'awaitable',
  'public',
  'private',
  'protected',
  'static',
  'final',
]);

function stemOf(word: string): string {
  return terms(word)[0] ?? word;
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap(identifierParts)
    .map((word) => word.toLowerCase());

const meaningful = (words: readonly string[]): string[] =>
  words
    .filter((word) => !STOP_WORDS.has(word) || VERB.has(stemOf(word)))
    .map((word) => VERB.get(stemOf(word)) ?? stemOf(word));

/** The words of a name by meaning, without `by`, `of` and the like. */
export const senseOf = (name: string): string[] =>
  meaningful(wordsOf(name).filter((word, i) => i === 0 || !STOP_WORDS.has(word)));

/** `Optional[str]` and `String` are both `text`; empty if no type is written. */
export const typeWords = (type: string): string =>
  wordsOf(type)
    .filter((word) => !WRAPPING.has(word))
    .map((word) => TYPE.get(word) ?? word)
    .join(' ');

/** The share of equal types, compared by position; null if one side has none. */
export function typeShare(a: readonly string[], b: readonly string[]): number | null {
  if (!a.some(Boolean) || !b.some(Boolean)) return null;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const places = Math.max(x.length, y.length);
  const same = x.filter((type, i) => type !== '' && type === y[i]).length + (a.at(-1) === b.at(-1) ? 1 : 0);
  return same / (places + 1);
}

/** The factor for two known verbs with different meanings. */
const OTHER_DEED = 0.5;

/** 0..1: how much of each name occurs in the other's name, parameters, types or documentation. */
export function agreement(a: Signature, b: Signature, about: string): number {
  const [x, y] = [senseOf(a.name), senseOf(b.name)];
  const all = ({ name, parameters, types }: Signature, more: string) =>
    new Set([...senseOf(name), ...meaningful(wordsOf([...parameters, ...types, more].join(' ')))]);
  const share = (own: readonly string[], other: ReadonlySet<string>) =>
    own.length === 0 ? 0 : own.filter((word) => other.has(word)).length / own.length;
  const average = (share(x, all(b, about)) + share(y, all(a, ''))) / 2;
  return isOtherDeed(x[0], y[0]) ? average * OTHER_DEED : average;
}

const DEEDS = new Set(VERB.values());
const isOtherDeed = (a = '', b = ''): boolean => DEEDS.has(a) && DEEDS.has(b) && a !== b;
