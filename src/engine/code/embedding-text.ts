// What the model and the text index see of a chunk. The model was taught on prose and reads `applyMiddleware` only in
// parts: names are told to it in words, first of all where the chunk is and what it defines. Of the code itself the
// beginning is enough, the signature and what is said about it: on eight repositories the whole of it found no more, at
// twice the cost.
import { identifierParts, terms } from '../text/terms.ts';
import type { Chunk } from './chunks.ts';
import { roleOf } from './role.ts';

/** Characters of the chunk's text, without its indentation: code, and what stands beside it. */
const BODY = 300;
const BODY_BESIDE = 100;
/** Characters of names before it. */
const HEADER = 200;
const WORD = /[\p{L}\p{N}_]+/gu;

type Described = Pick<Chunk, 'text' | 'name' | 'container' | 'defines'>;

export function embeddingText(path: string, chunk: Described): string {
  const { name, container, defines, text } = chunk;
  const owner = [container, name].map((part) => spoken(part ?? '')).join(' ');
  const others = defines.filter((defined) => defined !== name).map(spoken);
  const header = [placeOf(path), owner.trim(), ...others].filter(Boolean).join(', ');
  const length = roleOf(path) === 'code' ? BODY : BODY_BESIDE;
  return `${header.slice(0, HEADER)}\n${squeeze(text).slice(0, length)}`;
}

/** The terms that are indexed: those of the text, of its path, and once more of what it defines. */
export const chunkTerms = (path: string, { text, defines }: Pick<Chunk, 'text' | 'defines'>): string[] =>
  [text, path, ...defines].flatMap(terms);

/** `src/http/basic_auth.go` as `src / http / basic auth`. Numbers that stand alone name nothing. */
const placeOf = (path: string): string =>
  path
    .replace(/(?<=[^/])\.[^./]+$/, '')
    .split('/')
    .map((part) => spoken(part.replace(/(?<![\p{L}\p{N}])\p{N}+(?![\p{L}\p{N}])/gu, ' ')))
    .filter(Boolean)
    .join(' / ');

const spoken = (text: string): string => (text.match(WORD) ?? []).flatMap(identifierParts).join(' ');

const squeeze = (text: string): string =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/\r?\n\s*/g, '\n')
    .trim();
