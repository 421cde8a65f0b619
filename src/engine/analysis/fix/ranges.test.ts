import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../../test/memory.ts';
import { alignmentOf, judgeDocuments } from './alignment.ts';
import { readProposal } from './proposal.ts';
import { quantitiesIn } from './quantities.ts';

const verdictOn = (rule: string, fix: string) =>
  alignmentOf(
    judgeDocuments(readProposal(fix, 'Thing'), [
      { memory: memoryOf(rule, { type: 'requirements' }), tied: true, similarity: 0.45, basis: 'tied' },
    ]),
  ).verdict;
const boundsIn = (text: string) =>
  quantitiesIn(text)
    .filter(({ range }) => range !== null)
    .map(({ direction, written }) => `${direction} ${written}`);

describe('a range', () => {
  it.each<[string, string[]]>([
    ['between 30 and 60 seconds', ['at least 30 seconds', 'at most 60 seconds']],
    ['between 30 seconds and 2 minutes', ['at least 30 seconds', 'at most 2 minutes']],
    ['20 to 80 percent', ['at least 20 percent', 'at most 80 percent']],
    ['12-64 characters', ['at least 12', 'at most 64']],
    ['ranging from 2 to 10 s', ['at least 2 s', 'at most 10 s']],
    ['raised from 3 to 10 retries', []],
    ['steps 3 to 4', []],
    ['on 2024-05-06', []],
    ['a ratio of 10 to 1', []],
    ['between 09:00 and 16:00', []],
    ['3 retries and 5 workers', []],
    ['sends 5 messages to 10 hosts', []],
  ])('in “%s”', (text, bounds) => {
    expect(boundsIn(text)).toEqual(bounds);
  });

  it.each<[string, string, string]>([
    ['The cold room is kept between 2 and 8 hours before the tour.', 'Keep the cold room for 5 hours.', 'aligned'],
    ['A tram waits between 20 and 40 seconds.', 'Let the tram wait 25 seconds.', 'aligned'],
    ['A tram waits between 20 and 40 seconds.', 'Let the tram wait 90 seconds.', 'contradicts'],
    ['A tram waits between 20 and 40 seconds.', 'Let the tram wait 5 seconds.', 'contradicts'],
    ['A tram waits between 20 and 40 seconds.', 'Let the tram wait between 25 and 30 seconds.', 'aligned'],
    ['A tram waits between 20 and 40 seconds.', 'Let the tram wait between 25 and 90 seconds.', 'contradicts'],
    ['A crate holds 6 to 12 bottles.', 'Raise the bottles per crate from 6 to 10 bottles.', 'aligned'],
    ['A crate holds 6 to 12 bottles.', 'Raise the bottles per crate from 6 to 18 bottles.', 'contradicts'],
    ['A rinse lasts 30 to 60 s.', 'Lengthen the rinse from 40 s to 50 s.', 'aligned'],
    ['A rinse lasts 30 to 60 s.', 'Lengthen the rinse from 40 s to 2 minutes.', 'contradicts'],
  ])('%s %s', (rule, fix, verdict) => {
    expect(verdictOn(rule, fix)).toBe(verdict);
  });

  it.each([
    [4, 'aligned'],
    [9, 'contradicts'],
  ])('holds for a number that a diff changes to %d', (replicas, verdict) => {
    const fix = `--- a/d.yaml\n+++ b/d.yaml\n@@ -1 +1 @@\n-  replicas: 3\n+  replicas: ${replicas}`;
    expect(verdictOn('Between 3 and 5 replicas run in production.', fix)).toBe(verdict);
  });
});
