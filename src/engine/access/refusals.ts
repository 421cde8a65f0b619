// Tokens that were refused, in the audit trail: a limited number of entries per interval, so that nobody can fill it with them.
import type { Clock } from '../ports.ts';
import type { Audit } from './audit.ts';

const STRETCH_MS = 10 * 60_000;
/** Addresses with entries of their own in one stretch; the others are summed up. */
const MOST_ADDRESSES = 20;
const OTHERS = 'other addresses';

export class Refusals {
  readonly #audit: Audit;
  readonly #clock: Clock;
  readonly #addresses = new Set<string>();
  /** How often for which reason, by address, of what is not written down yet. */
  readonly #counts = new Map<string, Map<string, number>>();
  #since = 0;

  constructor(audit: Audit, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /** The first of an address is written down at once, what follows when the stretch has ended. */
  async note(address: string, reason: string): Promise<void> {
    await this.endStretch();
    if (!this.#addresses.has(address) && this.#addresses.size < MOST_ADDRESSES) {
      this.#addresses.add(address);
      return this.#write(address, new Map([[reason, 1]]));
    }
    const name = this.#addresses.has(address) ? address : OTHERS;
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, counts.set(reason, (counts.get(reason) ?? 0) + 1));
  }

  /** Writes down what was counted, when it is time to. */
  async endStretch({ now = false } = {}): Promise<void> {
    const at = this.#clock.now();
    if (!now && at - this.#since < STRETCH_MS) return;
    this.#since = at;
    this.#addresses.clear();
    const counted = [...this.#counts];
    this.#counts.clear();
    for (const [address, counts] of counted) await this.#write(address, counts);
  }

  #write(address: string, counts: ReadonlyMap<string, number>): Promise<void> {
    const subject = [...counts].map(([reason, times]) => `${times} × ${reason}`).join(', ');
    return this.#audit.record({ who: address }, [{ action: 'token.refused', subject }], 'denied');
  }
}
