// The title of a text, in any style: a heading, bold, `Title: …` or `Title. …`.
import { fold, STOP_WORDS } from './terms.ts';

export interface Titled {
  readonly title: string;
  readonly rest: string;
}

const HEADING = /^(?:#{1,6} +)?([^\n]{1,100}[^\n.:!?,;])\n\n/;
const BOLD = /^(?:\*\*|__)([^*_\n]{1,100}?)[.:]?(?:\*\*|__)(?::|\.| [-–—])?\s+/;
const COLON = /^([^\n:]{1,100}): +(?=\S)/;
const SENTENCE = /^([^\n]{1,100}?[^\s.!?]{2})\. +(?=[\p{Lu}"“(])/u;

/** How far into the text an author repeats its subject. */
const OPENING_CHARACTERS = 160;
const MAX_WORDS = 12;
/** The least share of its title that a text repeats. */
const REPEATED = 0.5;

/** The title, and the text without it; null when it has none. */
export function titled(content: string): Titled | null {
  for (const [form, isTitle] of FORMS) {
    const match = form.exec(content);
    const title = match?.[1]?.trim();
    if (!match || !title) continue;
    const rest = content.slice(match[0].length);
    if (isTitle(title, rest)) return { title, rest };
  }
  return null;
}

/** In running text, only words that read like a title are one. */
const FORMS: readonly (readonly [RegExp, (title: string, rest: string) => boolean])[] = [
  [HEADING, () => true],
  [BOLD, () => true],
  // `Ada: …` and `Ada Lovelace: …` name the speaker, unless the text goes on about her.
  [COLON, (title, rest) => isShort(title) && (isRepeated(title, rest) || (isNaming(title) && !isPerson(title)))],
  [SENTENCE, (title, rest) => isShort(title) && (isRepeated(title, rest) || isNaming(title))],
];

const isShort = (title: string): boolean => title.split(' ').length <= MAX_WORDS;

/** Every meaningful word is written like a name: `Battle of Hastings`, `Checkout SLA`. */
function isNaming(title: string): boolean {
  const words = telling(title);
  return words.length > 1 && words.every((word) => /^[("“]?[\p{Lu}\p{N}]/u.test(word));
}

const isPerson = (title: string): boolean => /^\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}(?:[\p{Ll}'’-]+|\.)){0,2}$/u.test(title);

/** The text begins by repeating its title. */
function isRepeated(title: string, rest: string): boolean {
  const words = telling(title).map(bare).filter(Boolean);
  if (words.length === 0 || !/^[("“]?[\p{Lu}\p{N}]/u.test(title)) return false;
  const opening = new Set(rest.slice(0, OPENING_CHARACTERS).split(/\s+/).map(bare));
  return words.filter((word) => opening.has(word)).length >= REPEATED * words.length;
}

const telling = (title: string): string[] => title.split(' ').filter((word) => !STOP_WORDS.has(word.toLowerCase()));

const bare = (word: string): string =>
  fold(word)
    .toLowerCase()
    .replace(/['’]s$|[^\p{L}\p{N}]+/gu, '');
