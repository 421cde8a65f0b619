// What a query may use: time, memory, and how long it may keep the process to itself. Every loop asks here.
import { cancelled } from '../errors.ts';
import type { Clock } from './clock.ts';
import { runtimeError } from './error.ts';

export interface Limits {
  readonly timeMs: number;
  readonly memoryBytes: number;
}

/** Between two looks at the clock. */
const STEPS_PER_LOOK = 2000;
/** One expression over one row cannot be interrupted by other calls, so it must end soon: about a tenth of a second. */
const MOST_STEPS_AT_ONCE = 2_000_000;
const LONGEST_BREATH_MS = 6;
/** After so many steps on one row the clock is looked at, otherwise after some rows. */
const LONG_ROW = 1000;
export const LONGEST_TEXT = 1_000_000;

export class Budget {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #deadline: number;
  readonly #signal: AbortSignal | undefined;
  #atOnce = 0;
  #untilLook = STEPS_PER_LOOK;
  #rows = 0;
  #breathed: number;
  #held = 0;

  constructor(clock: Clock, limits: Limits, signal?: AbortSignal) {
    this.#clock = clock;
    this.#limits = limits;
    this.#signal = signal;
    this.#breathed = clock.now();
    this.#deadline = this.#breathed + limits.timeMs;
  }

  now(): number {
    return this.#clock.now();
  }

  /** Counts work inside one expression. */
  step(count = 1): void {
    this.#atOnce += count;
    this.#untilLook -= count;
    if (this.#untilLook > 0) return;
    if (this.#atOnce > MOST_STEPS_AT_ONCE) {
      throw runtimeError(
        'Limit',
        'WorkLimit',
        `One expression takes more than ${MOST_STEPS_AT_ONCE} steps for a single row.`,
        'Use UNWIND instead of a long list, or a smaller range.',
      );
    }
    this.#look();
  }

  /** Counts a row; true when it is time to let others in by `breathe`. */
  row(): boolean {
    const wasLong = this.#atOnce > LONG_ROW;
    this.#atOnce = 0;
    return (++this.#rows % 64 === 0 || wasLong) && this.due();
  }

  /** Whether the process was kept busy for long enough. */
  due(): boolean {
    this.#look();
    return this.#clock.now() - this.#breathed >= LONGEST_BREATH_MS;
  }

  async breathe(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#breathed = this.#clock.now();
    this.#look();
  }

  /** Bytes that stay until the query ends or lets them go. */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#limits.memoryBytes) throw this.tooLarge();
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }

  /** How much may still be held. */
  get left(): number {
    return this.#limits.memoryBytes - this.#held;
  }

  tooLarge() {
    const megabytes = Math.round(this.#limits.memoryBytes / 1e6);
    return runtimeError(
      'Limit',
      'MemoryLimit',
      `The query needs more than ${megabytes} MB to keep its rows and lists.`,
      'Return fewer columns, aggregate earlier, or put a LIMIT on a WITH.',
    );
  }

  tooDeep() {
    return runtimeError('Limit', 'WorkLimit', 'A list or map holds others too many levels deep.');
  }

  /** A text that was put together, if it is not too long. */
  text(value: string): string {
    if (value.length > LONGEST_TEXT) throw this.longText();
    return value;
  }

  longText() {
    return runtimeError('Limit', 'MemoryLimit', `A text gets longer than ${LONGEST_TEXT} characters.`);
  }

  #look(): void {
    this.#untilLook = STEPS_PER_LOOK;
    if (this.#signal?.aborted) throw cancelled();
    if (this.#clock.now() <= this.#deadline) return;
    throw runtimeError(
      'Limit',
      'TimeLimit',
      `The query was stopped after ${this.#limits.timeMs} ms.`,
      'Anchor the pattern with a label and a property, bound the length of paths, or put a LIMIT on a WITH.',
    );
  }
}
