import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { alignmentOf, judgeDocuments } from './alignment.ts';
import { motivesIn, remains } from './background.ts';
import { readProposal } from './proposal.ts';

const verdictOn = (rule: string, fix: string) =>
  alignmentOf(
    judgeDocuments(readProposal(fix, 'Thing'), [
      { memory: memoryOf(rule, { type: 'requirements' }), tied: true, similarity: 0.45, basis: 'tied' },
    ]),
  ).verdict;

describe('what a fix tells beside what it does', () => {
  it.each([
    'The gate still opens without a ticket.',
    'Passengers lose their seat in the middle of a booking.',
    'The last step rounds to the nearest cent and can yield too much.',
    'The lease was set to 20 seconds by mistake.',
  ])('is what is wrong before the first command: %s', (sentence) => {
    expect(motivesIn([sentence, 'Check the ticket at the gate.'], false).has(sentence)).toBe(true);
    expect(motivesIn([sentence], false).size).toBe(0);
    expect(motivesIn(['Check the ticket at the gate.', sentence], false).size).toBe(0);
  });

  it.each([
    'The gate should open without a ticket.',
    'The gate now opens without a ticket.',
    'We open the gate without a ticket.',
    'This change opens the gate.',
    'Open the gate.',
    'For the night, open the gate by hand.',
    'Compress photos before upload.',
  ])('is not what it does: %s', (sentence) => {
    expect(motivesIn([sentence, 'Check the ticket at the gate.'], false).size).toBe(0);
  });

  it.each([
    'The texts stay as they are.',
    'The old price remains.',
    'Nothing else changes.',
    'The report is not touched.',
  ])('is what remains: %s', (sentence) => {
    expect(remains(sentence)).toBe(true);
  });

  it.each([
    'The old column stays until the next release.',
    'Keep the texts as they are.',
    'The lamp stays on at night.',
  ])('is not what is seen to: %s', (sentence) => {
    expect(remains(sentence)).toBe(false);
  });

  it.each<[string, string, string]>([
    [
      'Berths are read only through the HarbourClient; nobody queries the harbour database.',
      'The berth page still queries the harbour database. Replace the query with a call to HarbourClient.',
      'aligned',
    ],
    [
      'Fares are computed on the server. Amounts that the browser sends must not be used for charging.',
      'The kiosk trusts the amount that the browser sends. Compute the fare on the server.',
      'aligned',
    ],
    [
      'Berths are read only through the HarbourClient; nobody queries the harbour database.',
      'The berth page is slow. Query the harbour database directly.',
      'contradicts',
    ],
    [
      'A wrong code is delayed by one second.',
      'Translate the message. The delay of a wrong code stays as it is.',
      'unrelated',
    ],
    [
      'A rinse lasts 30 to 60 s.',
      'The rinse ends too early, as it was set to 20 s by mistake. Set it to 45 s.',
      'aligned',
    ],
    [
      'A rinse lasts 30 to 60 s.',
      'The rinse ends too early, as it was set to 40 s by mistake. Set it to 75 s.',
      'contradicts',
    ],
  ])('neither keeps nor breaks: %s %s', (rule, fix, verdict) => {
    expect(verdictOn(rule, fix)).toBe(verdict);
  });
});
