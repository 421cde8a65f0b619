import { describe, expect, it } from 'vitest';
import { exceptionOf, isExcepted } from './exceptions.ts';
import { readProposal } from './proposal.ts';

describe('an exception of a rule', () => {
  it.each([
    ['Pages are cached, except the landing page.', '', 'the landing page is cached'],
    [
      'Do not catch Exception.',
      'The only place where it is allowed is the outermost loop, which logs it.',
      'in the outermost loop',
    ],
    ['Weights are integers.', 'Floats are fine in the charts only.', 'averages of the charts'],
  ])('of “%s” %s', (sentence, next, text) => {
    const exception = exceptionOf(sentence, next);
    expect(isExcepted(exception, readProposal([...exception].join(' ')))).toBe(true);
    expect([...exception].every((term) => text.includes(term.slice(0, 4)))).toBe(true);
  });

  it('is none in a sentence that goes on with the rule', () => {
    expect(exceptionOf('Pages are cached.', 'The cache lives for an hour.').size).toBe(0);
  });

  const isMet = (rule: string, fix: string) => isExcepted(exceptionOf(rule), readProposal(fix));

  it('is met where the fix is done there, and not where it only mentions the place', () => {
    const rule = 'Sleeping is banned in the dispatcher, except in tests.';
    expect(isMet(rule, 'Add a sleep to the test before its assertion. Nothing outside the test changes.')).toBe(true);
    expect(isMet(rule, '--- a/test/lift.ts\n+++ b/test/lift.ts\n@@ -1 +1 @@\n-go();\n+sleep(5);')).toBe(true);
    expect(isMet(rule, 'Add a sleep to the dispatcher, since the test is faster than the lift.')).toBe(false);
    expect(isMet(rule, 'Sleep in the dispatcher; the test passes then.')).toBe(false);
    expect(isMet(rule, 'Sleep in the loop, not only in tests.')).toBe(false);
  });

  it('is a reason no more', () => {
    const rule = 'Raw queries are forbidden except in migrations.';
    expect(isMet(rule, 'Backfill the harbour table with a raw query in the migration.')).toBe(true);
    expect(isMet(rule, 'List the berths with a raw query, because the migration made the mapper slow.')).toBe(false);
  });

  it('is the place outside of which something is not allowed', () => {
    const rule = 'Printing to the console is not allowed outside the scripts folder.';
    expect(isMet(rule, 'Print the progress in scripts/tides.ts.')).toBe(true);
    expect(isMet(rule, 'Print the progress in the tide table.')).toBe(false);
    expect(isMet(rule, 'Print the progress in the tide table, like the scripts do.')).toBe(false);
  });
});
