import { expect, it } from 'vitest';
import { reportsChange, tellsEvent } from './changes.ts';

it.each([
  'Deploys run from Buildkite now.',
  'From 1 July the gate opens at seven.',
  'Starting next week, reviews need two people.',
  'Sentry was cancelled for cost.',
  'Helm is history.',
  'Ada handed the pager over to Kim.',
  'Kim took the release notes over from Ada.',
  'A second review is not required any more.',
  "The VPN isn't needed anymore for staging.",
  'We don’t pin Node any more, for the images do.',
  'The ingest is down to 3 replicas.',
  'The docs build is back on Jenkins.',
  'The table is back to 178 rows.',
  'Standups went back to weekly.',
  'The changelog is optional again.',
  'We gave up Helm for plain manifests.',
  'The weekly call turned into a written update.',
  'Deploys used to be on Tuesdays.',
])('%s reports a change', (text) => expect(reportsChange(text)).toBe(true));

it.each([
  'The cache lives from next door.',
  'We are starting next to the lobby.',
  'Backups are kept from 12 marked servers.',
  'Open from 9 to 17.',
  'The order history is kept for a year.',
  'The sensor now also measures humidity.',
  'The upload takes 5 minutes over a slow line.',
  'Hand the request over to the queue if it is full.',
  'Do not add any more dependencies.',
  'It may not take any more than 5 seconds.',
  'The outage is down to a bad cable.',
  'A cube is up to 3 GB.',
  'The label falls back to English.',
  'Kim is back on Monday.',
  'The nurse is back on 3 March.',
  'A failed job is sent again after a minute.',
  'A login is required again after 8 hours.',
  'The worker gave up after three retries.',
  'Hyphens are turned into underscores.',
  'The key used to sign tokens lives in Vault.',
])('%s reports none', (text) => expect(reportsChange(text)).toBe(false));

it.each([
  ['Leila Haddad joined the team on 29 October; she pairs with Ingrid.', true],
  ['The pump was delivered on Monday.', true],
  ['The queue moved from RabbitMQ to Kafka on 3 May.', false],
  ['Leila leads the team since 29 October.', false],
  ['Invoices are paid on Mondays.', false],
])('an event stays true, a state does not: %s', (text, event) => {
  expect(tellsEvent(text)).toBe(event);
});
