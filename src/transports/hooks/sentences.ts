// The hand-written sentences of a message: without code, quotations and text added by programs.
import { withoutPrivate } from './privacy.ts';

const FENCED = /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g;
/** Elements that programs write, with their content: `<system-reminder>`, `<command-name>`, `<remanence-memory>`. */
const WRAPPED = /<([a-z]+(?:[-_][a-z]+)+)(?=[\s/>])[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const QUOTED = /^\s*[>|]/;
const BULLET = /^\s*(?:[-*•]|\d+[.)])\s+/;
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|mr|mrs|ms|dr))(?<=[.!?])["')\]]*\s+/i;

export function sentencesOf(text: string): string[] {
  const own = withoutPrivate(text).replace(FENCED, '\n').replace(WRAPPED, '\n');
  return own
    .split('\n')
    .filter((line) => !QUOTED.test(line))
    .flatMap((line) => line.replace(BULLET, '').split(END))
    .map((sentence) => sentence.replace(/[*_]{2,}/g, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}
