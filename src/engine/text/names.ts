// Finds entities without a language model: capitalised names, quotations, code in backticks, identifiers, ticket ids.
// All spellings of a name share one key.
import { isOrdinary, isUnitOrDay, isVerb } from './ordinary.ts';
import { fold, STOP_WORDS } from './terms.ts';
import { type Titled, titled } from './titles.ts';

export interface Mention {
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** The memory is about this entity, rather than only naming it. */
  readonly subject: boolean;
}

const APART = String.raw`(?<![\p{L}\p{N}])`;
/** Signs without which another name would be left: `C++`, `F#`, `.NET`. All other signs are punctuation. */
const SIGN = String.raw`(?:\+\+|#(?!\p{L}))`;
const NET = String.raw`${APART}\.(?=NET(?![\p{L}\p{N}]))`;
/** A full stop is part of a name inside it and after an initial or short form (`J.R.R.`, `St.`), or else ends it. */
const CAPITALISED = String.raw`(?:${NET})?\p{Lu}(?:[\p{L}\p{N}'’&-]|\.(?=[\p{L}\p{N}])|(?<=(?<!\p{L})\p{Lu}\p{Ll}?)\.(?![\p{L}\p{N}]))*(?:(?<=${APART}[A-Z])${SIGN})?`;
/** Looked for only where such a run begins: from each of its signs, a long run would take time quadratic in its length. */
const SIGNS_BEHIND_NAME = /(?<!['’.&-]|['’]s)(?:['’.&-]|['’]s)+$/;
const SIGNS_BEHIND_WORD = /['’]s$|(?<![.'’-])[.'’-]+$/;
const LINK = '(?:of|the|de|la|le|du|van|von|der|den|and|&|for|in|on|at|to|a|al|bin|ibn|del|da|di|y|e|el)';
const NUMBER = String.raw`\p{N}+(?:\.\p{N}+)*\b`;
const NAME = new RegExp(`${CAPITALISED}(?:[ ](?:(?:${LINK}[ ]){0,2}${CAPITALISED}|${NUMBER}))*`, 'gu');
/** What comes before the first word of a sentence, a bullet or a label. */
const OPENS = /(?:^|[.!?:;(\n|#>]|[-*•]|\d[.)])[\s"“'*_]*$/;
const QUOTED = /["“”]([^"“”\n]{2,60})["“”]|``([^`'\n]{2,60})''|`([^`\n]{2,60})`/g;
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+\b|\p{Ll}+\p{Lu}[\p{L}\p{N}]*\b|\p{L}+-?\d[\w.-]*\b)/gu;
const PATH = /(?<![\w@.:/-])(?:[\w@.-]{1,100}\/){1,20}[\w.-]{0,100}\w/g;
/** A name of two or more words, or one with unusual capitals; `Name:` is the speaker, not the subject. */
const OPENING = new RegExp(
  String.raw`^(?:The |Our )?(${CAPITALISED}(?: ${CAPITALISED})+|\x60[^\x60\n]{2,60}\x60|[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+|\p{L}+\p{Ll}\p{Lu}[\p{L}\p{N}]*|\p{L}+-\d+)(?![\p{L}\p{N}:])`,
  'u',
);
/** A word that its sentence defines: `Toto is a band`. */
const DEFINED = new RegExp(
  String.raw`^((?:${NET})?\p{Lu}(?:[\p{L}\p{N}-]+|${SIGN})) (?:is|was|are|were) (?:an?|the|one|our)\b`,
  'u',
);
const KEY_WORD = new RegExp(String.raw`${APART}[a-z]${SIGN}|${NET.replace('NET', 'net')}net|[\p{L}\p{N}]+`, 'gu');
const MAX_QUESTION_NAME_WORDS = 7;
const MAX_SUBJECT_WORDS = 8;
const MAX_MEMORY_WORDS = 2000;
const MAX_SIGNS = 200;
/** What stands where a secret was; not a name. */
const CUT_OUT = /\[REDACTED:\w+\]/g;
/** A memory with more mentions is a list; the first ones represent it. */
const MAX_MENTIONS = 200;

const lower = (name: string): string =>
  fold(name)
    .toLowerCase()
    .replace(/['’]s\b/g, '');

/** The common key of all spellings of a name: of `Foo-Bar` and `foo bar`, but not of `C` and `C++`. */
export const entityKey = (name: string): string => lower(name).match(KEY_WORD)?.join(' ') ?? '';

/** The words of a text that would be others without their signs: `c++`, `.net`. */
export const signedWords = (text: string): string[] => [
  ...new Set(
    entityKey(text)
      .split(' ')
      .filter((word) => /[+#.]/.test(word)),
  ),
];

/** The key of an entity's name: of one without letters, such as `🚀`, the name itself. */
export const nameKey = (name: string): string => entityKey(name) || name.trim().toLowerCase();

/** Like `entityKey`, but without signs, so that `C` and `C++` share it. */
export const unsignedKey = (name: string): string =>
  lower(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Everything a memory mentions, each once, its subjects first. */
export function mentions(text: string): Mention[] {
  const content = text.replace(CUT_OUT, ' ');
  const found = new Map<string, Mention>();
  const head = titled(content);
  for (const name of subjects(content, head)) add(found, name, 'topic', true);
  for (const { name, type } of names(head?.rest ?? content)) add(found, name, type, false);
  return [...found.values()].slice(0, MAX_MENTIONS);
}

function add(found: Map<string, Mention>, name: string, type: string, subject: boolean): void {
  const key = entityKey(name);
  if (found.has(key) || key.length < 2 || key.length > 80 || STOP_WORDS.has(key) || /^\d{1,2}$/.test(key)) return;
  found.set(key, { key, name, type, subject });
}

/** What a memory is about: its title, with and without parentheses, or the name it opens with. */
function subjects(content: string, head: Titled | null): string[] {
  if (head) return [head.title, head.title.replace(/\s*\([^)]*\)\s*/g, ' ').trim()];
  const opening = (OPENING.exec(content) ?? DEFINED.exec(content))?.[1];
  return opening === undefined ? [] : [opening.includes(' ') ? withoutOrdinary(opening) : opening];
}

function* names(text: string): Generator<{ name: string; type: string }> {
  for (const match of text.matchAll(NAME)) {
    const written = match[0].replace(SIGNS_BEHIND_NAME, '');
    const opens = OPENS.test(text.slice(Math.max(0, match.index - 4), match.index));
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 12);
    const name = withoutOpening(opens ? withoutOrdinary(written, rest) : written);
    if (name === '') continue;
    if (!isUnitOrDay(name)) yield { name, type: 'name' };
    const parts = name.split(/ (?:and|in|on|at|for|to|by|&) /).map(withoutOpening);
    if (parts.length > 1) for (const part of parts) if (!isUnitOrDay(part)) yield { name: part, type: 'name' };
  }
  for (const [, quoted, latex, code] of text.matchAll(QUOTED)) {
    yield { name: quoted ?? latex ?? code ?? '', type: code === undefined ? 'term' : 'code' };
  }
  for (const [match] of text.matchAll(IDENTIFIER)) yield { name: match, type: 'code' };
  for (const [match] of text.matchAll(PATH)) yield { name: match, type: 'file' };
}

/** Drops an opening word that is not part of the name: "The Borg", "Where Ada". */
function withoutOpening(name: string): string {
  const words = name.split(' ');
  const first = words.findIndex((word) => !STOP_WORDS.has(entityKey(word)));
  return first < 0 ? '' : words.slice(first).join(' ');
}

/** A name that opens a sentence, without a first word that is capitalised only for that; nothing if only a number is left. */
function withoutOrdinary(name: string, after = ''): string {
  const [first = '', ...rest] = name.split(' ');
  if (rest.length === 0) return isOrdinary(first, after) ? '' : name;
  if (!isVerb(first)) return name;
  return /^\p{N}/u.test(rest[0] ?? '') ? '' : rest.join(' ');
}

/** A phrase of a question that may name a known entity. */
export interface Span {
  readonly key: string;
  readonly start: number;
  readonly words: number;
}

const MAX_PROMPT_WORDS = 400;

/** Every phrase of a question, the longest first. */
export function spans(question: string): Span[] {
  return stretches(question, MAX_PROMPT_WORDS, MAX_QUESTION_NAME_WORDS).toSorted((a, b) => b.words - a.words);
}

/** The keys of every phrase of a memory that may name the subject of another. */
export function phrases(content: string): string[] {
  const words = stretches(content, MAX_MEMORY_WORDS, MAX_SUBJECT_WORDS).map(({ key }) => key);
  return [...new Set([...words, ...signsIn(content)])];
}

/** Whether a text contains this key as whole words, or as signs that stand alone. */
export function namesKey(content: string, key: string): boolean {
  if (STOP_WORDS.has(key)) return false;
  return entityKey(key) === '' ? signsIn(content).includes(key) : ` ${entityKey(content)} `.includes(` ${key} `);
}

const SIGNS = /[^\p{L}\p{N}\s]+/gu;
const PICTURE =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*/gu;

/** Whether a name is only a placeholder, such as `-` or `...`. */
export const isPunctuation = (name: string): boolean => /^[\p{P}\s]+$/u.test(name);

/** Pictures and runs of other signs, any of which may be a name. */
function signsIn(text: string): string[] {
  const runs = text.match(SIGNS) ?? [];
  const found = runs.flatMap((run) => [run.toLowerCase(), ...(run.match(PICTURE) ?? [])]);
  return [...new Set(found)].filter((sign) => !isPunctuation(sign)).slice(0, MAX_SIGNS);
}

function stretches(text: string, mostWords: number, longest: number): Span[] {
  const words = entityKey(text).split(' ').slice(0, mostWords);
  const found: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= longest && start + length <= words.length; length++) {
      const key = words.slice(start, start + length).join(' ');
      if ((key.length > 2 || key.endsWith('#')) && !STOP_WORDS.has(key)) found.push({ key, start, words: length });
    }
  }
  return found;
}

/** Whether the question writes a key like a name, rather than only using the same words. */
export function writtenAsName(question: string): (key: string) => boolean {
  const written = [...names(question)].map(({ name }) => ` ${entityKey(name)} `);
  return (key) => written.some((name) => name.includes(` ${key} `));
}

/** The names in a question: capitalised words except at the start of a sentence, and words not used in prose. */
export function questionNames(question: string): string[] {
  const found: string[] = [];
  for (const match of question.matchAll(/[\p{L}\p{N}_'’.-]+/gu)) {
    const word = match[0].replace(SIGNS_BEHIND_WORD, '');
    const opens = /(?:^|[.?!])\s*["“]?$/.test(question.slice(Math.max(0, match.index - 4), match.index));
    const isCapitalised = /^\p{Lu}/u.test(word) && !/^I(?:['’]|$)/.test(word) && !STOP_WORDS.has(word.toLowerCase());
    if ((isCapitalised && !opens) || isMadeUp(word)) found.push(word);
  }
  return found;
}

/** Identifiers, ticket and commit ids: `max_retries`, `getUser`, `E4031`, `9ad3b27c`; but not `1990s` or `python3`. */
function isMadeUp(word: string): boolean {
  if (/^\d+(?:st|nd|rd|th|s)$/.test(word)) return false;
  return /\p{L}/u.test(word) && (/_|\d.*\d/.test(word) || /\p{Ll}\p{Lu}/u.test(word));
}
