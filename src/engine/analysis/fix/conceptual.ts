// A fix against a rule by what both are about, where they do not share their words.
import { CONCEPTS, type Concept } from './concepts.ts';
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

/** What stands before or after something that is not done, in the same clause. */
const NOT_BEFORE =
  /^.*\b(no|not|never|without|instead of|rather than|avoid\w*|stop\w*|remov\w+|drop\w*|delet(?:e|es|ing)|forbid\w*|cannot|nor|n't|replac\w+|no longer|get rid of|(?:away|(?:switch|mov|migrat|chang|convert)\w*\b[^.;,]{0,40}) from|tak(?:e|es|ing))\b([^.;,]{0,60})$/is;
const NOT_AFTER =
  /^(?:(?!\b(?:so|because|when|that|which|while|and|but|where|if)\b)[^.;,]){0,40}?\b(?:(?:is|are|must be|gets?) (?:\w+ )?(?:forbidden|banned|not allowed|prohibited|removed|replaced|dropped|gone|rejected)|(?:must|may|shall|should|do|does|is|are) (?:not|never)\b|(?:out|away) of\b)/i;
/** `replace A with B`: what comes after is done. */
const TURNS = /\b(?:with|by|to|into|and|but|for)\s+(?:[\w'’-]+\s+){0,4}$/i;

type Side = 'does' | 'undoes' | null;

function saidIn(text: string, pattern: RegExp): Side {
  const sides = [...text.matchAll(new RegExp(pattern.source, pattern.flags.includes('i') ? 'gi' : 'g'))].map(
    ({ 0: found, index }): Side => {
      const before = text.slice(Math.max(0, index - 90), index);
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

function inDiff({ added, removed }: { added: string; removed: string }, code: RegExp | undefined): Side {
  if (code === undefined) return null;
  const [comes, goes] = [code.test(added), code.test(removed)];
  return comes === goes ? null : comes ? 'does' : 'undoes';
}

const isRuledBy = ({ about, refused, asked, bad, good }: Concept, quote: string): boolean => {
  if (about !== undefined && !about.test(quote)) return false;
  return (
    saidIn(quote, refused ?? bad.said) === 'undoes' ||
    ((asked ?? good) !== undefined && saidIn(quote, asked ?? good?.said ?? /(?!)/) === 'does')
  );
};

export function byConcept({ diff, text, presents }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied) return null;
  const prose = diff ? diff.prose : text;
  const sideOf = (side: Concept['bad'] | undefined): Side => {
    if (side === undefined) return null;
    return (diff ? inDiff(diff, side.code) : null) ?? saidIn(prose, side.said) ?? (diff ? null : codeIn(prose, side));
  };
  for (const concept of CONCEPTS) {
    if (!isRuledBy(concept, demand.quote)) continue;
    const [bad, good] = [sideOf(concept.bad), sideOf(concept.good)];
    // Half of a rule is no verdict: what is done in both ways is left open.
    if (bad === 'does' && good !== 'does')
      return concept.name === 'local time' && presents
        ? null
        : make('breaks', 'forbidden', demand, `brings ${concept.name}`);
    if (good === 'undoes' && bad !== 'undoes')
      return make('breaks', 'removed', demand, `takes out what keeps from ${concept.name}`);
    if (bad === 'undoes' || (good === 'does' && bad === null))
      return make('keeps', 'asked_for', demand, `keeps from ${concept.name}`);
  }
  return null;
}

/** `Replace now() by now(timezone.utc)`: code that stands in a sentence. */
const codeIn = (prose: string, { code }: Concept['bad']): Side => (code === undefined ? null : saidIn(prose, code));
