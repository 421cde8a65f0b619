// Judges a fix that does what a rule forbids, or removes it, in words or in code.
import { terms } from '../../text/terms.ts';
import { isContrast } from './contrasts.ts';
import { allWordsOf, deedWords, isDeedIn, isWithin, MOST_WORDS, wordsOf } from './deeds.ts';
import type { Demand } from './demands.ts';
import { type Diff, writtenIn } from './diff.ts';
import { isForOnePlace } from './exclusives.ts';
import { gives } from './fulfilment.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import { isGuard, type Proposal } from './proposal.ts';
import { quantitiesIn } from './quantities.ts';

export function forbiddenDeed(proposal: Proposal, demand: Demand, { topic }: Nearness): Judgement | null {
  const { doing, undoing, subject, diff } = proposal;
  for (const { terms: forbidden, alone, lacking, whole, written } of demand.forbidden) {
    const deed = deedWords(forbidden);
    // `A released version is never changed` refuses the change, and no release.
    const changing = (CHANGING.test(written) ? doing.filter(({ text }) => CHANGING.test(text)) : doing).filter(
      ({ text }) => !hasOtherNumbers(written, text),
    );
    if (whole) {
      if (doing.some(({ text, guards }) => !guards && isWithin(deed, allWordsOf(text))))
        return make('breaks', 'forbidden', demand, 'does what is forbidden');
      continue;
    }
    const fits = (terms: ReadonlySet<string>) => isDeedIn(deed, deedWords(terms));
    // A deed on both sides of a diff is neither added nor removed.
    if (diff !== null && [diff.removed, diff.added].every((side) => fits(wordsOf(wholeNames(side))))) continue;
    const agrees = !alone || [...subject].some((term) => topic.has(term) && !forbidden.has(term));
    if (lacking) {
      const isRefused = doing.some(({ guards }) => guards);
      if (!isRefused && undoing.some(({ terms, lacks }) => lacks && fits(terms)))
        return make('breaks', 'forbidden', demand, 'does what is forbidden');
      if (undoing.length === 0 && gives(proposal) && doing.some(({ terms }) => isWithin(deed, deedWords(terms))))
        return make('keeps', 'asked_for', demand, 'adds what must not be missing');
      continue;
    }
    const touches = ({ terms, text }: Proposal['undoing'][number]) => fits(terms) || isDeedIn(deed, wordsOf(text));
    // In `do not block the loop` the guarding word itself is forbidden.
    const guards = !isGuard([...forbidden].join(' '));
    const exposed = guards ? undoing.find((each) => each.guarded && touches(each)) : undefined;
    if (exposed) return make('breaks', 'forbidden', demand, `removes “${exposed.text}”`);
    if (
      (!CHANGING.test(written) && undoing.some((each) => touches(each) && !isOfPart(deed, each.text))) ||
      undoing.some((each) => CHANGING.test(each.text) && touches(each)) ||
      spares(proposal, deed)
    )
      return make('keeps', 'asked_for', demand, 'removes what is not wanted');
    if (agrees && changing.some((each) => !(each.guards && guards) && fits(each.terms)))
      return make('breaks', 'forbidden', demand, 'does what is forbidden');
    const shared = [...subject].some((term) => topic.has(term));
    if (shared && isContrast(written, proposal.told))
      return make('keeps', 'asked_for', demand, 'does the opposite of what is forbidden');
    if (undoing.length === 0 && hides(proposal) && doing.some(({ terms }) => fits(terms)))
      return make('keeps', 'asked_for', demand, 'hides what must not be seen');
  }
  return null;
}

/** Deeds that need their verb: to take the thing itself out is no less a change of it. */
const CHANGING = /\b(?:chang|modif|edit|alter|overwrit|rewrit|renam|renumber|amend)\w*/i;

/** `360 days must not be used` says nothing against 365 days. */
function hasOtherNumbers(forbidden: string, given: string): boolean {
  const refused = /\d/.test(forbidden)
    ? quantitiesIn(forbidden).filter(({ direction }) => direction === 'exactly')
    : [];
  if (refused.length === 0) return false;
  const own = quantitiesIn(given).filter((each) => refused.some(({ dimension }) => dimension === each.dimension));
  return own.length > 0 && !own.some(({ value }) => refused.some((each) => each.value === value));
}

/** `the shadow of the PIN keys` is not the PIN. */
function isOfPart(deed: ReadonlySet<string>, undone: string): boolean {
  const [, head] = /^\s*(?:the|an?|its|their|this)\s+([\w-]+(?:\s[\w-]+)?)\s+of\s/i.exec(undone) ?? [];
  return head !== undefined && ![...wordsOf(head)].some((word) => deed.has(word));
}

/** Joins compound names, so that `literal_eval` does not count as `eval`. */
const wholeNames = (code: string): string =>
  code.replace(/\w+/g, (name) => (/\w_\w/.test(name) ? name.replaceAll('_', '') : name));

const HIDING: ReadonlySet<string> = new Set(
  terms('mask redact hide scrub anonymise anonymize pseudonymise censor hash encrypt strip reject refuse block forbid'),
);
const hides = ({ acts }: Proposal): boolean => [...acts].some((act) => HIDING.has(act));

/** Whether the forbidden part is left out and the fix is about the rest: `fail the payment without retrying it`. */
const spares = ({ undoing, said }: Proposal, deed: ReadonlySet<string>): boolean => {
  const rest = deedWords(said);
  return undoing.some(({ spared, text }) => {
    const left = wordsOf(text);
    return (
      spared && left.size > 0 && isWithin(left, deed) && [...deed].some((term) => !left.has(term) && rest.has(term))
    );
  });
};

/** In code a single identifier decides: whether a refused or a required name is added or removed. */
export function exchanged({ diff }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (diff === null || !tied) return null;
  const { come, gone } = diff;
  const isIn = (words: ReadonlySet<string>) => (things: ReadonlySet<string>) =>
    [...things].filter((each) => words.has(each)).length / things.size >= HALF;
  const isRefused = (word: string) => demand.refused.some((things) => things.has(word));
  const asked = isForOnePlace(demand.quote) ? [] : [...demand.names].filter((name) => !isRefused(name));
  // In `the event time, not the processing time` only one word is refused.
  const own = demand.refused
    .map((things) => new Set([...things].filter((each) => !demand.terms.has(each))))
    .filter(({ size }) => size > 0);
  const refused = own.find((things) => isIn(come)(things) && !isCommon(things, come));
  if (refused) return make('breaks', 'forbidden', demand, `adds ${shown(diff.added, refused, come)}`);
  const lost = asked.find((name) => gone.has(name));
  if (lost !== undefined && !asked.some((name) => come.has(name)))
    return make('breaks', 'removed', demand, `removes ${lost}`);
  const given = asked.find((name) => come.has(name));
  if (given !== undefined) return make('keeps', 'asked_for', demand, `adds ${given}`);
  const dropped = own.find(isIn(gone));
  if (dropped) return make('keeps', 'asked_for', demand, `removes ${shown(diff.removed, dropped, gone)}`);
  return tagged(diff, demand) ?? inParts(diff, demand) ?? named(diff, demand);
}

const shown = (code: string, things: ReadonlySet<string>, words: ReadonlySet<string>): string =>
  writtenIn(
    code,
    [...things].filter((each) => words.has(each)),
  );

/** An element that a rule refuses, as written in markup: `<button>`. */
function tagged({ added, removed }: Diff, demand: Demand): Judgement | null {
  const refused = demand.refused.length > 0 ? [...demand.quote.matchAll(/<([a-z][\w-]*)\s*\/?>/g)] : [];
  for (const [, tag = ''] of refused) {
    const [comes, goes] = [added, removed].map((code) => new RegExp(String.raw`<${tag}[\s/>]`).test(code));
    if (comes && !goes) return make('breaks', 'forbidden', demand, `adds <${tag}>`);
    if (goes && !comes) return make('keeps', 'asked_for', demand, `removes <${tag}>`);
  }
  return null;
}

/** A class or product that the rule asks for, by its exact name. */
function named({ added, removed }: Diff, demand: Demand): Judgement | null {
  for (const name of demand.properNames) {
    const [comes, goes] = [added, removed].map((code) => new RegExp(String.raw`\b${name}\b`).test(code));
    if (comes && !goes) return make('keeps', 'asked_for', demand, `adds ${name}`);
    if (goes && !comes) return make('breaks', 'removed', demand, `removes ${name}`);
  }
  return null;
}

/** `pods have memory limits`: all words of what is required, or of the way to do it, are added to the code or removed. */
function inParts({ come, gone }: Diff, demand: Demand): Judgement | null {
  if (demand.quantities.length > 0) return null;
  const owned = demand.deeds.filter(({ gives: isOwned }) => isOwned).map(({ done }) => deedWords(done));
  const keys = [...owned, ...(demand.means === null || demand.means.role === 'state' ? [] : [demand.means.by])].filter(
    (words) => words.size > 1 && ![...words].every((word) => COMMON.has(word)),
  );
  const [comes, goes] = [deedWords(come), deedWords(gone)];
  const mostlyIn = (code: ReadonlySet<string>) => (words: ReadonlySet<string>) => {
    const met = [...words].filter((word) => code.has(word)).length;
    return met > 1 && met / words.size >= MOST_WORDS;
  };
  if (keys.some(mostlyIn(comes))) return make('keeps', 'asked_for', demand, 'brings in what is asked for');
  if (keys.some(mostlyIn(goes))) return make('breaks', 'removed', demand, 'takes out what is asked for');
  return null;
}

/** Words that much code has for many reasons. */
const COMMON: ReadonlySet<string> = new Set(
  terms('log error exception fail message user time line call type value index'),
);
const isCommon = (things: ReadonlySet<string>, come: ReadonlySet<string>): boolean =>
  [...things].filter((each) => come.has(each)).every((each) => COMMON.has(each));

const HALF = 0.5;
