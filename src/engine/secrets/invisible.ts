// A second view of a text, as a reader sees it: invisible characters inside a token are skipped, and full-width letters
// and signs are the plain ones, so that a secret is still recognised.
import type { Span } from './assignments.ts';

const HIDDEN = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f`;
/** Letters and signs in another form, in the blocks made of them: full-width, mathematical, in circles, small. */
const FORMED = String.raw`\u2460-\u24ff\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffee\u{1d400}-\u{1d7ff}`;
/** Blanks that text processors put between words; none is typed inside a token. */
const BLANK = String.raw`\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;

const IS_HIDDEN = new RegExp(`^[${HIDDEN}]`, 'u');
/** Only after a pictogram are these an ordinary part of it. */
const OF_EMOJI = String.raw`(?<=\p{Extended_Pictographic})[\ufe0f\u200d]`;
const IS_CHANGED = new RegExp(`(?!${OF_EMOJI})[${HIDDEN}${FORMED}\\p{M}]`, 'u');
/** Most texts have letters, signs, drawings and emoji that need no closer look, which Unicode properties make slow. */
const IS_UNUSUAL =
  /[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2100-\u245f\u2500-\u2bff\u2e00-\u2fff\u3001-\u3029\u3040-\u3098\u309b-\u3163\u3165-\u9fff\uac00-\ud7a3\ud83c-\ud83e\ud840-\ud87f\udc00-\udfff]/;
const IS_SPLIT = new RegExp(`[A-Za-z0-9_.-][${HIDDEN}${BLANK}\\p{M}]*[${BLANK}\\p{M}]`, 'u');
const ALL_BLANK = new RegExp(`[${BLANK}]`, 'gu');
const ALL_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu');
/** Variation selectors are accents, too. */
const withoutHidden = (character: string): string => character.replace(ALL_HIDDEN, '');

/** What is read as one: a character with its accents. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/suy;
/** Latin letters, Chinese and Korean ones: no accents, and whole. */
const isPlain = (code: number): boolean =>
  code < 0x300 || (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4);

function characterAt(text: string, at: number): string {
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
  if (isPlain(text.charCodeAt(at)) && isPlain(next)) return text.charAt(at);
  CHARACTER.lastIndex = at;
  return CHARACTER.exec(text)?.[0] ?? text.charAt(at);
}

interface View {
  readonly text: string;
  /** The same span in the original text. */
  readonly inOriginal: (span: Span) => Span;
}

function view(original: string, changed: (character: string) => string): View {
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  const known = new Map<string, string>();
  for (let index = 0; index < original.length; ) {
    const character = characterAt(original, index);
    const end = index + character.length;
    const isPrintable = character.length === 1 && character < '\x7f' && character >= ' ';
    const part = isPrintable ? character : (known.get(character) ?? changed(character));
    if (!isPrintable) known.set(character, part);
    if (part !== '') parts.push(part);
    for (let i = 0; i < part.length; i++) {
      starts.push(index);
      ends.push(end);
    }
    index = end;
  }
  const end = original.length;
  return {
    text: parts.join(''),
    inOriginal: (span) => ({ ...span, start: starts[span.start] ?? end, end: ends[span.end - 1] ?? end }),
  };
}

const readAs = (character: string): string =>
  IS_HIDDEN.test(character) ? '' : withoutHidden(character).normalize('NFKC');

const readInToken = (character: string): string =>
  withoutHidden(character.replace(ALL_BLANK, '')).normalize('NFKD').replace(/\p{M}/gu, '');

/** Null when the text would stay the same, as nearly all do. */
export const asRead = (text: string): View | null =>
  IS_UNUSUAL.test(text) && IS_CHANGED.test(text) ? view(text, readAs) : null;

/** For tokens alone: without accents and special blanks as well, which other words need. */
export const asToken = (text: string): View | null =>
  IS_UNUSUAL.test(text) && IS_SPLIT.test(text) ? view(text, readInToken) : null;
