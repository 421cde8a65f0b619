// The limits of a query: time, memory, and how long it may block the process. Every loop checks here.
import { cancelled } from '../errors.ts';
import type { Clock } from './clock.ts';
import { runtimeError } from './error.ts';

export interface Limits {
  readonly timeMs: number;
  readonly memoryBytes: number;
}

/** Steps between two checks of the clock. */
const STEPS_PER_LOOK = 2000;
/** Other calls cannot interrupt one expression on one row, so it must end within about a tenth of a second. */
const MAX_STEPS_AT_ONCE = 2_000_000;
const YIELD_AFTER_MS = 6;
/** A row with this many steps triggers a check of the clock; otherwise it is checked after several rows. */
const LONG_ROW = 1000;
/** How many characters cost one step: when read one by one, and when copied or compared in blocks. */
const READ_PER_STEP = 4;
const COPIED_PER_STEP = 128;
export const MAX_TEXT_LENGTH = 1_000_000;

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

  /** Counts work within one expression. */
  step(count = 1): void {
    this.#atOnce += count;
    this.#untilLook -= count;
    if (this.#untilLook > 0) return;
    if (this.#atOnce > MAX_STEPS_AT_ONCE) {
      throw runtimeError(
        'Limit',
        'WorkLimit',
        `One expression takes more than ${MAX_STEPS_AT_ONCE} steps for a single row.`,
        'Use UNWIND instead of a long list, or a smaller range.',
      );
    }
    this.#look();
  }

  /** Counts the characters of a text that is searched or converted. */
  read(characters: number): void {
    this.step(characters / READ_PER_STEP);
  }

  /** Counts the characters of a text that is copied or compared. */
  copy(characters: number): void {
    this.step(characters / COPIED_PER_STEP);
  }

  /** Counts a row; true when it is time to yield with `yieldToEventLoop`. */
  row(): boolean {
    const wasLong = this.#atOnce > LONG_ROW;
    this.#atOnce = 0;
    return (++this.#rows % 64 === 0 || wasLong) && this.due();
  }

  /** Whether the process has been busy long enough to yield. */
  due(): boolean {
    this.#look();
    return this.#clock.now() - this.#breathed >= YIELD_AFTER_MS;
  }

  async yieldToEventLoop(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#breathed = this.#clock.now();
    this.#look();
  }

  /** Counts bytes that stay until the query ends or releases them. */
  hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#limits.memoryBytes) throw this.tooLarge();
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }

  /** The bytes that may still be held. */
  get left(): number {
    return this.#limits.memoryBytes - this.#held;
  }

  tooLarge() {
    const megabytes = Math.round(this.#limits.memoryBytes / 1e6);
    return runtimeError(
      'Limit',
      'MemoryLimit',
      `The query needs more than ${megabytes} MB for its rows and lists.`,
      'Return fewer columns, aggregate earlier, or put a LIMIT on a WITH.',
    );
  }

  tooDeep() {
    return runtimeError('Limit', 'WorkLimit', 'Lists or maps are nested too deeply.');
  }

  /** Returns a computed text, or fails if it is too long. */
  text(value: string): string {
    if (value.length > MAX_TEXT_LENGTH) throw this.longText();
    return value;
  }

  longText() {
    return runtimeError('Limit', 'MemoryLimit', `A text would exceed ${MAX_TEXT_LENGTH} characters.`);
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
