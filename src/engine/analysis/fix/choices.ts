// Of things of one line, a fix takes the one asked for, another, or one that is ruled out.
import type { Demand } from './demands.ts';
import { type Chosen, isSameChoice } from './families.ts';
import { isAboutTheSame, type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

export function forbiddenChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const used = proposal.uses.find((each) => demand.unwanted.some((other) => isSameChoice(each, other)));
  if (used && isAboutTheSame(proposal, demand, nearness))
    return make('breaks', 'forbidden', demand, `uses ${used.written}`);
  const dropped = proposal.drops.find(
    (each) => !each.guarded && demand.unwanted.some((other) => isSameChoice(each, other)),
  );
  if (dropped) return make('keeps', 'asked_for', demand, `does away with ${dropped.written}`);
  // Whoever takes another of the same line takes none that is unwanted.
  const instead = proposal.uses.find(({ family }) => demand.unwanted.some((other) => other.family === family));
  return instead && !used && !proposal.adds && isAboutTheSame(proposal, demand, nearness)
    ? make('keeps', 'asked_for', demand, `uses ${instead.written}`)
    : null;
}

/** What is kept in one form and shown in another. */
const SHOWN_OTHERWISE: ReadonlySet<string> = new Set([
  'number for money',
  'unit of money',
  'time zone',
  'form of time',
]);

export function otherChoice(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const { uses, adds, presents } = proposal;
  const families = new Set(demand.wanted.map(({ family }) => family));
  // What another sentence of the same document asks for is not out of the line.
  const isWanted = (each: Chosen) =>
    [...demand.wanted, ...nearness.wanted].some((wanted) => isSameChoice(wanted, each));
  const rival = uses.find((each) => families.has(each.family) && !isWanted(each));
  if (!rival || adds || (presents && SHOWN_OTHERWISE.has(rival.family)) || !isAboutTheSame(proposal, demand, nearness))
    return null;
  const wanted = demand.wanted.filter(({ family }) => family === rival.family);
  if (uses.some((each) => wanted.some((one) => isSameChoice(one, each)))) return null;
  const asked = [...new Set(wanted.map(({ written }) => written))].join(' or ');
  return make('breaks', 'other_choice', demand, `uses ${rival.written} as ${rival.family} where ${asked} is asked for`);
}

export function setting({ settings }: Proposal, demand: Demand): Judgement | null {
  for (const asked of demand.settings) {
    const set = settings.find(({ key }) => key === asked.key);
    if (set === undefined) continue;
    return set.value === asked.value
      ? make('keeps', 'asked_for', demand, `sets ${set.written}`)
      : make('breaks', 'other_choice', demand, `sets ${set.written} where ${asked.written} is asked for`);
  }
  return null;
}
