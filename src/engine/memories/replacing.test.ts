import { describe, expect, it } from 'vitest';
import { isDenied, replaces } from './replacing.ts';

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

  it('that only states something needs less if it is very similar', () => {
    const alike = { odds: 3.5, similarity: 0.7, place: 0 };
    const [earlier, later] = ['The forecast is trained every night.', 'Forecast training goes weekly, on Sunday.'];
    expect(replaces(later, earlier, alike)).toBe(true);
    expect(replaces(later, earlier, { ...alike, similarity: 0.5 })).toBe(false);
    expect(replaces(later, earlier, { ...alike, odds: 2.5 })).toBe(false);
  });

  it('that reports a change and gives another value in the same unit replaces the nearest even if the model doubts it', () => {
    const doubted = { odds: -3.4, similarity: 0.31, place: 0 };
    const [earlier, later] = ['Raised the seat hold to 15 minutes.', 'Hold time is 12 minutes from now on.'];
    expect(replaces(later, earlier, doubted)).toBe(true);
    expect(replaces(later, earlier, { ...doubted, place: 1 })).toBe(false);
    expect(replaces(later, earlier, { ...doubted, odds: -4.5 })).toBe(false);
    expect(replaces('Hold time is 12 minutes.', earlier, doubted)).toBe(false);
    expect(replaces('Hold time is 12 hours from now on.', earlier, doubted)).toBe(false);
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

it('the model denies the nearest change that words suggest only if it is sure, and must confirm a further one', () => {
  expect(isDenied(-5, true)).toBe(false);
  expect(isDenied(-7, true)).toBe(true);
  expect(isDenied(-5, false)).toBe(true);
  expect(isDenied(2, false)).toBe(false);
  expect(isDenied(null, false)).toBe(false);
});
