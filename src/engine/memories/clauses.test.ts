import { expect, it } from 'vitest';
import { changedIn, changesClause, clausesChangedBy } from './clauses.ts';

const EARLIER = 'Ben owns the lab bench; Ida owns the shop floor; Noor keeps the lease.';
const LATER = 'Kim took the shop floor over from Ida.';

it('a later note may change the clauses that share words with it', () => {
  expect(clausesChangedBy(LATER, EARLIER)).toEqual(['Ida owns the shop floor;']);
});

it.each([
  ['reports no change', 'The shop floor has two doors.', EARLIER],
  ['shares no words', 'Since May the canteen is closed.', EARLIER],
  ['is of another number', 'Pump 2 now runs at 60 %.', 'Pump 1 runs at 40 %; Ida reads the meter.'],
])('a later note changes no clause if it %s', (_, later, earlier) =>
  expect(clausesChangedBy(later, earlier)).toEqual([]),
);

it('a list, a long note and a note of one clause have none', () => {
  expect(clausesChangedBy(LATER, 'Ida owns the shop floor.')).toEqual([]);
  expect(clausesChangedBy(LATER, EARLIER.replaceAll('; ', '\n'))).toEqual([]);
  expect(clausesChangedBy(LATER, `${EARLIER} ${'The keys of the house hang in the porch '.repeat(4)}.`)).toEqual([]);
  expect(clausesChangedBy(LATER, Array(7).fill('Ida owns the shop floor.').join(' '))).toEqual([]);
});

it('a clause changes only if the model confirms it, whatever the words say', () => {
  const near = { similarity: 0.6, place: 0 };
  expect(changesClause(LATER, 'Ida owns the shop floor;', { ...near, odds: 3 })).toBe(true);
  expect(changesClause(LATER, 'Ida owns the shop floor;', { ...near, odds: 0 })).toBe(false);
});

it.each([
  [
    'Owner is Yuki; the model was designed by Dr. Aalto.',
    'The owner is now Mats.',
    'Owner is Yuki;',
    'the model was designed by Dr. Aalto.',
  ],
  [
    'The kiosk listens on 7080, and its logs go to /var/log.',
    'The kiosk now listens on 7090.',
    'The kiosk listens on 7080',
    'its logs go to /var/log.',
  ],
  [
    'Backups run at 02:00 and are tested on Mondays.',
    'Backups run at 04:00 now.',
    'Backups run at 02:00',
    'are tested on Mondays.',
  ],
])('of %s a later note changes one clause and leaves the others', (earlier, later, changed, kept) => {
  expect(changedIn(earlier, later)).toEqual({ changed, kept });
});

it('a note of one clause, one that shares no word, and a long one are not taken apart', () => {
  expect(changedIn('The owner of the lab is Ben.', LATER)).toBeNull();
  expect(changedIn('Ben owns the lab; Ida waters the plants.', 'The canteen is closed now.')).toBeNull();
  expect(changedIn(`${EARLIER} ${'The keys hang in the porch. '.repeat(6)}`, LATER)).toBeNull();
});
