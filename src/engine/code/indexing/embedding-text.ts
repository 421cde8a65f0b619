// The text of a chunk for the model and for the text index. The model was trained on prose and does not understand
// `applyMiddleware` as a whole, so names are split into words, starting with the chunk's location and definitions. Of
// the code it reads the beginning, with signature and comments; of the rest each new word once, which works better.
import { identifierParts, joinedTerms, wordsIn } from '../../text/terms.ts';
import { roleOf } from '../search/role.ts';
import type { Chunk } from './chunks.ts';

/** Characters of the chunk's text without indentation: for code, and for other files. */
const BODY = 450;
const BODY_BESIDE = 100;
/** Characters of words that occur only in the rest. */
const REST = 150;
/** Characters of the names in front. */
const HEADER = 200;
/** Shorter words are mostly variables. */
const MIN_WORD_LENGTH = 3;
/** Words that say nothing about the purpose of a function. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `and assert async await bool break case catch class const continue def default del elif else err except export false finally for from
  func function global impl import int interface lambda let mut new nil none not null pass private pub public raise return self static
  string struct super switch this throw true try type undefined var void while with yield`.split(/\s+/),
);

type Described = Pick<Chunk, 'text' | 'name' | 'container' | 'defines'>;

export const embeddingText = (path: string, chunk: Described): string => embeddingTexts(path)(chunk);

/** The same for several chunks of a file. */
export function embeddingTexts(path: string): (chunk: Described) => string {
  const place = placeOf(path);
  const isCode = roleOf(path) === 'code';
  return ({ name, container, defines, text }) => {
    const owner = [container, name].map((part) => spoken(part ?? '')).join(' ');
    const others = defines.filter((defined) => defined !== name).map(spoken);
    const header = [place, owner.trim(), ...others].filter(Boolean).join(', ');
    const squeezed = isCode ? squeeze(text) : squeezedStart(text, BODY_BESIDE);
    const body = squeezed.slice(0, isCode ? BODY : BODY_BESIDE);
    const rest = isCode ? newWords(body, squeezed, REST) : '';
    return [header.slice(0, HEADER), body, ...(rest ? [rest] : [])].join('\n');
  };
}

export const chunkTerms = (path: string, chunk: Pick<Chunk, 'text' | 'defines'>): string => chunkTermsIn(path)(chunk);

/** The indexed terms, separated by blanks: of the text, of the file's path, and again of the names it defines. */
export function chunkTermsIn(path: string): (chunk: Pick<Chunk, 'text' | 'defines'>) => string {
  const place = joinedTerms(path);
  return ({ text, defines }) => [joinedTerms(text), place, ...defines.map(joinedTerms)].filter(Boolean).join(' ');
}

/** `src/http/basic_auth.go` as `src / http / basic auth`, without numbers that stand alone. */
const placeOf = (path: string): string =>
  path
    .replace(/(?<=[^/])\.[^./]+$/, '')
    .split('/')
    .map((part) => spoken(part.replace(/(?<![\p{L}\p{N}])\p{N}+(?![\p{L}\p{N}])/gu, ' ')))
    .filter(Boolean)
    .join(' / ');

const wordsOf = (text: string): string[] => wordsIn(text).flatMap(identifierParts);

const spoken = (text: string): string => wordsOf(text).join(' ');

/** The words of `whole` that are not in its beginning `known`, each once, up to `most` characters. */
function newWords(known: string, whole: string, most: number): string {
  if (whole.length === known.length) return '';
  const seen = new Set(wordsOf(known).map((word) => word.toLowerCase()));
  // The beginning may end in the middle of a word.
  let from = known.length;
  while (from > 0 && /[\p{L}\p{N}_]/u.test(whole[from - 1] ?? '')) from--;
  let rest = '';
  for (const word of wordsOf(whole.slice(from))) {
    const lower = word.toLowerCase();
    if (word.length < MIN_WORD_LENGTH || seen.has(lower) || KEYWORDS.has(lower) || /^\p{N}+$/u.test(word)) continue;
    seen.add(lower);
    rest += rest === '' ? word : ` ${word}`;
    if (rest.length >= most) break;
  }
  return rest.slice(0, most);
}

const squeeze = (text: string): string =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/\r?\n\s*/g, '\n')
    .trim();

/** At least this many characters of the squeezed text, if it has them. */
function squeezedStart(text: string, least: number): string {
  const start = squeeze(text.slice(0, 4 * least));
  return start.length < least ? squeeze(text) : start;
}
