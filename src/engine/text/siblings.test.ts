import { describe, expect, it } from 'vitest';
import { areSiblings } from './siblings.ts';

describe('two sentences of one frame', () => {
  it.each([
    ['Omar works from home on Mondays.', 'Priya works from home on Fridays.'],
    ['Backups of the orders database are taken at 1:00.', 'Backups of the payments database are taken at 2:00.'],
    ['The orders API runs on port 7001.', 'The payments API now runs on port 7002.'],
    ['Der Server Berlin hat 64 GB RAM.', 'Der Server Hamburg hat 32 GB RAM.'],
    ['VAT for France is 20 percent.', 'VAT for Austria is 20 percent.'],
    ['Model files are stored in S3 under prod/.', 'Model files for staging are stored in S3 under stage/.'],
    ['Timeout of the orders client: 1 s', 'Timeout of the catalogue client: 3 s'],
    ['Bug 1203: orders fail when empty.', 'Bug 1204: returns fail when empty.'],
    ['Payments dashboards are in Grafana folder 4.', 'Search dashboards are in Grafana folder 9.'],
    ['On 1 November 8200 litres of milk arrived.', 'On 2 November 7900 litres of milk arrived.'],
  ])('are about two things: %j, %j', (one, other) => {
    expect(areSiblings(one, other)).toBe(true);
    expect(areSiblings(other, one)).toBe(true);
  });

  it.each([
    ['CI builds on Node 18.', 'CI builds on Node 22.'],
    ['Omar leads checkout.', 'Priya leads checkout.'],
    ['Session timeout is 30 minutes.', 'Session timeout raised to 45 minutes.'],
    ['Feature freeze on 1 December', 'Feature freeze moved to 8 December'],
    ['Backups start at 20:00 local time.', 'Start time is now random between 19:00 and 01:00.'],
    ['Seat holds live ten minutes.', 'A seat is held for a quarter of an hour.'],
    ['On 1 May the fee was raised to 5 euros.', 'On 1 June the fee was raised to 6 euros.'],
  ])('may be about the same: %j, %j', (one, other) => {
    expect(areSiblings(one, other)).toBe(false);
  });

  it('are compared in bounded time', () => {
    expect(areSiblings('a b '.repeat(50_000), 'b a '.repeat(50_000))).toBe(false);
  });
});
