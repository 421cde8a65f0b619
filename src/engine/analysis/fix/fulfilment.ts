// Judges whether a fix does what a rule asks for (by name, in its words, by its means) or the opposite.
import { terms } from '../../text/terms.ts';
import { isContrast } from './contrasts.ts';
import { allWordsOf, deedWords, isDeedIn, isWithin, MOST_WORDS } from './deeds.ts';
import type { Demand } from './demands.ts';
import { type Chosen, isSameChoice } from './families.ts';
import { isAboutTheSame, type Judgement, make, type Nearness, SAME_SUBJECT } from './judgement.ts';
import { isKind, namesKind } from './kinds.ts';
import { goesBy, type Means } from './means.ts';
import { orderedAs } from './order.ts';
import { isGuard, type Proposal } from './proposal.ts';

/** The share of the fix's words that must be about the demand. */
const FOCUS = 0.3;
/** The share of a rule's words that a fix must contain to be judged its opposite. */
const HALF = 0.5;

export function askedFor(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const isWanted = (each: Chosen) => demand.wanted.some((wanted) => isSameChoice(each, wanted));
  // Using both the required member of a family and another one fulfils nothing.
  const used = proposal.uses.find(
    (each) => isWanted(each) && !proposal.uses.some((other) => other.family === each.family && !isWanted(other)),
  );
  const isTurned = ORDER.test(demand.quote) && isContrast(demand.quote, proposal.text);
  if (used && !isTurned && (nearness.tied || isAboutTheSame(proposal, demand, nearness)))
    return make('keeps', 'asked_for', demand, `uses ${used.written}`);
  const name = [...proposal.names].find((each) => demand.names.has(each));
  if (name !== undefined) return make('keeps', 'asked_for', demand, `uses ${name}`);
  return isDone(proposal, demand, nearness) ? make('keeps', 'asked_for', demand, 'does what is required') : null;
}

const GIVING: ReadonlySet<string> = new Set(
  terms(
    'add create introduce give define include put declare attach use require enforce set ask demand publish store write document show',
  ),
);

/** Verbs of handing out, which give only if the owner is named as well: `return prices with their currency`. */
const HANDING: ReadonlySet<string> = new Set(terms('return send render expose carry build generate make fill pass'));

export const gives = ({ acts }: Proposal): boolean => [...acts].some((act) => GIVING.has(act));

/** An order in time that the fix must mention as well; `before it is used` goes without saying. */
const ORDER =
  /\b(?:before|after|until|(?<!\bat )once|prior to)\b(?! (?:it|they) (?:is|are) (?:used|stored|saved|sent|processed))/i;

/** More than the only thing that a rule allows. */
const MORE = /\b(?:also|all|every|any|even|as well|too|both)\b/i;

/** Shared words are not enough: the fix must start with the same verb, apply it to the same, and undo nothing. */
function isDone(proposal: Proposal, demand: Demand, { tied, similarity }: Nearness): boolean {
  const { said, words, acts, undoing, text } = proposal;
  if (undoing.length > 0 || (!tied && similarity < SAME_SUBJECT)) return false;
  if (demand.means !== null && demand.means.role !== 'place' && !isWithin(demand.means.by, words)) return false;
  if (/\bonly\b/i.test(demand.quote) && !/\bonly\b/i.test(text) && MORE.test(text)) return false;
  if (isContrast(demand.quote, text) || (ORDER.test(demand.quote) && !ORDER.test(text))) return false;
  const adopts = gives(proposal);
  const hands = [...acts].some((act) => HANDING.has(act));
  const [does, acting] = [deedWords(said), deedWords(acts)];
  return demand.deeds.some((deed) => {
    const { gives: isOwned } = deed;
    const [done, all] = [deedWords(deed.done), deedWords(deed.all)];
    if (
      adopts &&
      (isOwned && tied ? isWithin(done, does) : all.size > 1 && isWithin(done, does) && isDeedIn(all, does))
    )
      return true;
    if (isOwned) return hands && tied && done.size < all.size && isWithin(done, does) && isDeedIn(all, does);
    const [verb = ''] = done;
    const met = [...done].filter((term) => does.has(term)).length;
    const shared = [...all].filter((term) => does.has(term)).length;
    return acting.has(verb) && met / done.size >= MOST_WORDS && shared >= 2 && shared / does.size >= FOCUS;
  });
}

/** Most words of the rule, but reversed: after instead of before, outside instead of inside. */
export function opposed({ words, text, undoing }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied || undoing.length > 0 || demand.forbidden.length > 0) return null;
  const asked = deedWords(demand.terms);
  const met = [...asked].filter((term) => words.has(term)).length;
  return met >= 2 && met / asked.size >= HALF && isContrast(demand.quote, text)
    ? make('breaks', 'other_choice', demand, 'does the opposite')
    : null;
}

/** Two deeds in the order that the rule says, or in the other. */
export function ordered({ told, diff }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  const order = tied && diff === null ? orderedAs(demand.quote, told) : null;
  if (order === 'opposite') return make('breaks', 'other_choice', demand, 'does it in the other order');
  return order === 'same' ? make('keeps', 'asked_for', demand, 'does it in this order') : null;
}

/** A negated text may mean the opposite. */
const NEGATION = /\b(?:not|never|none|nobody|no longer)\b|n['’]t\b/i;

/** `done twice` says that it is idempotent only if it does so without harm. */
const isStateUnsaid = ({ role, by }: Means, text: string): boolean =>
  role === 'state' && [...by].every((term) => isKind(term) && !namesKind(text, term)) && !HARMLESS.test(text);
const HARMLESS =
  /\b(?:no harm|harmless|safe(?:ly)?|same (?:result|rows?|effect|state)|skip\w*|ignor\w*|already|only once)\b/i;

export function byMeans(proposal: Proposal, demand: Demand, { tied, topic }: Nearness): Judgement | null {
  const { doing, undoing, subject, text, told } = proposal;
  const { means } = demand;
  if (means === null || !tied) return null;
  // Using both the required member of a family and another one fulfils nothing.
  const isRival = ({ family, member }: Chosen) =>
    demand.wanted.some((wanted) => wanted.family === family && wanted.member !== member);
  if (proposal.uses.some(isRival)) return null;
  const isAbout = [...subject].filter((term) => topic.has(term)).length > 1;
  const isGuarding = isGuard(demand.quote);
  const parts =
    doing.length > 0 ? doing.filter(({ guards }) => isGuarding || !guards).map((each) => each.text) : [text];
  // What only a reason names is not used: `from the timer, as the main loop is too slow`.
  const usable = allWordsOf(told);
  const words = new Set([...proposal.words].filter((term) => usable.has(term)));
  const goes = parts.map((part) => goesBy(means, part, words, isAbout));
  if (goes.includes('same'))
    return doing.length === 0 ||
      NEGATION.test(text) ||
      isStateUnsaid(means, text) ||
      isContrast(demand.quote, text) ||
      (means.role === 'state' && ORDER.test(demand.quote) && !ORDER.test(text)) ||
      undoing.some(({ terms }) => [...means.by].some((each) => terms.has(each)))
      ? null
      : make('keeps', 'asked_for', demand, 'uses the required means');
  // `only in repositories and in migrations`: either will do.
  const isHeld = demand.exclusive?.holders.some((holder) => isWithin(holder, words)) === true;
  return goes.includes('other') && !isHeld ? make('breaks', 'other_choice', demand, 'uses other means') : null;
}
