// Limits the calls of each user per minute and per ten seconds.
import type { Actor } from '../engine/access/actor.ts';
import { RemanenceError } from '../errors.ts';

interface Window {
  readonly ms: number;
  readonly calls: number;
  readonly words: string;
}

/** The limits of an agent. */
const WINDOWS: readonly Window[] = [
  { ms: 60_000, calls: 100, words: 'a minute' },
  { ms: 10_000, calls: 20, words: 'in 10 seconds' },
];
/** The limits of the page, which searches with every keystroke. */
export const PAGE_WINDOWS: readonly Window[] = [
  { ms: 60_000, calls: 1200, words: 'a minute' },
  { ms: 10_000, calls: 300, words: 'in 10 seconds' },
];

/** The limits in words; an agent's unless others are given. */
export const limitsOf = (windows: readonly Window[] = WINDOWS): string =>
  windows.map(({ calls, words }) => `${calls} ${words}`).join(' and ');

/** Above this many users, those who have not called for a while are forgotten. */
const MANY = 1000;

export interface Quota {
  readonly isExceeded: boolean;
  /** Calls that may still be made now. */
  readonly remaining: number;
  /** When the next call may be made, or the full quota is back: epoch milliseconds. */
  readonly reset: number;
}

export class RateLimit {
  readonly #everybody: boolean;
  readonly #windows: readonly Window[];
  readonly #longestMs: number;
  readonly #calls = new Map<string, number[]>();

  /** Limits everybody, or only users with a token. */
  constructor({ everybody, windows = WINDOWS }: { everybody: boolean; windows?: readonly Window[] }) {
    this.#everybody = everybody;
    this.#windows = windows;
    this.#longestMs = Math.max(...windows.map(({ ms }) => ms));
  }

  /** Null for a caller who is not limited. */
  look({ who, role }: Actor, now: number): Quota | null {
    if (!this.#everybody && role === undefined) return null;
    return quotaOf(this.#windows, this.#recent(who, now), now);
  }

  /** Counts a call unless it exceeds the limit. */
  take(actor: Actor, now: number): Quota | null {
    const before = this.look(actor, now);
    if (before === null || before.isExceeded) return before;
    const calls = [...this.#recent(actor.who, now), now];
    this.#calls.set(actor.who, calls);
    if (this.#calls.size > MANY) this.#forget(now - this.#longestMs);
    return { ...quotaOf(this.#windows, calls, now), isExceeded: false };
  }

  #recent(who: string, now: number): number[] {
    return (this.#calls.get(who) ?? []).filter((at) => at > now - this.#longestMs);
  }

  #forget(before: number): void {
    for (const [who, calls] of this.#calls) if ((calls.at(-1) ?? 0) <= before) this.#calls.delete(who);
  }
}

/** What the tightest window leaves. */
function quotaOf(all: readonly Window[], calls: readonly number[], now: number): Quota {
  const windows = all.map(({ ms, calls: most }) => {
    const inside = calls.filter((at) => at > now - ms);
    return { remaining: most - inside.length, reset: (inside[0] ?? now) + ms };
  });
  const tightest = windows.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  return { isExceeded: tightest.remaining <= 0, remaining: Math.max(0, tightest.remaining), reset: tightest.reset };
}

/** As headers, and in the `_meta` of a result. */
export const quotaFields = ({ remaining, reset }: Quota): Record<string, string> => ({
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(Math.ceil(reset / 1000)),
});

export const rateLimited = ({ reset }: Quota, now: number, windows = WINDOWS): RemanenceError => {
  const limits = limitsOf(windows);
  const seconds = Math.max(1, Math.ceil((reset - now) / 1000));
  return new RemanenceError('rate_limited', `Too many calls: at most ${limits}.`, {
    hint: `Try again in ${seconds} s.`,
    details: { retry_after_seconds: seconds, reset: new Date(reset).toISOString() },
  });
};
