// Request bodies, held from the first byte until the answer is sent. Only bytes that have arrived take room, so a slow
// client does not hold up others.
import type { Writable } from 'node:stream';
import { ByteBudget, type ByteLimits } from './byte-budget.ts';
import { MAX_MESSAGE_BYTES } from './json-rpc.ts';

const MB = 1024 * 1024;
export const SMALL_BODY_BYTES = 64 * 1024;

interface BodyLimits {
  readonly large: ByteLimits;
  /** Room reserved for small bodies. */
  readonly small: ByteLimits & { readonly upTo: number };
}

const WAIT_MS = 10_000;

/** One user may send two of the largest bodies at once. */
const LIMITS: BodyLimits = {
  large: { all: 56 * MB, user: 36 * MB, waitMs: WAIT_MS },
  small: { all: 8 * MB, user: 4 * MB, waitMs: WAIT_MS, upTo: SMALL_BODY_BYTES },
};

export class Bodies {
  readonly #large: ByteBudget;
  readonly #small: ByteBudget;
  readonly #smallBytes: number;

  constructor({ large, small } = LIMITS) {
    this.#large = new ByteBudget(large);
    this.#small = new ByteBudget(small);
    this.#smallBytes = small.upTo;
  }

  /** The body of a request, of at most `most` bytes; why it is refused, or null if the client disconnected. */
  async read(
    request: Request,
    answer: Writable,
    who: string,
    most = MAX_MESSAGE_BYTES,
  ): Promise<Buffer | 'too large' | 'busy' | null> {
    const declared = Number(request.headers.get('content-length') ?? most);
    if (declared > most) return 'too large';
    const room = declared <= this.#smallBytes ? this.#small : this.#large;
    const place = room.enter(who);
    const leave = () => room.leave(place);
    if (answer.closed) leave();
    else answer.once('close', leave);
    const body = await collect(request, most, (bytes) => room.take(place, bytes)).catch(() => null);
    if (!Buffer.isBuffer(body)) leave();
    return body;
  }
}

async function collect(
  request: Request,
  most: number,
  take: (bytes: number) => Promise<boolean>,
): Promise<Buffer | 'too large' | 'busy'> {
  const reader = request.body?.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength;
    const refused = bytes > most ? 'too large' : (await take(part.value.byteLength)) ? null : 'busy';
    if (refused) {
      reader?.releaseLock();
      return refused;
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
