import { describe, expect, it } from 'vitest';
import type { Actor } from '../engine/access/actor.ts';
import { RateLimit } from './rate-limit.ts';

const alice: Actor = { who: 'alice', role: 'user', cubes: [] };
const START = 1_000_000;

describe('the rate limit', () => {
  it('allows 20 calls in 10 seconds, and the next when the first has expired', () => {
    const limit = new RateLimit({ everybody: false });
    const quotas = Array.from({ length: 21 }, (_, i) => limit.take(alice, START + i));
    expect(quotas.map((quota) => quota?.isExceeded)).toEqual([...Array(20).fill(false), true]);
    expect(quotas.map((quota) => quota?.remaining).slice(0, 3)).toEqual([19, 18, 17]);
    expect(quotas.at(-1)?.reset).toBe(START + 10_000);
    expect(limit.take(alice, START + 9_999)?.isExceeded).toBe(true);
    expect(limit.take(alice, START + 10_000)?.isExceeded).toBe(false);
  });

  it('allows 100 calls in a minute, however they are spread', () => {
    const limit = new RateLimit({ everybody: false });
    for (let i = 0; i < 100; i++) expect(limit.take(alice, START + i * 550)?.isExceeded).toBe(false);
    expect(limit.take(alice, START + 55_100)).toMatchObject({ isExceeded: true, reset: START + 60_000 });
    expect(limit.take(alice, START + 60_000)?.isExceeded).toBe(false);
  });

  it('counts each user separately, and the owner of this machine only if it applies to everybody', () => {
    const limit = new RateLimit({ everybody: false });
    for (let i = 0; i < 20; i++) limit.take(alice, START);
    expect(limit.look(alice, START)?.isExceeded).toBe(true);
    expect(limit.look({ ...alice, who: 'bob' }, START)?.isExceeded).toBe(false);
    expect(limit.take({ who: 'local' }, START)).toBeNull();
    expect(new RateLimit({ everybody: true }).take({ who: 'local' }, START)?.remaining).toBe(19);
  });
});
