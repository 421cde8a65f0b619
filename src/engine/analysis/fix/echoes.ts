// The last resort: a fix that says most of what a rule asks for, in the same words and without any sign against it.
import { isContrast } from './contrasts.ts';
import { deedWords } from './deeds.ts';
import type { Demand } from './demands.ts';
import { NEGATION } from './fulfilment.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';

const FEWEST = 3;
/** The share of the rule's words that the fix must repeat, and of the fix's words that come from the rule. */
const OF_RULE = 0.5;
const OF_FIX = 0.3;

export function echo(
  { said, undoing, told, diff, loosens }: Proposal,
  demand: Demand,
  { tied }: Nearness,
): Judgement | null {
  if (!tied || diff !== null || loosens !== null || demand.forbidden.length + demand.unwanted.length > 0) return null;
  if (demand.exclusive !== null || NEGATION.test(told) || isContrast(demand.quote, told)) return null;
  const [asked, does] = [deedWords(demand.terms), deedWords(said)];
  if (undoing.some(({ terms }) => [...deedWords(terms)].some((term) => asked.has(term)))) return null;
  const shared = [...asked].filter((term) => does.has(term)).length;
  return shared >= FEWEST && shared / asked.size >= OF_RULE && shared / does.size >= OF_FIX
    ? make('keeps', 'asked_for', demand, 'does what is required')
    : null;
}
