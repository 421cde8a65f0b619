// Judges the choices a fix makes within a family, such as databases: the required one, another, or a forbidden one.
import type { Demand } from './demands.ts';
import { type Chosen, choicesIn, isSameChoice, SILENT } from './families.ts';
import { isAboutTheSame, type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

export function forbiddenChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const used = proposal.uses.find((each) => demand.unwanted.some((other) => isSameChoice(each, other)));
  if (used && SAYS_HOW.test(used.written) && isOfSomethingElse(proposal, nearness)) return null;
  if (used && isAboutTheSame(proposal, demand, nearness))
    return make('breaks', 'forbidden', demand, `uses ${used.written}`);
  const dropped = proposal.drops.find(
    (each) => !each.guarded && demand.unwanted.some((other) => isSameChoice(each, other)),
  );
  if (dropped) return make('keeps', 'asked_for', demand, `removes ${dropped.written}`);
  // Choosing another member of the family avoids the unwanted one.
  const instead = proposal.uses.find(({ family }) => demand.unwanted.some((other) => other.family === family));
  const isInstead = (each: Chosen) => instead !== undefined && isSameChoice(each, instead);
  if (!instead || used || proposal.adds || !isAboutTheSame(proposal, demand, nearness)) return null;
  const [before = ''] = demand.quote.split(EXCHANGED);
  const wanted = choicesIn(before.split(/\s+/).slice(-NEAR_WORDS).join(' ')).at(-1);
  return wanted && EXCHANGED.test(demand.quote) && ![...demand.wanted, ...nearness.wanted].some(isInstead)
    ? make('breaks', 'other_choice', demand, `uses ${instead.written} where ${wanted.written} is required`)
    : make('keeps', 'asked_for', demand, `uses ${instead.written}`);
}

/** `Silently renew the certificate` drops no readings. */
const SAYS_HOW = new RegExp(`^(?:${SILENT})`, 'i');
const isOfSomethingElse = ({ subject, words }: Proposal, { topicDeeds }: Nearness): boolean =>
  subject.size > 0 && ![...words].some((term) => topicDeeds.has(term) && !SAYS_HOW.test(term));

/** `PostgreSQL instead of Redis` asks for one thing in place of the other, and not for Memcached. */
const EXCHANGED = /\b(?:instead of|rather than|in place of)\b/i;
/** How far before `instead of` the thing stands that is used. */
const NEAR_WORDS = 2;

/** Families in which a value may be stored in one form and shown in another. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set([
  'number for money',
  'unit of money',
  'time zone',
  'form of time',
]);

export function otherChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const { uses, adds, presents } = proposal;
  const families = new Set(demand.wanted.map(({ family }) => family));
  // A choice that another sentence of the same document asks for does not compete.
  const isWanted = (each: Chosen) =>
    [...demand.wanted, ...nearness.wanted].some((wanted) => isSameChoice(wanted, each));
  const rival = uses.find((each) => families.has(each.family) && !isWanted(each));
  if (!rival || adds || (presents && SHOWN_OTHERWISE.has(rival.family)) || !isAboutTheSame(proposal, demand, nearness))
    return null;
  const wanted = demand.wanted.filter(({ family }) => family === rival.family);
  if (uses.some((each) => wanted.some((one) => isSameChoice(one, each)))) return null;
  const asked = [...new Set(wanted.map(({ written }) => written))].join(' or ');
  return make('breaks', 'other_choice', demand, `uses ${rival.written} as ${rival.family} where ${asked} is required`);
}

export function setting({ settings }: Proposal, demand: Demand): Judgement | null {
  for (const asked of demand.settings) {
    const set = settings.find(({ key }) => key === asked.key);
    if (set === undefined) continue;
    return set.value === asked.value
      ? make('keeps', 'asked_for', demand, `sets ${set.written}`)
      : make('breaks', 'other_choice', demand, `sets ${set.written} where ${asked.written} is required`);
  }
  return null;
}
