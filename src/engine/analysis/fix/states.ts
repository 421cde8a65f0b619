// States that a rule gives to something (`is visible`, `must not change`), and a fix that ends them by a verb of its own.
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import type { Proposal } from './proposal.ts';
import { tellingTerms } from './stretches.ts';

interface State {
  /** How a rule gives it to the subject before it. */
  readonly given: RegExp;
  /** The verbs that end it, before their object. */
  readonly ended: string;
  /** The verbs that bring it about. */
  readonly begun: string;
}

const BE =
  '(?:is|are|stays?|remains?|(?:must|shall|should|has to|have to|needs? to)(?: always)? (?:be|stay|remain))(?: always)?';
const NEVER = "(?:(?:must|may|shall|should|can|do|does|will)(?: not| never|n['’]t)|cannot|never)";

const STATES: readonly State[] = [
  {
    given: new RegExp(String.raw`^(.{2,80}?)\s+${BE} (?:visible|shown|displayed|on screen)\b`, 'i'),
    ended: 'hid(?:e|es|ing)|remov(?:e|es|ing)|collaps(?:e|es|ing)|drop(?:s|ping)?|cover(?:s|ing)?',
    begun: 'show(?:s|ing)?|display(?:s|ing)?|bring(?:s|ing)? back',
  },
  {
    given: new RegExp(
      String.raw`^(.{2,80}?)\s+(?:${NEVER} (?:be )?(?:chang|edit|modif|alter|rewrit|regenerat|renumber)\w*|${BE} (?:fixed|final|stable|immutable|permanent|read[- ]only))\b`,
      'i',
    ),
    ended:
      'chang(?:e|es|ing)|regenerat(?:e|es|ing)|renam(?:e|es|ing)|edit(?:s|ing)?|modif(?:y|ies|ying)|rewrit(?:e|es|ing)|recomput(?:e|es|ing)|renumber(?:s|ing)?|overwrit(?:e|es|ing)|updat(?:e|es|ing)',
    begun: 'freez(?:e|es|ing)|lock(?:s|ing)?',
  },
  {
    given: new RegExp(
      String.raw`^(.{2,80}?)\s+(?:${NEVER} be (?:overridden|disabled|skipped|bypassed|switched off|turned off|deactivated|circumvented)|${BE} (?:enabled|active|on|mandatory|required|enforced))\b`,
      'i',
    ),
    ended:
      'overrid(?:e|es|ing)|disabl(?:e|es|ing)|skip(?:s|ping)?|bypass(?:es|ing)?|deactivat(?:e|es|ing)|mut(?:e|es|ing)|(?:switch|turn)(?:es|s|ing)? off|suspend(?:s|ing)?',
    begun: 'enabl(?:e|es|ing)|enforc(?:e|es|ing)|activat(?:e|es|ing)|(?:switch|turn)(?:es|s|ing)? on',
  },
];
/** What is left alone: `never hide the logo`. */
const NOT = /\b(?:not|never|no longer|stop|without|instead of|rather than|n['’]t|avoid)\s+(?:\w+\s+){0,2}$/i;

export function state({ told, diff }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  if (!tied || diff !== null) return null;
  for (const { given, ended, begun } of STATES) {
    const [, subject] =
      given.exec(demand.quote.replace(/^.*,\s+(?=(?:its|the|their|an?)\s)/i, '')) ?? given.exec(demand.quote) ?? [];
    const head = tellingTerms(subject?.replace(/\s(?:of|in|on|for|from|with)\s.*$/i, '') ?? '').at(-1);
    if (head === undefined) continue;
    if (isDone(told, ended, head)) return make('breaks', 'removed', demand, 'ends what must stay as it is');
    if (isDone(told, begun, head) && !/\bonly\b/i.test(demand.quote))
      return make('keeps', 'asked_for', demand, 'sees to what is required');
  }
  return null;
}

/** Whether one of the verbs has it as its object. */
function isDone(text: string, verbs: string, head: string): boolean {
  const done = new RegExp(String.raw`\b(?:${verbs})\b((?:\s+(?!from\b|to\b|when\b|if\b|so\b)[\w'’-]+){1,4})`, 'gi');
  return [...text.matchAll(done)].some(
    ({ 1: object = '', index }) => tellingTerms(object).includes(head) && !NOT.test(text.slice(0, index)),
  );
}
