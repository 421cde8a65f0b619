// Delays answers to wrong tokens, by address, each longer than the one before. Valid tokens are never delayed.

const FREE = 5;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8000;
/** After this long without a wrong token, an address starts over. */
const FORGIVEN_MS = 10 * 60_000;
const MAX_ADDRESSES = 1000;
const MAX_WAITING = 200;
const MAX_WAITING_PER_ADDRESS = 8;

interface Offender {
  failures: number;
  lastAt: number;
  waiting: number;
}

export class Slowdown {
  readonly #offenders = new Map<string, Offender>();
  #waiting = 0;

  /** Counts a wrong token and waits out its delay. If too many wait already, returns the seconds to retry after. */
  async earn(address: string, now: number): Promise<number | null> {
    const offender = this.#count(address, now);
    const delayMs = delayAfter(offender.failures);
    if (delayMs === 0) return null;
    if (this.#waiting >= MAX_WAITING || offender.waiting >= MAX_WAITING_PER_ADDRESS) return Math.ceil(delayMs / 1000);
    this.#waiting++;
    offender.waiting++;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    this.#waiting--;
    offender.waiting--;
    return null;
  }

  #count(address: string, now: number): Offender {
    const known = this.#offenders.get(address);
    const offender = known ?? { failures: 0, lastAt: now, waiting: 0 };
    if (now - offender.lastAt > FORGIVEN_MS) offender.failures = 0;
    offender.failures++;
    offender.lastAt = now;
    // The latest offender moves to the end; the one quiet longest is forgotten first.
    this.#offenders.delete(address);
    this.#offenders.set(address, offender);
    const [quietest] = this.#offenders.keys();
    if (this.#offenders.size > MAX_ADDRESSES && quietest !== undefined) this.#offenders.delete(quietest);
    return offender;
  }
}

export const delayAfter = (failures: number): number =>
  failures <= FREE ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - FREE - 1), MAX_DELAY_MS);
