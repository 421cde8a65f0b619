// What must not be seen in logs, and a fix that writes it there, hides it or takes it out.
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import { isGuard, type Proposal } from './proposal.ts';

/** What is told of people and what opens doors, as rules and as code call it. */
const SENSITIVE: readonly (readonly [kind: 'personal' | 'secret', said: RegExp])[] = [
  ['personal', /e-?mail/i],
  ['personal', /phone/i],
  ['personal', /(?:full|first|last|sur|patient|customer|user)[-_ ]?names?/i],
  ['personal', /birth|\bdob\b/i],
  ['personal', /(?:home|postal|street|ip)[-_ ]?address/i],
  ['personal', /\bssn\b|social[-_ ]?security|insurance[-_ ]?n/i],
  ['personal', /\biban\b|card[-_ ]?numbers?|\bpan\b|\bcvv\b/i],
  ['secret', /passw(?:or)?d/i],
  ['secret', /tokens?\b/i],
  ['secret', /secrets?\b/i],
  ['secret', /api[-_ ]?keys?/i],
  ['secret', /authorization|cookies?\b/i],
];
const KINDS: Readonly<Record<'personal' | 'secret', RegExp>> = {
  personal: /\bpersonal(?:ly identifiable)?\b|\bPII\b/i,
  secret: /\bsecrets?\b|\bcredentials?\b/i,
};
const LOGGED = /\blog(?:s|ged|ging|gers?)?\b/i;
const REFUSED = /\b(?:not|never|no|nor|without|forbidden|avoid)\b|n't\b/i;
/** A line that writes to the log. */
const LOGGING =
  /^.*\b\w*(?:log(?:ger|ging)?|slog|console|print(?:ln|f)?|timber)\b\s*(?:[.:]+\s*\w+)?!?\s*\(.*(?:\n\s{8,}\S.*)?/gim;
const SAFE = /\b(?:mask|redact|hash|scrub|anonymi|pseudonymi|obfuscat|censor|last(?:_?4|Four))/i;

const linesOf = (code: string): string =>
  [...code.matchAll(LOGGING)].map(([line]) => line.replace(/(["'`])[^"'`$\n{]*\1/g, '""')).join('\n');

export function leak({ diff, text, undoing, doing }: Proposal, demand: Demand, { tied }: Nearness): Judgement | null {
  const { quote } = demand;
  if (!tied || !LOGGED.test(quote) || !REFUSED.test(quote)) return null;
  const refused = SENSITIVE.filter(([kind, said]) => said.test(quote) || KINDS[kind].test(quote));
  const isIn = (written: string) => refused.some(([, said]) => said.test(written));
  if (diff !== null) {
    const [comes, goes] = [linesOf(diff.added), linesOf(diff.removed)];
    const [shown, shownBefore] = [isIn(comes) && !SAFE.test(comes), isIn(goes) && !SAFE.test(goes)];
    if (shown && !shownBefore) return make('breaks', 'forbidden', demand, 'writes it to the log');
    if (shownBefore && !shown) return make('keeps', 'asked_for', demand, 'takes it out of the log');
  }
  const prose = diff ? diff.prose : text;
  if (!isIn(prose) || !/\blog|\bline\b|\btrace/i.test(prose)) return null;
  const isTaken = undoing.some(({ text: undone, guarded, clears }) => clears && !guarded && isIn(undone));
  const isHidden = doing.some(({ text: done, guards }) => guards && isGuard(done) && SAFE.test(done) && isIn(done));
  return (isTaken || isHidden) && !undoing.some(({ guarded }) => guarded)
    ? make('keeps', 'asked_for', demand, 'keeps it out of the log')
    : null;
}
