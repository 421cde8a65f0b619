// A fix against a rule by what both are about, where they do not share their words.
import { CONCEPTS, type Concept } from './concepts.ts';
import { allWordsOf, isDeed } from './deeds.ts';
import type { Demand } from './demands.ts';
import type { Diff } from './diff.ts';
import { IDIOMS } from './idioms.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import { PRACTICES } from './practices.ts';
import { loosensIn, type Proposal } from './proposal.ts';
import { SAFEGUARDS } from './safeguards.ts';

/** What stands before or after something that is not done, in the same clause. */
const NOT_BEFORE =
  /^.*\b(no|not|never|without|instead of|rather than|avoid\w*|stop\w*|remov\w+|drop\w*|delet(?:e|es|ing)|forbid\w*|cannot|nor|n't|replac\w+|no longer|get rid of|(?:away|(?:switch|mov|migrat|chang|convert)\w*\b[^.;,]{0,40}) from|tak(?:e|es|ing) (?:out|away|off))\b([^.;,]{0,60})$/is;
const NOT_AFTER =
  /^(?:(?!\b(?:so|because|when|that|which|while|and|but|where|if)\b)[^.;,]){0,40}?\b(?:(?:is|are|must be|gets?) (?:\w+ )?(?:forbidden|banned|not allowed|prohibited|removed|replaced|dropped|gone|rejected)|(?:must|may|shall|should|do|does|is|are) (?:not|never)\b|(?:out|away)(?: of\b|\W*$))/i;
/** `replace A with B`: what comes after is done. */
const TURNS = /\b(?:with|by|to|into|and|but|for)\s+(?:[\w'’-]+\s+){0,4}$/i;

type Side = 'does' | 'undoes' | null;

function saidIn(text: string, pattern: RegExp): Side {
  const sides = [...text.matchAll(new RegExp(pattern.source, pattern.flags.includes('i') ? 'gi' : 'g'))].map(
    ({ 0: found, index }): Side => {
      // The dot of `Thread.sleep` ends no clause.
      const before = text.slice(Math.max(0, index - 90), index).replace(/\.(?=\w|$)/g, '·');
      const negation = NOT_BEFORE.exec(before);
      const isTurned =
        negation !== null &&
        /^(?:replac|remov|drop|tak|delet)|from$/i.test(negation[1] ?? '') &&
        TURNS.test(negation[2] ?? '');
      const isUndone =
        /\b(?:no|not|never)\b/i.test(found) ||
        (negation !== null && !isTurned) ||
        NOT_AFTER.test(text.slice(index + found.length));
      return isUndone ? 'undoes' : 'does';
    },
  );
  // What is done anywhere is done.
  return sides.includes('does') ? 'does' : (sides[0] ?? null);
}

function inDiff(diff: Diff | null, code: RegExp | undefined): Side {
  if (code === undefined || diff === null) return null;
  const [comes, goes] = [code.test(diff.added), code.test(diff.removed)];
  return comes === goes ? null : comes ? 'does' : 'undoes';
}

const isRuledBy = ({ about, refused, asked, bad, good }: Concept, quote: string): boolean => {
  if (about !== undefined && !about.test(quote)) return false;
  return (
    saidIn(quote, refused ?? bad.said) === 'undoes' ||
    ((asked ?? good) !== undefined && saidIn(quote, asked ?? good?.said ?? /(?!)/) === 'does')
  );
};

/** A fix that refuses what lacks it does not leave it out. */
const REFUSES = /\b(?:reject|refus|block|den(?:y|ies)|forbid|disallow)\w*\b/i;
/** A fix in words that does something only in part does not fulfil the rule. */
const HEDGES = /\bignor\w+ the\b|\bby hand\b|\bmanual(?:ly)?\b|\bpossible to\b/i;
const BEHIND_FLAG = 'release without a flag';
const LOCAL_TIME = 'local time';

const CODE = /(?<![\w.])[1-5]\d\d(?![\w.%]|\s?(?:ms|MB|px|pixels?|seconds?|items|rows|users)\b)/g;
const ANSWERS = /\b(?:status|returns?|answers?|responds?|responses?|http)\b/i;

/** `returns 404, never 403`. */
export function statusCode({ diff, text }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied || !ANSWERS.test(demand.quote)) return null;
  const codes = [...new Set(demand.quote.match(CODE))].map((code) => ({
    code,
    side: saidIn(demand.quote, new RegExp(code)),
  }));
  const given = new Set((diff ? diff.added : text).match(CODE));
  if (!codes.some(({ side }) => side === 'undoes') || (diff === null && !ANSWERS.test(text))) return null;
  const broken = codes.find(({ code, side }) => side === 'undoes' && given.has(code));
  const isTaken = (code: string) => (diff ? diff.added.includes(code) : saidIn(text, new RegExp(code)) === 'does');
  if (broken) return isTaken(broken.code) ? make('breaks', 'forbidden', demand, `answers ${broken.code}`) : null;
  const kept = codes.find(({ code, side }) => side === 'does' && given.has(code) && isTaken(code));
  return kept ? make('keeps', 'asked_for', demand, `answers ${kept.code}`) : null;
}

const ALL: readonly Concept[] = [...CONCEPTS, ...SAFEGUARDS, ...PRACTICES, ...IDIOMS];

export function byConcept(proposal: Proposal, demand: Demand, { tied, topic }: Nearness): Judgement | null {
  if (!tied) return null;
  const { diff, presents, told: prose, subject, words } = proposal;
  const about = allWordsOf(demand.quote);
  const isShared = [...subject, ...words].some((term) => topic.has(term) || (about.has(term) && !isDeed(term)));
  for (const concept of ALL) {
    if (!isRuledBy(concept, demand.quote) || (concept.shared === true && !isShared)) continue;
    const [badCode, goodCode] = [inDiff(diff, concept.bad.code), inDiff(diff, concept.good?.code)];
    const bad = badCode ?? inProse(prose, concept.bad, diff);
    const good = goodCode ?? inProse(prose, concept.good, diff);
    // Gives no verdict on a fix that does both.
    if (bad === 'does' && good !== 'does') {
      const isMeant = badCode !== null || !REFUSES.test(prose);
      if (isMeant && !(concept.name === LOCAL_TIME && presents))
        return make('breaks', 'forbidden', demand, `brings ${concept.name}`);
      continue;
    }
    if (good === 'undoes' && bad !== 'undoes')
      return make('breaks', 'removed', demand, `takes out what keeps from ${concept.name}`);
    const isShown = badCode !== null || goodCode !== null;
    const isHedged = !isShown && concept.name !== BEHIND_FLAG && isHedgedIn(prose, concept, demand.quote);
    if (!isHedged && (bad === 'undoes' || (good === 'does' && bad === null)))
      return make('keeps', 'asked_for', demand, `keeps from ${concept.name}`);
  }
  return null;
}

/** Whether the sentences that speak of it make it optional or do it by halves. */
function isHedgedIn(prose: string, { bad, good }: Concept, quote: string): boolean {
  const sides = [bad, good].flatMap((side) =>
    side === undefined ? [] : [side.said, ...(side.code ? [side.code] : [])],
  );
  return prose.split('\n').some((sentence) => {
    if (!sides.some((said) => said.test(sentence))) return false;
    const loosens = loosensIn(sentence);
    return HEDGES.test(sentence) || (loosens !== null && !quote.toLowerCase().includes(loosens.toLowerCase()));
  });
}

/** In its words, or in code that stands in a sentence: `Replace now() by now(timezone.utc)`. */
function inProse(prose: string, side: Concept['good'], diff: Diff | null): Side {
  if (side === undefined) return null;
  const found = saidIn(prose, side.said);
  return found ?? (diff === null && side.code !== undefined ? saidIn(prose, side.code) : null);
}
