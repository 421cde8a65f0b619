/** Consecutive calls by one user, over any number of connections. */
export interface Session {
  readonly id: string;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly calls: number;
}

/** A pause after which a new session begins. */
const PAUSE_MS = 30 * 60_000;
const MAX_USERS = 10_000;

export class Sessions {
  readonly #byUser = new Map<string, Session>();

  /** The session of a call made now. */
  enter(user: string, now: number): Session {
    const known = this.#byUser.get(user);
    const goesOn = known !== undefined && now - known.lastAt < PAUSE_MS;
    const session = goesOn
      ? { ...known, lastAt: now, calls: known.calls + 1 }
      : { id: `mcp-${crypto.randomUUID()}`, startedAt: now, lastAt: now, calls: 1 };
    // The latest callers are at the end.
    this.#byUser.delete(user);
    this.#byUser.set(user, session);
    const [oldest] = this.#byUser.keys();
    if (this.#byUser.size > MAX_USERS && oldest !== undefined) this.#byUser.delete(oldest);
    return session;
  }
}
