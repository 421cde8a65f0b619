// Reads what a rule forbids, in words: deeds, things, and things inside of others.
import { choicesIn } from './families.ts';
import { termsWithKinds } from './kinds.ts';
import { core, type Stretch, tellingTerms } from './stretches.ts';

export interface Forbidden {
  /** Whether all words must be present, because each alone says little: `direct calls`. */
  readonly whole: boolean;
  /** The words that together make up the forbidden deed. */
  readonly terms: ReadonlySet<string>;
  /** Only one word of a deed, so that the subject of the fix must match as well. */
  readonly alone: boolean;
  /** Whether omitting it is what is forbidden: `must not run without a signature`. */
  readonly lacking: boolean;
  readonly written: string;
}

/** Cues after which a single word is an object, not a deed: `avoid globals`, but `must not fail`. */
const BEFORE_THINGS =
  /^(?:avoid\w*|no|without|instead of|in place of|rather than|rejected|ruled out|discarded|over|passive|replace|from|forbids?|prohibits?|bans?|neither|nor|not)$/;

/** Verbs of introducing: `do not add moment again` forbids the object itself, however it is introduced. */
const BRINGING =
  /^\s*(?:be\s+)?(?:us(?:e|ed|ing)|add(?:ed)?|import(?:ed)?|call(?:ed)?|introduc(?:e|ed)|install(?:ed)?|bring back|pull in)\s+/i;
const BESIDE =
  /\b(?:again|any ?more|directly|ever|under any circumstances|at all|anything (?:but|except|other than) \w+)\b/gi;

export function forbiddenBy({ text: written, cue }: Stretch): Forbidden[] {
  const text = written.replace(BESIDE, ' ').replace(BRINGING, '');
  const brings = text !== written.replace(BESIDE, ' ');
  const choices = choicesIn(text);
  const found = new Set(tellingTerms(choices.reduce((rest, { written: chosen }) => rest.replace(chosen, ' '), text)));
  // A choice is judged by its family, and counts as a deed only with much around it.
  if (choices.length > 0 && found.size < 3) return [];
  const every = new Set(termsWithKinds(text));
  const whole = { terms: every, alone: false, lacking: false, whole: true, written };
  if (found.size === 0) return every.size > 1 ? [whole] : [];
  // `must not fail` forbids no action; `must not be put into the log` does.
  const objects = new Set(tellingTerms(text.replace(/^\s*(?:(?:it|they|this|these)\s+)?(?:be\s+)?[\w-]+/i, '')));
  const isThing = brings || BEFORE_THINGS.test(cue ?? '') || [...found].every((term) => objects.has(term));
  return found.size > 1 || isThing
    ? [
        {
          terms: found,
          alone: found.size === 1 && !brings && !BEFORE_THINGS.test(cue ?? ''),
          lacking: /\bwithout\b/i.test(text),
          whole: false,
          written,
        },
        ...(found.size === 1 && every.size > 1 ? [whole] : []),
      ]
    : [];
}

const CONTAINING =
  /^(.*?)\s+(?:(?:must|shall|should|may|can|do|does|will)(?: ?n[o']t| never)|never)\s+(?:contain|include|hold|have|carry|expose|talk|access|touch|call|reach|contact|connect|depend|go)s?\s+(?:to\s+|with\s+|on\s+|into\s+)?(.+)$|^(.*?)\s+(?:contain|include|hold|carr|expose|ha)(?:s|ve|ies|y)?\s+no\s+(.+)$/i;
const EXAMPLES = /\s*(?:\bsuch as\b|\blike\b|\bincluding\b|\be\.g\.|:)\s*/i;

/** `Logs must not contain names`: what must not be in what, with one entry per example. */
export function containing(sentence: string): Forbidden[] {
  const [, a, b, c, d] = CONTAINING.exec(core(sentence)) ?? [];
  const [where, what] = [a ?? c, b ?? d];
  if (where === undefined || what === undefined) return [];
  const [kind = '', examples = ''] = what.replace(BESIDE, ' ').split(EXAMPLES);
  return [kind, ...examples.split(/,|\bor\b|\band\b/)].flatMap((thing) => {
    const named = tellingTerms(thing);
    const terms = new Set([...tellingTerms(where), ...named]);
    return named.length === 0 || terms.size === named.length
      ? []
      : [{ terms, alone: false, lacking: false, whole: false, written: thing }];
  });
}
