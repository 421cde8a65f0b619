// Prose in sentences: lines, bullets and full stops divide it; the dots of `12.5`, `e.g.` and `hash.py` do not.

const LONGEST_TEXT = 20_000;
const BOUNDARY =
  /(?<=[\p{L}\p{N})"”'`\]]{2}[.!?。])(?<!\b(?:e\.g|i\.e|etc|vs|cf|no|approx|incl|resp)\.)\s+|\s*\n+\s*|;\s+/u;
const BULLET = /^(?:[-*•>#]+|\d{1,2}[.)])\s+/;

export function sentences(text: string): string[] {
  return text
    .slice(0, LONGEST_TEXT)
    .split(BOUNDARY)
    .map((sentence) => sentence.replace(BULLET, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
