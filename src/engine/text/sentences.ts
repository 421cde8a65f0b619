// Splits prose into sentences at lines, bullets and full stops, but not at the dots of `12.5`, `e.g.` and `hash.py`.
import { splitText } from './passages.ts';

const MAX_TEXT_LENGTH = 20_000;
/** Longer sentences are cut: matching them whole would take quadratic time. */
const MAX_SENTENCE_LENGTH = 600;
const BOUNDARY =
  /(?<=(?:[\p{L}\p{N})"”'`\]]{2}|%|\p{N} ?[smhVAWKBC]|\/[a-z]|-\p{N}|\p{L}{2} \p{N})[.!?。])(?<!\b(?:e\.g|i\.e|etc|vs|cf|no|approx|incl|resp)\.) | ?\n[ \n]*|(?<=;) /u;
const BULLET = /^(?:[-*•>#]+|\d{1,2}[.)])\s+/;

export function sentences(text: string): string[] {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[^\S\n]+/g, ' ')
    .split(BOUNDARY)
    .flatMap((sentence) => splitText(sentence, (piece) => piece.length, MAX_SENTENCE_LENGTH))
    .map((sentence) => sentence.replace(BULLET, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** On one line, cut between words. */
export function shorten(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= most) return flat;
  const cut = flat.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most >> 1)).toWellFormed()}…`;
}
