// What a fix takes away is not brought in, and a word of the rule that merely occurs in the fix keeps nothing.
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { alignmentOf, judgeDocuments } from './alignment.ts';
import { readProposal } from './proposal.ts';

const verdictOn = (rule: string, fix: string) =>
  alignmentOf(
    judgeDocuments(readProposal(fix, 'Thing'), [
      { memory: memoryOf(rule, { type: 'requirements' }), tied: true, similarity: 0.45, basis: 'tied' },
    ]),
  ).verdict;

const ALONE = 'The tide reader uses only the standard library.';
const NO_PIN = 'The PIN is asked for again before every transfer.';
const MASKED = 'Passwords never appear in the logs.';

it.each<[string, string, string]>([
  [ALONE, 'Drop the moment import that came with the calendar and format dates with Intl.', 'aligned'],
  [ALONE, 'Stop using requests and fetch with urllib.', 'aligned'],
  [ALONE, 'Get rid of attrs; dataclasses are enough.', 'aligned'],
  [ALONE, 'Uninstall axios.', 'aligned'],
  [ALONE, 'Parse the tables with pandas.', 'contradicts'],
  [ALONE, 'Use requests for the download.', 'contradicts'],
  [ALONE, 'Count the requests at the moment of the tide.', 'unrelated'],
])('a dependency: %s %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

it.each<[string, string, string]>([
  [NO_PIN, 'Move the PIN field to the top of the form.', 'unrelated'],
  [NO_PIN, 'Remove the blinking cursor from the PIN screen.', 'unrelated'],
  [NO_PIN, 'Skip the PIN for transfers below 50 euros.', 'contradicts'],
  ['Base images are pinned by digest.', 'Pin the base image to its digest.', 'aligned'],
  ['Base images are pinned by digest.', 'Use the latest tag of the base image.', 'contradicts'],
  [
    'The screen stays on while navigation runs.',
    'Let the screen go dark after a minute while navigation runs.',
    'unrelated',
  ],
])('a word that is merely shared: %s %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

it.each<[string, string, string]>([
  [MASKED, 'Remove the line that prints the password to the log whenever validation fails.', 'aligned'],
  [MASKED, 'Print the password to the log whenever validation fails.', 'contradicts'],
  [MASKED, 'Remove the filter that masks passwords in the log, since it is slow.', 'contradicts'],
  [MASKED, 'Mask the password in the log.', 'aligned'],
])('a line of the log: %s %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

it.each<[string, string, string]>([
  [
    'Thread.sleep is banned in the scheduler.',
    'Replace the Thread.sleep in the dispatcher with a wait on the clock.',
    'aligned',
  ],
  ['Thread.sleep is banned in the scheduler.', 'Replace the wait on the clock with a Thread.sleep.', 'contradicts'],
  ['Doses are rounded down; rounding up is not used.', 'Show the unrounded dose in small print.', 'unrelated'],
  ['Card numbers are masked.', 'Show the unmasked card number to the agent.', 'contradicts'],
])('a name with a dot and a word with un-: %s %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

it.each<[string, string, string]>([
  [
    'A released timetable is never changed.',
    'Replace the file of the released timetable with the corrected one.',
    'unrelated',
  ],
  ['A released timetable is never changed.', 'Change the released timetable in place.', 'contradicts'],
  ['A released timetable is never changed.', 'Release the correction as a new version.', 'unrelated'],
  [
    'Recordings are deleted from the buoy after the upload.',
    'Keep the recordings on the buoy after the upload.',
    'unrelated',
  ],
  ['Nodes are not allocated while the lift moves; they come from the pool.', 'Take the node from the pool.', 'aligned'],
  ['Errors are shown in a dialog.', 'Show errors in a dialog no more.', 'contradicts'],
  [
    'Exports contain only the rows that the skipper may see.',
    'Export all rows, also those that the skipper may not see.',
    'unrelated',
  ],
  ['Consent is asked for before tracking starts.', 'Start tracking at once and ask for consent later.', 'contradicts'],
  ['Orders are locked while they are packed.', 'Use a smaller font for packed orders.', 'unrelated'],
  ['Every form has a cancel button.', 'Move the cancel button of the berth form to the left.', 'unrelated'],
  [
    'Passwords are checked against the list of leaked passwords.',
    'Turn off the check against the list of leaked passwords.',
    'contradicts',
  ],
  ['Interest is calculated with 365 days; 360 days must not be used.', 'Divide the interest by 365 days.', 'aligned'],
  [
    'Interest is calculated with 365 days; 360 days must not be used.',
    'Divide the interest by 360 days.',
    'contradicts',
  ],
  ['Tide jobs are idempotent.', 'Look up the booking first and skip the job if it is there.', 'unrelated'],
  ['Tide jobs are idempotent.', 'Make the tide job idempotent by its date.', 'aligned'],
  [
    'Notices are shown only in the language of the reader.',
    'Show notices in all languages when there are few.',
    'unrelated',
  ],
  ['The fare is never shown on the screen.', 'Remove the shadow of the fare keys on the screen.', 'unrelated'],
  ['The fare is never shown on the screen.', 'Remove the fare from the screen.', 'aligned'],
  ['An alarm shall not be silenced for longer than 120 s.', 'Silence the alarm for 60 s.', 'aligned'],
  ['An alarm shall not be silenced for longer than 120 s.', 'Silence the alarm for 300 s.', 'contradicts'],
  ['The driver keeps the interrupt disabled while it reads.', 'Disable the interrupt before it reads.', 'unrelated'],
  ['The audit log must never be disabled.', 'Disable the audit log.', 'contradicts'],
  [
    'SQL is written only in repositories and in migrations.',
    'Write the SQL of the berth list in a migration.',
    'aligned',
  ],
  [
    'SQL is written only in repositories and in migrations.',
    'Move the SQL of the berth list into BerthRepository.',
    'aligned',
  ],
])('the deed, and not only its words: %s %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

describe('the order of two deeds', () => {
  it.each<[string, string, string]>([
    [
      'Invoices are archived before the order is closed.',
      'Close the order first and archive the invoice afterwards.',
      'contradicts',
    ],
    [
      'Invoices are archived before the order is closed.',
      'Close the order after the invoice has been archived.',
      'aligned',
    ],
    [
      'The audit trail is written before the response is sent.',
      'Send the response first and write the audit trail after that.',
      'contradicts',
    ],
    ['The audit trail is written before the response is sent.', 'Show the audit trail before the logo.', 'unrelated'],
  ])('decides: %s %s', (rule, fix, verdict) => {
    expect(verdictOn(rule, fix)).toBe(verdict);
  });
});

const caught =
  '+    try {\n+      book(event);\n+    } catch (RuntimeException e) {\n+      log.warn("skipped", e);\n+    }\n-    book(event);';
const diffOf = (lines: string) => `--- a/Ferry.java\n+++ b/Ferry.java\n@@ -1,2 +1,6 @@\n${lines}`;
const turned = (lines: string) => lines.replaceAll(/^([+-])/gm, (sign) => (sign === '+' ? '-' : '+'));

it.each<[string, string, string]>([
  ['The ferry listener lets exceptions escape, so that the broker redelivers.', diffOf(caught), 'contradicts'],
  ['The ferry listener lets exceptions escape, so that the broker redelivers.', diffOf(turned(caught)), 'aligned'],
  ['Errors of the pump bubble up to the supervisor.', diffOf(caught), 'contradicts'],
  ['Text in pages is escaped.', diffOf(caught), 'unrelated'],
])('an exception that must escape is not caught: %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).toBe(verdict);
});

it.each<[string, string, string]>([
  [
    'time.sleep() is used only in the simulator.',
    '--- a/reader.py\n+++ b/reader.py\n@@ -4,2 +4,2 @@\n-    time.sleep(0.2)\n+    self.ready.wait(0.2)',
    'contradicts',
  ],
  [
    'The setup has at most five pages.',
    'Ask for the region on the second page, so that no page is added.',
    'contradicts',
  ],
])('what is wanted only somewhere, and what is not added, is not missed elsewhere: %s', (rule, fix, verdict) => {
  expect(verdictOn(rule, fix)).not.toBe(verdict);
});

it.each([['Audit entries of removed users must never be removed.', 'Remove the audit entries of removed users.']])(
  'a rule that speaks of removed things lets none be removed: %s',
  (rule, fix) => {
    expect(verdictOn(rule, fix)).toBe('contradicts');
  },
);
