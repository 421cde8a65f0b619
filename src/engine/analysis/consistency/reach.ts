// How far a negation reaches: to the end of its own noun phrase, and back to the subject in `is called by A, never by B`.
import type { Stretch } from '../fix/stretches.ts';

/** `A (no B) and C` says three things, of which the negation concerns one. */
const ASIDE = /\s\(((?:no|not|never|without|neither)\b[^()]*(?:\([^()]*\)[^()]*)*)\)/gi;

export function withAsides(sentence: string): string[] {
  const asides = [...sentence.matchAll(ASIDE)].map(([, aside = '']) => aside);
  return asides.length === 0 ? [sentence] : [sentence.replace(ASIDE, ''), ...asides];
}

/** The many ways to say that something is forbidden. */
const RULED_OUT =
  /\b(?:is|are|stays?|remains?)\s+(?:simply\s+|strictly\s+|all\s+)?(?:out(?! of)|taboo|off[- ]limits|(?:an? )?no-?gos?|off the table|not (?:an option|welcome|wanted|acceptable|ok(?:ay)?|fine)|unwelcome|frowned upon|gone|history|a smell|out of the question)\b|\b(?:has|have)\s+(?:no (?:place|business|room)|nothing to do|to go)\b|\b(?:do|does)(?: not|n['’]t) belong\b|\bstays? out of\b|\b(?:(?:must|should|shall|may|can|do|does)(?: not|n['’]t| never)|cannot|never)\s+(?:appears?|occurs?|shows? up|exists?|turns? up|be (?:seen|found))\b/gi;

/** `nor is the auth() helper`, `and neither is NSLock`. */
const NEITHER = /,?\s+(?:and\s+)?(?:nor|neither)\s+(?:is|are)\s+([^.;]+)/gi;

/** `format! must not be used to build SQL` tells nothing of the past. */
const USED_TO = /\b(be|is|are)\s+used to\b/gi;

export const plainlyPut = (text: string): string =>
  text.replace(RULED_OUT, 'are forbidden').replace(NEITHER, '; $1 are forbidden').replace(USED_TO, '$1 used for');

/** `Forbidden: malloc, raw arrays and locks`, or the same as a heading above a list. */
const FORBIDDING =
  /^\W*(?:(?:strictly |absolutely )?(?:forbidden|banned|prohibited|disallowed|not allowed|off[- ]limits|no-?gos?|don['’]?ts?|never|avoid)(?: (?:here|in \w+(?: \w+)?))?)\s*:\s*(.*)$/i;

/** What is listed after a heading that forbids; null elsewhere. */
export const forbiddenAfter = (sentence: string): string | null => FORBIDDING.exec(sentence)?.[1] ?? null;

/** `no @Autowired fields and public methods are @Transactional`: a clause with a verb of its own begins after `and`. */
const NEXT_CLAUSE =
  /(?:,\s*(?:and\s+)?|\s+and\s+)(?=(?:(?:the|its|their|all|every|each|public|exported|private)\s+)?(?:[\w@-]+\s+){1,5}?(?:is|are|must|should|shall|has|have|takes?|returns?|carry|carries|ends?|go|goes|comes?|calls?)\s)/i;
const NEGATED = /\b(?:not?|never|nor|neither|without|nobody)\b/i;
/** `, never by a repository`: what is refused stands before. */
const ELSEWHERE = /^\s*(?:by|in|inside|within|from|at)\s/i;
const VERB = /\s(?:is|are|may|can|must|should|belongs?|happens?|lives?|goes|go)\s/;

/** `one error enum that derives Debug` tells of no fault, as the same words would in a report. */
function withoutComplaints(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const stretch of stretches) {
    const last = merged.at(-1);
    const isRule =
      stretch.way === 'tells' &&
      last?.way === 'does' &&
      /\b(?:errors?|failures?)\b.*\b(?:that|where|when|in which|because)\s*$/i.test(last.text);
    if (isRule) merged[merged.length - 1] = { ...last, text: `${last.text}${stretch.text}` };
    else merged.push(stretch);
  }
  return merged;
}

export const reaching = (stretches: readonly Stretch[]): Stretch[] =>
  withoutComplaints(stretches).flatMap((stretch, i, all) => {
    if (stretch.way !== 'undoes') return [stretch];
    if (ELSEWHERE.test(stretch.text) && /^(?:never|not)$/.test(stretch.cue ?? '')) {
      const said = all[i - 1]?.text.split(/[;:]\s/).at(-1) ?? '';
      return [{ ...stretch, text: said.split(VERB)[0] ?? '' }];
    }
    if (/\bbe$|^passive$/.test(stretch.cue ?? '')) return lastClause(stretch);
    const next = NEXT_CLAUSE.exec(stretch.text);
    const rest = next ? stretch.text.slice(next.index + next[0].length) : '';
    if (next === null || NEGATED.test(rest)) return [stretch];
    return [
      { ...stretch, text: stretch.text.slice(0, next.index) },
      { text: rest, way: 'does', cue: null },
    ];
  });

/** `calls use the client, A and B are banned`: what stands before the last clause is not refused. */
function lastClause(stretch: Stretch): Stretch[] {
  const parts = stretch.text.split(/(?<=[,;:])\s+/);
  const own = parts.findLastIndex((part, i) => i < parts.length - 1 && FINITE.test(` ${part}`));
  if (own < 0) return [stretch];
  return [
    { text: parts.slice(0, own + 1).join(' '), way: 'does', cue: null },
    { ...stretch, text: parts.slice(own + 1).join(' ') },
  ];
}

const FINITE =
  /\s(?:is|are|must|should|has|have|uses?|goes|go|comes?|takes?|returns?|extends?|implements?|gets?|calls?|live|ends?|work|carry)\s/i;
