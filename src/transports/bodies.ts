// The bodies of requests, from the first byte until the answer is out: limited in total and per user; whoever comes then waits a little.
import type { Writable } from 'node:stream';
import { MOST_MESSAGE_BYTES } from './json-rpc.ts';

const MB = 1024 * 1024;

export interface BodyLimits {
  readonly all: number;
  readonly user: number;
  readonly waitMs: number;
}

/** One user may send two of the largest at once, and small ones still get through beside them. */
const LIMITS: BodyLimits = { all: 72 * MB, user: 36 * MB, waitMs: 10_000 };
const MOST_WAITING = 500;

interface Waiter {
  readonly who: string;
  readonly bytes: number;
  enter(): void;
}

export class Bodies {
  readonly #limits: BodyLimits;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /** The body of a request, why it is not taken, or null when the client went away. */
  async read(request: Request, answer: Writable, who: string): Promise<Buffer | 'too large' | 'busy' | null> {
    const declared = request.headers.get('content-length');
    const most = declared === null ? MOST_MESSAGE_BYTES : Number(declared);
    if (most > MOST_MESSAGE_BYTES) return 'too large';
    if (!(await this.#enter(who, most))) return 'busy';
    let held = most;
    const release = () => {
      this.#hold(who, -held);
      held = 0;
    };
    if (answer.closed) release();
    else answer.once('close', release);
    const body = await collect(request).catch(() => null);
    // One of unknown length was taken for the largest until now.
    if (Buffer.isBuffer(body) && held > 0) {
      this.#hold(who, body.length - held);
      held = body.length;
    }
    return body;
  }

  #fits(who: string, bytes: number): boolean {
    const all = [...this.#held.values()].reduce((sum, held) => sum + held, 0);
    return all + bytes <= this.#limits.all && (this.#held.get(who) ?? 0) + bytes <= this.#limits.user;
  }

  #hold(who: string, bytes: number): void {
    const held = (this.#held.get(who) ?? 0) + bytes;
    if (held > 0) this.#held.set(who, held);
    else this.#held.delete(who);
    if (bytes >= 0) return;
    // Whoever has waited longest goes first, unless only a smaller one fits.
    for (const waiter of this.#waiting) if (this.#fits(waiter.who, waiter.bytes)) waiter.enter();
  }

  /** False when there was no room for too long. */
  async #enter(who: string, bytes: number): Promise<boolean> {
    if (this.#fits(who, bytes)) {
      this.#hold(who, bytes);
      return true;
    }
    if (this.#waiting.size >= MOST_WAITING) return false;
    return new Promise((resolve) => {
      const settle = (isIn: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        if (isIn) this.#hold(who, bytes);
        resolve(isIn);
      };
      const waiter: Waiter = { who, bytes, enter: () => settle(true) };
      const timer = setTimeout(() => settle(false), this.#limits.waitMs);
      this.#waiting.add(waiter);
    });
  }
}

async function collect(request: Request): Promise<Buffer | 'too large'> {
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_MESSAGE_BYTES) {
      reader?.releaseLock();
      return 'too large';
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
