// What must not be seen in logs, and a fix that writes it there, hides it or takes it out.
import type { Demand } from './demands.ts';
import { type Judgement, make, type Nearness } from './judgement.ts';
import { isGuard, type Proposal } from './proposal.ts';

/** What is told of people and what opens doors, as rules and as code call it. */
const SENSITIVE: readonly (readonly [kind: 'personal' | 'secret', said: RegExp])[] = [
  ['personal', /e-?mail/i],
  ['personal', /phone|mobile[-_ ]?n/i],
  [
    'personal',
    /(?:full|first|last|sur|family|patient|customer|user|student|pupil|guest|employee|member|client|tenant|rider|driver|guardian|parent)(?:['’]s)?[-_. ]?names?\b|\bnames?\b(?= (?:of|and) )/i,
  ],
  ['personal', /birth|\bdob\b/i],
  ['personal', /(?:home|postal|street|ip|mail|billing|delivery)[-_ ]?address|\baddress(?:es)?\b/i],
  ['personal', /\bssn\b|social[-_ ]?security|insurance[-_ ]?n|passport|national[-_ ]?id|tax[-_ ]?(?:id|number)/i],
  ['personal', /\biban\b|(?:card|account)[-_ ]?(?:numbers?|no\b)|\bpan\b|\bcvv\b/i],
  ['personal', /\b(?:lat(?:itude)?|gps|coordinates?|geo[-_ ]?location)\b/i],
  ['personal', /diagnos[ie]s|medical|prescription|salar(?:y|ies)/i],
  ['secret', /passw(?:or)?d|passphrase|\bpin\b/i],
  ['secret', /tokens?\b|\bjwt\b/i],
  ['secret', /secrets?\b|credentials?\b/i],
  ['secret', /(?:api|private|access|signing|encryption)[-_ ]?keys?/i],
  ['secret', /authorization|cookies?\b|\bheaders\b|session[-_ ]?ids?/i],
];
const KINDS: Readonly<Record<'personal' | 'secret', RegExp>> = {
  personal:
    /\bpersonal(?:ly identifiable)?\b|\bPII\b|\bPHI\b|\bcontact (?:details|data)\b|\bidentif(?:y|ies|iable)\b|\b(?:patient|customer|user|health) data\b|\bGDPR\b/i,
  secret: /\bsecrets?\b|\bcredentials?\b/i,
};
const LOGGED = /\blog(?:s|ged|ging|gers?)?\b|\btrac(?:es?|ing)\b|\bconsole\b|\bstdout\b/i;
const REFUSED =
  /\b(?:not|never|no|nor|none|nothing|without|forbidden|avoid|out of|masked|redacted|hashed|anonymi[sz]ed)\b|n't\b/i;
/** A line that writes to the log. */
const LOGGING =
  /^.*\b\w*(?:log(?:ger|ging)?|slog|console|print(?:ln|f)?|timber)\b\s*(?:[.:]+\s*\w+)?!?\s*\(.*(?:\n\s{8,}\S.*)?/gim;
const SAFE =
  /\b(?:mask|redact|hash|scrub|anonymi|pseudonymi|obfuscat|censor|truncat|shorten|last[-_ ]?(?:4|four|two|2|three|3))|\*{2,}|\[-\d:\]|\.(?:slice|substr(?:ing)?|takeLast|last|suffix|right)\(-?\d/i;
/** How a fix says that it writes to the log. */
const WRITES =
  /\blog(?:s|ged|ging)?\b|\b(?:print|trace|dump|write|add|emit|include|put|append)\w*\b[^.;]{0,60}\b(?:warnings?|lines?|logs?|trace|console|stdout|(?:debug|error|info) (?:message|output|statement))\b/i;
/** An id in place of it. */
const BY_ID =
  /\b(?:opaque|internal|numeric)?\s*\b(?:id|identifier|reference)s? (?:instead|rather|only|alone|in place)\b/i;

const linesOf = (code: string): string =>
  [...code.matchAll(LOGGING)].map(([line]) => line.replace(/(["'`])[^"'`$\n{*]*\1/g, '""')).join('\n');

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
  if (!isIn(prose) || !/\blog|\blines?\b|\btrace|\bprint|\bconsole\b|\bstdout\b/i.test(prose)) return null;
  const isTaken = undoing.some(({ text: undone, guarded, clears }) => clears && !guarded && isIn(undone));
  const isHidden = doing.some(({ text: done }) => SAFE.test(done) && isIn(done)) || BY_ID.test(prose);
  const isShownAgain = undoing.some(({ guarded, text: undone }) => guarded || SAFE.test(undone));
  // Whoever removes the masking of a password shows it.
  if (undoing.some(({ text: undone, spared }) => !spared && SAFE.test(undone) && isIn(undone)) && !isHidden)
    return make('breaks', 'forbidden', demand, 'shows it in the log');
  if ((isTaken || isHidden) && !isShownAgain) return make('keeps', 'asked_for', demand, 'keeps it out of the log');
  const isWritten = doing.some(
    ({ text: done, guards }) =>
      !/^\W*(?:reject|refuse|block|filter|strip|drop|scan)\b/i.test(done) &&
      WRITES.test(done) &&
      isIn(done) &&
      !(guards && isGuard(done.replace(/\bwarn\w*|\balert\w*|\breject\w*/gi, ' '))),
  );
  return isWritten && !isTaken && !isHidden ? make('breaks', 'forbidden', demand, 'writes it to the log') : null;
}
