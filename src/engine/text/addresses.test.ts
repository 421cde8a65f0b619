import { expect, it } from 'vitest';
import { areAddressesOfOthers } from './addresses.ts';

it.each([
  [
    'The public API of forecasts is at https://tide.example/v2; v1 will be shut down.',
    'The dashboard of forecasts is at https://tide.example/dash.',
  ],
  ['The glossary moved to https://wiki.example/terms in May.', 'Runbook of the lifts: https://wiki.example/runbook'],
  [
    'The webhook for refunds is https://shop.example/hooks now.',
    'The admin page of the shop is https://shop.example/admin.',
  ],
  ['Design documentation is now at https://docs.example/design.', 'API documentation is at https://docs.example/api.'],
])('%s and %s give the addresses of two things', (later, earlier) => {
  expect(areAddressesOfOthers(later, earlier)).toBe(true);
});

it.each([
  ['The status page is at https://status.lantern.example now.', 'The status page is https://lantern.example/status.'],
  ['The new dashboard is at https://b.example.', 'The dashboard is at https://a.example.'],
  ['Dashboard URL: https://b.example', 'The dashboard of sales is at https://a.example.'],
  ['The status site moved to https://b.example.', 'The status page is at https://a.example.'],
  ['It moved to https://b.example.', 'The dashboard is at https://a.example.'],
  ['The board moved from https://a.example/x to https://b.example.', 'The dashboard is at https://a.example/x.'],
  ['The dashboard is at https://b.example.', 'The dashboard runs on port 80.'],
])('%s may change what %s says', (later, earlier) => expect(areAddressesOfOthers(later, earlier)).toBe(false));
