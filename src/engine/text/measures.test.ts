import { expect, it } from 'vitest';
import { areMeasuredElsewhere, givesOtherMeasure } from './measures.ts';

it.each([
  ['Hold time is 12 minutes.', 'A hold lives 15 minutes.', true],
  ['Sessions end after 1 hour.', 'Login sessions last 8 hours.', true],
  ['We deploy on Thursdays.', 'Deploys: Tuesdays.', true],
  ['Backups run at 03:15.', 'The backup starts at 02:00.', true],
  ['The fee is 2,6 %.', 'They take 1.4% of it.', true],
  ['Hold time is 15 minutes, at most.', 'A hold lives 15 minutes.', false],
  ['Hold time is 15 minutes.', 'Hold time is 900 s.', false],
  ['The ferry carries 12 decks.', 'The ferry has 9 decks.', true],
  ['We place 4 markers.', 'We place 6 markers.', true],
  ['Since 24 Sept it is Postgres.', 'On 3 Sept we chose MariaDB.', false],
  ['Since 24 may 2024 it is Postgres.', 'On 3 December we chose MariaDB.', false],
  ['Since 24 May it is Postgres.', 'On 3 May we chose MariaDB.', false],
  ['Reports are due on the 5th.', 'Invoices go out on the 20th.', false],
  ['Port 8080 is taken.', 'It listens on 7070 and 9090.', false],
  ['No numbers here.', 'A hold lives 15 minutes.', false],
])('%j gives another measure than %j: %j', (text, other, expected) => {
  expect(givesOtherMeasure(text, other)).toBe(expected);
});

it.each([
  ['The upload limit is 2 GB on the marketing site.', '20 GB on the internal API.', true],
  ['Sessions last 30 minutes at Marina Bay.', 'Sessions last 20 minutes in the foyer.', true],
  ['The timeout is 5 s in the decoder.', 'The timeout is 9 s in the encoder.', true],
  ['The limit is 2 GB in May.', 'The limit is 20 GB on the internal API.', false],
  ['The limit is 2 GB in September 2024.', 'The limit is 20 GB on the internal API.', false],
  ['The limit is 2 GB in May-June.', 'The limit is 20 GB on the internal API.', false],
  ['The limit is 2 GB in sept.', 'The limit is 20 GB on the internal API.', false],
  ['The limit is 2 GB on Monday.', 'The limit is 20 GB on the internal API.', false],
])('%j is measured elsewhere than %j: %j', (text, other, expected) => {
  expect(areMeasuredElsewhere(text, other)).toBe(expected);
  expect(areMeasuredElsewhere(other, text)).toBe(expected);
});
