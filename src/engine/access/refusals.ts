// Audits refused tokens, with a limited number of entries per interval so that nobody can flood the audit trail.
import type { Clock } from '../ports.ts';
import type { Audit } from './audit.ts';

const INTERVAL_MS = 10 * 60_000;
/** How many addresses get their own entry per interval; the rest share one. */
const MAX_ADDRESSES = 20;
const OTHERS = 'other addresses';

export class Refusals {
  readonly #audit: Audit;
  readonly #clock: Clock;
  readonly #addresses = new Set<string>();
  /** Refusals not yet written, counted by address and reason. */
  readonly #counts = new Map<string, Map<string, number>>();
  #since = 0;

  constructor(audit: Audit, clock: Clock) {
    this.#audit = audit;
    this.#clock = clock;
  }

  /** Writes the first refusal of an address at once, and the rest at the end of the interval. */
  async note(address: string, reason: string): Promise<void> {
    await this.flush();
    if (!this.#addresses.has(address) && this.#addresses.size < MAX_ADDRESSES) {
      this.#addresses.add(address);
      return this.#write(address, new Map([[reason, 1]]));
    }
    const name = this.#addresses.has(address) ? address : OTHERS;
    const counts = this.#counts.get(name) ?? new Map<string, number>();
    this.#counts.set(name, counts.set(reason, (counts.get(reason) ?? 0) + 1));
  }

  /** Writes the counts if the interval is over, or if `now` is set. */
  async flush({ now = false } = {}): Promise<void> {
    const at = this.#clock.now();
    if (!now && at - this.#since < INTERVAL_MS) return;
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
