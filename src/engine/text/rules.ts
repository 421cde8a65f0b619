// Rules ("has to be changed every 250 hours"), and reports that they were followed ("was changed on 3 May").
import { MONTH } from './months.ts';
import { sentences } from './sentences.ts';
import { questionTerms } from './terms.ts';

/** `The oil has to be changed every 250 hours.` */
const RULE =
  /\b(?:ha(?:s|ve) to|must|should|needs? to|(?:is|are) to be|every (?:\d+|two|three|four|six|second|third|other)? ?(?:running |operating )?(?:hour|day|night|week|month|quarter|year|shift|batch|cycle)s?)\b/i;
/** `The oil was changed on 3 May at 240 hours.` */
const DONE = new RegExp(
  String.raw`\b(?:was|were|(?:has|have) been) (?:\w+ly |last )?\w+(?:ed|ne|pt|nt|de)\b[^.;]{0,60}?\b(?:on (?:the )?(?:\d{1,2}\b|\w{2,5}day|${MONTH})|at \d|yesterday|today|last (?:week|month|year|night|\w{2,5}day))`,
  'i',
);
/** Such a report tells of another rule, or that there is none any more. */
const OF_THE_RULE =
  /\b(?:now|instead|no longer|not|never|any ?more|from now on|interval|schedule|limit|threshold|rule|policy|period|frequency|cadence|(?:rais|lower|reduc|increas|decreas|extend|shorten|renam|dropp|cancell?|abolish|scrapp|abandon|remov|retir|decommission|deprecat|mov|postpon)\w*ed|(?:shut|switched|turned) (?:off|down)|(?:chang|switch|convert|replac|swapp|upgrad)ed\b(?: (?:by|for)|[^.;]{0,40}? (?:from|to|with)))\b/i;

/** Whether the later tells that it was done what the earlier says is to be done: the rule still holds. */
export const reportsDone = (later: string, earlier: string): boolean =>
  RULE.test(earlier) &&
  DONE.test(later) &&
  !RULE.test(later) &&
  !OF_THE_RULE.test(later) &&
  sentences(earlier).some((sentence) => RULE.test(sentence) && namesSame(later, sentence));

function namesSame(text: string, other: string): boolean {
  const named = new Set(questionTerms(other));
  return questionTerms(text).some((term) => named.has(term));
}
