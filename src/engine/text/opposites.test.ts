import { expect, it } from 'vitest';
import { least } from '../../../test/spent.ts';
import { oppositesIn } from './opposites.ts';

it.each([
  ['the staging database', 'The production database is db-3.', { asked: 'staging', told: 'production' }],
  ['API keys of prod', 'Keys of harbor_stg are in the vault.', { asked: 'prod', told: 'stg' }],
  ['Is there an Android beta?', 'The iPhone beta is on TestFlight.', { asked: 'android', told: 'iphone' }],
  ['when is production reset', 'Staging is reset every night.', { asked: 'production', told: 'staging' }],
  ['what is on port 8462', 'The gateway has port 8461.', { asked: 'port 8462', told: 'port 8461' }],
  ['do we support Android 12', 'The scanner (Android 9) is slow.', { asked: 'android 12', told: 'android 9' }],
  ['where does db-1 stand', 'db-2: batch jobs, under the stairs.', { asked: 'db-1', told: 'db-2' }],
  ['firmware of revision D', 'Revision C has firmware 3.4.2.', { asked: 'revision D', told: 'Revision C' }],
  ['size of an upload', 'maxDownloads is 20.', { asked: 'upload', told: 'downloads' }],
])('a text about the opposite is told apart: %s', (question, text, expected) => {
  expect(oppositesIn(question, text)).toEqual(expected);
});

it.each([
  ['the staging database', 'Staging and production share one database.'],
  ['how do staging and production differ', 'Production has two replicas.'],
  ['the product database', 'The staging database is db-3.'],
  ['the staging database', 'The database is db-3.'],
  ['the staging database', 'Every environment except production uses SQLite.'],
  ['the staging database', 'SQLite, unlike in non-production days.'],
  ['the staging disk', 'It is /dev/sda since DEV-4711.'],
  ['when are the maintenance windows', 'The window for Linux hosts is Sunday at three.'],
  ['what is on port 8462', 'Port 8461 moved to 8462.'],
  ['visit of patient 999042', 'Use only patient 999001.'],
  ['notes of May 12', 'Moved on May 9.'],
  ['where does db-1 stand', 'db-2 stands beside db-1.'],
  ['where does db-1 stand', 'Postgres is in the rack.'],
  ['what does utf-8 mean here', 'Files are in UTF-16 there, in UTF-8 here.'],
  ['the plan for tomorrow', 'Plan B is to wait.'],
  ['what runs on 8462', 'Port 8461 is free.'],
  ['', ''],
])('no opposite is seen where there is none: %s, %s', (question, text) => {
  expect(oppositesIn(question, text)).toBeNull();
});

it('takes a short time, whatever the text', async () => {
  const read = () => {
    for (const text of [
      'x'.repeat(100_000),
      'not '.repeat(25_000),
      'a 1.'.repeat(25_000),
      ' '.repeat(100_000),
      'a-'.repeat(50_000),
      'gate A '.repeat(14_000),
      `port 1${'.1'.repeat(50_000)}x`,
    ])
      oppositesIn('which port 8080 has staging', text);
  };
  expect(await least(read, { limit: 5000 })).toBeLessThan(5000);
});
