import { describe, expect, it } from 'vitest';
import { replaces } from './replacing.ts';

const EARLIER = 'Invoices are sent by post on the first of the month.';
const LATER = 'Since May every invoice goes out as a PDF on the 25th.';
const STATEMENT = 'Every invoice goes out as a PDF on the 25th.';
const NEAR = { odds: 2.7, similarity: 0.44, place: 0 };

describe('a later memory', () => {
  it('replaces an earlier one if the model says so', () => {
    expect(replaces(LATER, EARLIER, NEAR)).toBe(true);
    expect(replaces(LATER, EARLIER, { ...NEAR, similarity: 0.9, odds: -0.1 })).toBe(false);
  });

  it('that only states something needs far better odds, or must name the property that it gives', () => {
    expect(replaces(STATEMENT, EARLIER, NEAR)).toBe(false);
    expect(replaces(STATEMENT, EARLIER, { ...NEAR, odds: 6.5 })).toBe(true);
    const queue = 'The queue of Apollo is RabbitMQ.';
    expect(replaces('Apollo takes NATS as its queue.', queue, NEAR)).toBe(true);
    expect(replaces('Deploys of Apollo run from Jenkins.', queue, NEAR)).toBe(false);
  });

  it('replaces no long one by its odds alone, for that says more', () => {
    const long = `${EARLIER} ${'The proxy, the certificates and the logs are described in the handbook. '.repeat(4)}`;
    expect(replaces(LATER, long, NEAR)).toBe(false);
  });

  it.each([{ similarity: 0.35 }, { place: 1 }])('needs better odds with %j, or must report a change', (further) => {
    const doubtful = { ...NEAR, odds: 1.1 };
    const [earlier, later] = [
      'The queue of Apollo is RabbitMQ in all of its regions.',
      'Apollo takes NATS as its queue.',
    ];
    expect(replaces(later, earlier, doubtful)).toBe(true);
    expect(replaces(later, earlier, { ...doubtful, ...further })).toBe(false);
    expect(replaces(`${later} It moved.`, earlier, { ...doubtful, ...further })).toBe(true);
  });

  it.each([
    ['parser address: build-3', 'parser is written in Zig', 'parser address is build-5'],
    ['The billing url is https://billing.example', 'To test billing you need docker', 'New url of billing: b.example'],
  ])('needs better odds if it does not name the property that is said to be %j', (earlier, other, later) => {
    expect(replaces(later, earlier, NEAR)).toBe(true);
    expect(replaces(other, earlier, NEAR)).toBe(false);
    expect(replaces(other, earlier, { ...NEAR, odds: 6.5 })).toBe(true);
  });

  it('replaces what tells who owns a thing only if it tells of people, too', () => {
    const earlier = 'Anna owns billing and its data.';
    expect(replaces('billing is written in Go', earlier, { ...NEAR, odds: 6.5 })).toBe(false);
    expect(replaces('Ben took billing over', earlier, { ...NEAR, odds: 6.5 })).toBe(true);
  });
});
