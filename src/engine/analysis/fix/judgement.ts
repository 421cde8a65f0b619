// A proposal against one demand: it keeps to it, goes against it, or has nothing to do with it.
import { terms } from '../../text/terms.ts';
import { isContrast } from './contrasts.ts';
import { deedWords, isDeedIn, isWithin, MOST_WORDS, wordsOf } from './deeds.ts';
import type { Demand } from './demands.ts';
import { holdsTo, widens } from './exclusives.ts';
import type { Chosen } from './families.ts';
import type { Proposal } from './proposal.ts';
import { fitOf, type Quantity } from './quantities.ts';

export type Severity = 'high' | 'medium' | 'low';

export interface Judgement {
  readonly verdict: 'keeps' | 'breaks';
  readonly kind: 'forbidden' | 'other_choice' | 'removed' | 'number' | 'asked_for' | 'judged';
  readonly severity: Severity;
  /** What the fix does, as a short sentence. */
  readonly does: string;
  readonly demand: Pick<Demand, 'quote'>;
}

/** How near the document is: tied to the component, and how like the fix its text is. */
export interface Nearness {
  readonly tied: boolean;
  readonly similarity: number;
  readonly title: ReadonlySet<string>;
  /** The telling words of the whole document. */
  readonly topic: ReadonlySet<string>;
  /** The same, in words that one deed is known by. */
  readonly topicDeeds: ReadonlySet<string>;
  /** Which number that is asked for each number of the fix measures up to, of all documents. */
  readonly measured: ReadonlyMap<Quantity, ReadonlySet<Quantity>>;
}

const SAME_SUBJECT = 0.4;
/** So much of what the fix says has to be about it. */
const FOCUS = 0.3;
/** What would be missed if it were taken out; data is taken out every day. */
const MECHANISM =
  /valid|verif|check|encrypt|hash|limit|retri|backoff|log|audit|constraint|index|authent|author|permiss|sign|timeout|lock|guard|cach|queue|escap|sanit|confirm|idempot|transact|pagin|consent|throttl|mask|redact|schema|type|fallback|boundari|lint|dedup/;

export function judge(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const found = [
    forbiddenChoice(proposal, demand, nearness),
    otherChoice(proposal, demand, nearness),
    forbiddenDeed(proposal, demand, nearness),
    removal(proposal, demand, nearness),
    askedFor(proposal, demand, nearness),
    number(proposal, demand, nearness),
    endless(proposal, demand, nearness),
    exchanged(proposal, demand, nearness),
    setting(proposal, demand),
    exclusive(proposal, demand, nearness),
    widening(proposal, demand, nearness),
  ].filter((each) => each !== null);
  const broken = found.find(({ verdict }) => verdict === 'breaks');
  if (broken && isExcepted(proposal, demand)) return make('keeps', 'asked_for', demand, 'does what is excepted');
  // What is kept now and then is not kept.
  return broken ?? (proposal.loosens ? null : (found[0] ?? null));
}

const severityOf = ({ strength }: Demand): Severity => (strength === 'must' ? 'high' : 'medium');
const make = (
  verdict: Judgement['verdict'],
  kind: Judgement['kind'],
  demand: Demand,
  does: string,
  severity = severityOf(demand),
): Judgement => ({ verdict, kind, severity, does, demand });

const same = (a: Chosen, b: Chosen): boolean => a.family === b.family && a.member === b.member;

/** A fix that names nothing but its choice is about the component; one with a subject of its own has to share it. */
function isAboutTheSame(
  { subject, diff, deeds }: Proposal,
  { terms, subject: holds }: Demand,
  { tied, similarity, topic, topicDeeds }: Nearness,
): boolean {
  const shared = [
    ...[...subject].filter((term) => topic.has(term)),
    ...[...deeds].filter((term) => topicDeeds.has(term)),
  ];
  // A diff changes the very component that the document is tied to.
  if (tied && diff !== null) return true;
  if (!tied) return similarity >= SAME_SUBJECT / 2 && [...subject].some((term) => terms.has(term));
  return Math.min(subject.size, holds.size) <= 1 || shared.length > 0 || similarity >= SAME_SUBJECT;
}

function forbiddenChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const used = proposal.uses.find((each) => demand.unwanted.some((other) => same(each, other)));
  if (used && isAboutTheSame(proposal, demand, nearness))
    return make('breaks', 'forbidden', demand, `uses ${used.written}`);
  const dropped = proposal.drops.find((each) => !each.guarded && demand.unwanted.some((other) => same(each, other)));
  return dropped ? make('keeps', 'asked_for', demand, `does away with ${dropped.written}`) : null;
}

/** What is kept in one form and shown in another. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set([
  'number for money',
  'unit of money',
  'time zone',
  'form of time',
]);

function otherChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const { uses, adds, presents } = proposal;
  const families = new Set(demand.wanted.map(({ family }) => family));
  const rival = uses.find((each) => families.has(each.family) && !demand.wanted.some((wanted) => same(wanted, each)));
  if (!rival || adds || (presents && SHOWN_OTHERWISE.has(rival.family)) || !isAboutTheSame(proposal, demand, nearness))
    return null;
  const wanted = demand.wanted.filter(({ family }) => family === rival.family);
  if (uses.some((each) => wanted.some((one) => same(one, each)))) return null;
  const asked = [...new Set(wanted.map(({ written }) => written))].join(' or ');
  return make('breaks', 'other_choice', demand, `uses ${rival.written} as ${rival.family} where ${asked} is asked for`);
}

function forbiddenDeed(proposal: Proposal, demand: Demand, { topic }: Nearness): Judgement | null {
  const { doing, undoing, subject } = proposal;
  for (const { terms: forbidden, alone, lacking } of demand.forbidden) {
    const deed = deedWords(forbidden);
    const fits = (terms: ReadonlySet<string>) => isDeedIn(deed, deedWords(terms));
    const agrees = !alone || [...subject].some((term) => topic.has(term) && !forbidden.has(term));
    if (lacking) {
      const isRefused = doing.some(({ guards }) => guards);
      if (!isRefused && undoing.some(({ terms, lacks }) => lacks && fits(terms)))
        return make('breaks', 'forbidden', demand, 'does what is ruled out');
      continue;
    }
    const touches = ({ terms, text }: Proposal['undoing'][number]) => fits(terms) || isDeedIn(deed, wordsOf(text));
    const exposed = undoing.find((each) => each.guarded && touches(each));
    if (exposed) return make('breaks', 'forbidden', demand, `does away with “${exposed.text}”`);
    if (undoing.some(touches) || spares(proposal, deed))
      return make('keeps', 'asked_for', demand, 'does away with what is not wanted');
    if (agrees && doing.some(({ terms, guards }) => !guards && fits(terms)))
      return make('breaks', 'forbidden', demand, 'does what is ruled out');
  }
  return null;
}

/** `fail the payment without retrying it`: what is ruled out is left out, and the rest of the deed is what it is about. */
const spares = ({ undoing, said }: Proposal, deed: ReadonlySet<string>): boolean => {
  const rest = deedWords(said);
  return undoing.some(({ lacks, text }) => {
    const left = wordsOf(text);
    return (
      lacks && left.size > 0 && isWithin(left, deed) && [...deed].every((term) => left.has(term) || rest.has(term))
    );
  });
};

const REFUSING: ReadonlySet<string> = new Set(terms('reject refuse block deny forbid disallow ban'));

function removal(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const dropped = proposal.drops.find(
    (each) => demand.wanted.some((wanted) => same(each, wanted)) && !proposal.uses.some((used) => same(used, each)),
  );
  if (dropped && isAboutTheSame(proposal, demand, nearness))
    return make('breaks', 'removed', demand, `does away with ${dropped.written}`);
  const refuses = [...proposal.acts].some((act) => REFUSING.has(act));
  const undone = proposal.undoing.find(({ terms, clears, lacks }) => {
    // `reject requests without a signature` does not do away with signatures.
    if (lacks && refuses) return false;
    const met = [...terms].filter((term) => demand.terms.has(term) || nearness.title.has(term));
    if (!met.some((term) => demand.terms.has(term)) || met.length / terms.size < MOST_WORDS) return false;
    return !clears || met.some((term) => MECHANISM.test(term));
  });
  return undone && nearness.similarity + Number(nearness.tied) > SAME_SUBJECT
    ? make('breaks', 'removed', demand, `does away with “${undone.text}”`)
    : null;
}

function number({ quantities }: Proposal, demand: Demand, { tied, similarity, measured }: Nearness): Judgement | null {
  if (!tied && similarity < SAME_SUBJECT) return null;
  const fits = demand.quantities.flatMap((asked) =>
    quantities
      .filter(({ quantity }) => measured.get(quantity)?.has(asked))
      .map(({ quantity }) => ({ fit: fitOf(asked, quantity), asked, set: quantity })),
  );
  const broken = fits.find(
    ({ fit, asked }) => fit === 'breaks' && !fits.some((each) => each.asked === asked && each.fit === 'fits'),
  );
  if (broken) {
    const { asked, set } = broken;
    const wanted = asked.direction === 'exactly' ? asked.written : `${asked.direction} ${asked.written}`;
    return make('breaks', 'number', demand, `sets ${set.written} where ${wanted} is asked for`);
  }
  const [met] = fits;
  return met ? make('keeps', 'asked_for', demand, `sets ${met.set.written}, as is asked for`) : null;
}

/** Without an end, where an end is asked for. */
function endless({ unbounded, said }: Proposal, demand: Demand, { tied, similarity }: Nearness): Judgement | null {
  if (!unbounded || (!tied && similarity < SAME_SUBJECT)) return null;
  const ceiling = demand.quantities.find(({ direction }) => direction === 'at most');
  const isSame = [...said].some((term) => demand.terms.has(term));
  return ceiling && isSame
    ? make('breaks', 'number', demand, `sets no end where at most ${ceiling.written} is asked for`)
    : null;
}

function askedFor(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const isWanted = (each: Chosen) => demand.wanted.some((wanted) => same(each, wanted));
  // Both of a line, the one asked for and another, is no answer.
  const used = proposal.uses.find(
    (each) => isWanted(each) && !proposal.uses.some((other) => other.family === each.family && !isWanted(other)),
  );
  const isTurned = ORDER.test(demand.quote) && isContrast(demand.quote, proposal.text);
  if (used && !isTurned && (nearness.tied || isAboutTheSame(proposal, demand, nearness)))
    return make('keeps', 'asked_for', demand, `uses ${used.written}`);
  const name = [...proposal.names].find((each) => demand.names.has(each));
  if (name !== undefined) return make('keeps', 'asked_for', demand, `uses ${name}`);
  return isDone(proposal, demand, nearness) ? make('keeps', 'asked_for', demand, 'does what is asked for') : null;
}

const GIVING: ReadonlySet<string> = new Set(
  terms('add create introduce give define include put declare attach use require enforce'),
);

/** What has to come first, a fix has to say, too. */
const ORDER = /\b(?:before|after|until|once|prior to)\b/i;

/** Shared words are no agreement: the fix has to begin with the very verb, do it to the same, and undo nothing. */
function isDone({ said, acts, undoing, text }: Proposal, demand: Demand, { tied, similarity }: Nearness): boolean {
  if (undoing.length > 0 || (!tied && similarity < SAME_SUBJECT)) return false;
  if (isContrast(demand.quote, text) || (ORDER.test(demand.quote) && !ORDER.test(text))) return false;
  return demand.deeds.some(({ done, all, gives }) => {
    const adopts = [...acts].some((act) => GIVING.has(act));
    if (adopts && (gives && tied && done.size > 1 ? isWithin(done, said) : all.size > 1 && isWithin(all, said)))
      return true;
    if (gives) return false;
    const [verb = ''] = done;
    const met = [...done].filter((term) => said.has(term)).length;
    const shared = [...all].filter((term) => said.has(term)).length;
    return acts.has(verb) && met / done.size >= MOST_WORDS && shared >= 2 && shared / said.size >= FOCUS;
  });
}

/** In code a single identifier tells: what is refused comes in or goes, what is asked for goes or comes in. */
function exchanged({ diff }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (diff === null || !tied) return null;
  const { come, gone } = diff;
  const isIn = (words: ReadonlySet<string>) => (things: ReadonlySet<string>) =>
    [...things].filter((each) => words.has(each)).length / things.size >= HALF;
  const isRefused = (word: string) => demand.refused.some((things) => things.has(word));
  const asked = [...demand.names].filter((name) => !isRefused(name));
  const refused = demand.refused.find(isIn(come));
  if (refused)
    return make('breaks', 'forbidden', demand, `brings in ${[...refused].filter((each) => come.has(each)).join(', ')}`);
  const lost = asked.find((name) => gone.has(name));
  if (lost !== undefined && !asked.some((name) => come.has(name)))
    return make('breaks', 'removed', demand, `takes out ${lost}`);
  const given = asked.find((name) => come.has(name));
  if (given !== undefined) return make('keeps', 'asked_for', demand, `brings in ${given}`);
  const dropped = demand.refused.find(isIn(gone));
  return dropped
    ? make('keeps', 'asked_for', demand, `takes out ${[...dropped].filter((each) => gone.has(each)).join(', ')}`)
    : null;
}

const HALF = 0.5;

function setting({ settings }: Proposal, demand: Demand): Judgement | null {
  for (const asked of demand.settings) {
    const set = settings.find(({ key }) => key === asked.key);
    if (set === undefined) continue;
    return set.value === asked.value
      ? make('keeps', 'asked_for', demand, `sets ${set.written}`)
      : make('breaks', 'other_choice', demand, `sets ${set.written} where ${asked.written} is asked for`);
  }
  return null;
}

function exclusive({ deeds, undoing }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (demand.exclusive === null || !tied || undoing.length > 0) return null;
  const holds = holdsTo(demand.exclusive, deeds);
  if (holds === null) return null;
  return holds === 'keeps'
    ? make('keeps', 'asked_for', demand, 'leaves it to whom it is left')
    : make('breaks', 'forbidden', demand, 'does what is left to another');
}

function widening({ text, subject, deeds }: Proposal, demand: Demand, { tied, topic }: Nearness): Judgement | null {
  if (demand.accepted === null || !tied || !widens(text)) return null;
  return [...subject, ...deeds].some((term) => topic.has(term))
    ? make('breaks', 'forbidden', demand, 'takes in what is not accepted')
    : null;
}

const isExcepted = ({ subject, deeds }: Proposal, { exception }: Demand): boolean =>
  exception.size > 0 && [...exception].every((term) => subject.has(term) || deeds.has(term));
