// Judges a fix that removes what a rule asks for.
import { terms } from '../../text/terms.ts';
import { deedWords, isWithin, MOST_WORDS, wordsOf } from './deeds.ts';
import type { Demand } from './demands.ts';
import { isForOnePlace } from './exclusives.ts';
import { type Chosen, choicesIn, isSameChoice, SILENT } from './families.ts';
import { isAboutTheSame, type Judgement, make, type Nearness, SAME_SUBJECT } from './judgement.ts';
import type { Proposal } from './proposal.ts';
import { tellingTerms } from './stretches.ts';

/** Mechanisms whose removal matters, unlike that of data. */
const MECHANISM =
  /valid|verif|check|encrypt|hash|limit|retri|backoff|log|audit|constraint|index|authent|author|permiss|sign|timeout|lock|guard|cach|queue|escap|sanit|confirm|idempot|transact|pagin|consent|throttl|mask|redact|schema|type|fallback|boundari|lint|dedup/;

/** `Never drop readings silently` allows to drop them with a warning. */
const UNTOLD = new RegExp(
  String.raw`\b(?:(?:${SILENT})ly|(?:without|no|not|never)\s(?:a |any |the )?(?:notice|warn|trace|log|error|tell|report|count|alert|notif|record)\w*)\b`,
  'i',
);
const TELLING = /(?:\b(?:and|but|then)|,)\s+(?:\w+\s)?(?:log|warn|report|count|alert|notify|record|raise|tell)\w*\b/i;

/** The deed of what is removed: without `the path that silently discards readings` they are kept. */
const DISCARDING = new RegExp(
  String.raw`\s(?:(?:that|which|who)\s)?(?:(?:${SILENT})ly\s)?(?:discard|swallow|dropp?|ignor|skipp?|delet|remov|suppress)(?:e?s|ing)\b.*$`,
  'i',
);

/** `so no screen is added` takes nothing away. */
const NOTHING_NEW =
  /\b(?:is|are|was|were|gets?|will be|has to be|have to be)\s(?:added|needed|introduced|required|necessary|involved|affected)$/i;

const REFUSING: ReadonlySet<string> = new Set(terms('reject refuse block deny forbid disallow ban'));

const isSame = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  some.size > 0 && some.size === others.size && isWithin(some, others);

export function removal(proposal: Proposal, demand: Demand, nearness: Nearness): Judgement | null {
  const dropped = proposal.drops.find(
    (each) =>
      demand.wanted.some((wanted) => isSameChoice(each, wanted)) &&
      !proposal.uses.some((used) => isSameChoice(used, each)),
  );
  const isExchanged = (gone: Chosen) =>
    proposal.uses.some(
      (used) => used.family === gone.family && nearness.wanted.some((each) => isSameChoice(each, used)),
    );
  if (dropped && !isForOnePlace(demand.quote) && !isExchanged(dropped) && isAboutTheSame(proposal, demand, nearness))
    return make('breaks', 'removed', demand, `removes ${dropped.written}`);
  const lost = proposal.undoing.find(
    ({ clears, text, fromDiff }) =>
      clears &&
      !fromDiff &&
      demand.kept.some((kept) => isWithin(deedWords(kept), wordsOf(text.replace(DISCARDING, '')))),
  );
  const isTold = UNTOLD.test(demand.quote) && !UNTOLD.test(proposal.text) && TELLING.test(proposal.text);
  if (lost && nearness.tied && !isTold) return make('breaks', 'removed', demand, `removes “${lost.text}”`);
  const refuses = [...proposal.acts].some((act) => REFUSING.has(act));
  const undone = proposal.undoing.find(({ terms, clears, lacks, text, cue }) => {
    if (isDoneByRule(cue, demand.quote) || (cue === 'no' && NOTHING_NEW.test(text.trim()))) return false;
    const isUnwanted = (gone: Chosen) => demand.unwanted.some((each) => isSameChoice(each, gone));
    if (choicesIn(text).some((gone) => isExchanged(gone) || isUnwanted(gone))) return false;
    // `reject requests without a signature` does not remove signatures.
    if (lacks && refuses) return false;
    const [head = ''] = text.split(/\s(?:from|of|in|on|for)\s/);
    const isHad = demand.deeds.some(
      ({ done, gives, parts }) => gives && [done, ...parts].some((had) => isSame(had, new Set(tellingTerms(head)))),
    );
    if (isHad && nearness.tied) return true;
    const met = [...terms].filter((term) => demand.terms.has(term) || nearness.title.has(term));
    if (!met.some((term) => demand.terms.has(term)) || met.length / terms.size < MOST_WORDS) return false;
    const isOwned =
      demand.deeds.some(({ done, gives }) => gives && isWithin(done, terms)) ||
      (demand.means !== null && demand.means.by.size > 1 && isWithin(demand.means.by, deedWords(terms)));
    // What only shares the subject of the rule, as `skip the job if it is there` with `jobs are idempotent`, is another thing.
    const isSubject =
      demand.deeds.length > 0 &&
      demand.means?.role === 'state' &&
      !met.some((term) => demand.deeds.some(({ done }) => done.has(term)));
    if (isSubject) return false;
    return !clears || isOwned || met.some((term) => MECHANISM.test(term));
  });
  if (!undone || nearness.similarity + Number(nearness.tied) <= SAME_SUBJECT) return null;
  return isForbidden(undone.terms, demand)
    ? make('keeps', 'asked_for', demand, `removes “${undone.text}”`)
    : make('breaks', 'removed', demand, `removes “${undone.text}”`);
}

/** `Keep the interrupt disabled while reading`, `not silenced for longer than 120 s`: the rule lets it be done, too. */
function isDoneByRule(cue: string, quote: string): boolean {
  const [, stem] =
    /^(disabl|deactivat|silenc|mut|suspend|skip|stop|delet|remov|drop|exclud|omit|strip)/.exec(cue) ?? [];
  if (stem === undefined) return false;
  // Not what it merely speaks of: `entries of removed users are kept`.
  const done = new RegExp(
    String.raw`^(.*?)\b(?:(?:is|are|be|been|was|were|stays?|remains?|gets?)|(?:keep|leave)s?\s[^.;,]{1,40}?)\s(?:\w+ly\s)?${stem}p?(?:t?ed|d)\b`,
    'i',
  );
  const [, before] = done.exec(quote) ?? [];
  return (
    before !== undefined &&
    (!/\b(?:not|never|cannot)\b|n['’]t\b/i.test(before) || /\b(?:longer|more) than\b/i.test(quote))
  );
}

/** `Stop logging passport numbers` removes what `Passport numbers must not appear in logs` forbids. */
const isForbidden = (undone: ReadonlySet<string>, { forbidden, terms: asked }: Demand): boolean =>
  forbidden.some(({ terms, lacking }) => {
    const met = [...terms].filter((term) => undone.has(term));
    // What the rule also asks for is not its prohibition.
    return !lacking && 2 * met.length >= terms.size && met.some((term) => !asked.has(term));
  });
