import { expect, it } from 'vitest';
import { reportsChange } from './changes.ts';

it.each([
  'Deploys run from Buildkite now.',
  'From 1 July the gate opens at seven.',
  'Starting next week, reviews need two people.',
  'Sentry was cancelled for cost.',
  'Helm is history.',
])('%s reports a change', (text) => expect(reportsChange(text)).toBe(true));

it.each([
  'The cache lives from next door.',
  'We are starting next to the lobby.',
  'Backups are kept from 12 marked servers.',
  'Open from 9 to 17.',
  'The order history is kept for a year.',
  'The sensor now also measures humidity.',
])('%s reports none', (text) => expect(reportsChange(text)).toBe(false));
