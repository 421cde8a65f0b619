import { describe, expect, it } from 'vitest';
import { questionTerms } from '../../text/terms.ts';
import { affinity, fitOf } from './affinity.ts';
import { quantitiesIn } from './quantities.ts';

const read = (text: string) =>
  quantitiesIn(text).map(({ direction, value, dimension }) => `${direction} ${value} ${dimension}`);

const compare = (asked: string, set: string) => {
  const [a] = quantitiesIn(asked);
  const [b] = quantitiesIn(set);
  if (!a || !b) throw new Error('no number');
  return affinity(a, b, new Set(questionTerms(set))) === 0 ? null : fitOf(a, b);
};

describe('a number', () => {
  it.each<[string, string[]]>([
    ['bcrypt with a cost of 12', ['exactly 12 count']],
    ['rounds=12', ['exactly 12 count']],
    ['at least 12 characters', ['at least 12 count']],
    ['three retries at most', ['at most 3 count']],
    ['within 15 minutes', ['at most 900 time']],
    ['must not exceed 200 ms', ['at most 0.2 time']],
    ['retained for 90 days or more', ['at least 7776000 time']],
    ['TLS 1.2 or newer', ['at least 1.2 count']],
    ['schema 4 or older', ['at most 4 count']],
    ['up to 20 MB', ['at most 20000000 bytes']],
    ['a timeout, 3 seconds at the most', ['at most 3 time']],
    ['200 KB is the limit', ['at most 200000 bytes']],
    ['never more than 5 attempts', ['at most 5 count']],
    ['never below 4 replicas', ['at least 4 count']],
    ['coverage above 80%', ['at least 80 share']],
    ['1,000 rows', ['exactly 1000 count']],
    ['deploys between 09:00 and 16:00', []],
    ['updates wait seven days', ['at least 604800 time']],
    ['screens lock after 3 minutes', ['at most 180 time']],
    ['level 5, phase two and steps 3 to 4', []],
    ['one more row', []],
    ['half an hour', ['exactly 1800 time']],
    ['at most a quarter of an hour', ['at most 900 time']],
    ['REQ-12 and ADR 7 on Node 20 answer HTTP 429', []],
  ])('in “%s”', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('fits or breaks another that measures the same', () => {
    expect(compare('a cost of 12', 'rounds=12')).toBe('fits');
    expect(compare('a cost of 12', 'cost 4')).toBe('breaks');
    expect(compare('at most 100 parcels', '50 parcels')).toBe('fits');
    expect(compare('drafts are saved every 10 seconds', 'save drafts every minute: 60 seconds')).toBe('breaks');
  });

  it('is compared by its period', () => {
    expect(compare('at most 60 requests per minute', '1 request per second')).toBe('fits');
    expect(compare('at most 60 requests per minute', '5 requests/s')).toBe('breaks');
    expect(compare('at most 100 requests and 10 uploads per minute', '80 requests')).toBe('fits');
  });

  it('is not compared with one that measures something else', () => {
    expect(compare('at most 3 attempts when the bank answers', 'three attempts, then answers 502')).toBe('fits');
    expect(compare('at most 3 answers', 'answers 502')).toBeNull();
    expect(compare('The page size is at most 500', 'a page size of 1000')).toBe('breaks');
    expect(compare('a cost of 12', '4 workers')).toBeNull();
    expect(compare('shown within 15 minutes', 'sessions end after 30 minutes')).toBeNull();
    expect(compare('at most 20 MB', 'within 20 seconds')).toBeNull();
    expect(compare('an alert needs two stations', 'the last 10 alerts')).toBeNull();
    expect(compare('a review needs two approvals', 'one reviewer writes the approval')).toBeNull();
    expect(compare('a review needs two approvals', 'a review with one approval')).toBe('breaks');
  });
});
