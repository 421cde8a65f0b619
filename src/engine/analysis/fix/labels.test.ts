import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { judgeDocuments } from './alignment.ts';
import { labelsIn } from './labels.ts';
import { readProposal } from './proposal.ts';

const read = (text: string) => labelsIn(text).map(({ of, least, most }) => `${of} ${least} to ${most}`);

describe('a number that names one of a kind', () => {
  it.each<[string, string[]]>([
    ['level 5 alerts', ['level 5 to 5']],
    ['P1 and SEV-2 incidents', ['priority 1 to 1', 'severity 2 to 2']],
    ['in phase two', ['phase 2 to 2']],
    ['level 3 and 4 warnings', ['level 3 to 3', 'level 4 to 4']],
    ['levels 3 to 5', ['level 3 to 5']],
    ['categories 1, 2 and 7', ['category 1 to 1', 'category 2 to 2', 'category 7 to 7']],
    ['level 3 alerts or higher', ['level 3 to Infinity']],
    ['below level 3', ['level -Infinity to 2.5']],
    ['priority 2 or higher', ['priority -Infinity to Infinity']],
    ['all but level 3', ['level -Infinity to Infinity']],
    ['error 503', ['code 503 to 503']],
    ['after an error 3 retries', []],
    ['the p95 of step 30 ms', []],
    ['for level 5 and 3 minutes', ['level 5 to 5']],
    ['gzip level 6', []],
    ['splits it into stages 3 times', []],
  ])('is read from “%s”', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

const reasons = (rule: string, fix: string) =>
  judgeDocuments(readProposal(fix), [
    { memory: memoryOf(rule, { type: 'requirements' }), tied: true, similarity: 0.45, basis: 'tied' },
  ]).flatMap(({ breaks }) => breaks.map(({ does }) => does));

describe('a rule about one level', () => {
  const RULE = 'A level 5 alert needs confirmation by two stations.';

  it('is broken by a number of the same things, which the reason names', () => {
    expect(reasons(RULE, 'Release level 5 alerts as soon as one station reports.')).toEqual([
      'takes one station where two are required',
    ]);
    expect(reasons('Uploads are retried at most 3 times.', 'Retry uploads 5 times.')).toEqual([
      'sets 5 where at most 3 is required',
    ]);
  });

  it.each([
    'Show the last 10 alerts on the status page.',
    'Show the last 10 stations of level 5 alerts on the map.',
    'Send an email for level 4 alerts within 3 minutes.',
    'Release level 4 alerts as soon as one station reports.',
    'Add one more station to the level 5 alert.',
  ])('is not broken by other numbers: %s', (fix) => {
    expect(reasons(RULE, fix)).toEqual([]);
  });
});
