import { expect, it } from 'vitest';
import { givesOtherMeasure } from './measures.ts';

it.each([
  ['Hold time is 12 minutes.', 'A hold lives 15 minutes.', true],
  ['Sessions end after 1 hour.', 'Login sessions last 8 hours.', true],
  ['We deploy on Thursdays.', 'Deploys: Tuesdays.', true],
  ['Backups run at 03:15.', 'The backup starts at 02:00.', true],
  ['The fee is 2,6 %.', 'They take 1.4% of it.', true],
  ['Hold time is 15 minutes, at most.', 'A hold lives 15 minutes.', false],
  ['Hold time is 15 minutes.', 'Hold time is 900 s.', false],
  ['Since 24 May it is Postgres.', 'On 3 May we chose MariaDB.', false],
  ['Reports are due on the 5th.', 'Invoices go out on the 20th.', false],
  ['Port 8080 is taken.', 'It listens on 7070 and 9090.', false],
  ['No numbers here.', 'A hold lives 15 minutes.', false],
])('%j beside %j', (text, other, expected) => {
  expect(givesOtherMeasure(text, other)).toBe(expected);
});
