// Checks that servers do not leak memory.

/** Allowed growth between the middle of a run and its end. */
const MAX_GROWTH = 1.5;
const MAX_MB = 1500;
/** A short run is not conclusive. */
const MIN_SAMPLES = 20;

export class MemoryCurve {
  readonly #samples: number[] = [];

  add(megabytes: number | null): void {
    if (megabytes !== null) this.#samples.push(megabytes);
  }

  /** The problem, or null. */
  problem(): string | null {
    if (this.#samples.length < MIN_SAMPLES) return null;
    const { middle, end } = this.#figures();
    return end > MAX_MB || end > MAX_GROWTH * middle ? `memory grew from ${middle} to ${end} MB` : null;
  }

  describe(): string {
    const { middle, end } = this.#figures();
    return `${middle} MB half way, ${end} MB at the end, ${Math.round(Math.max(0, ...this.#samples))} MB at most`;
  }

  #figures(): { middle: number; end: number } {
    const { length } = this.#samples;
    const median = (from: number, to: number) => {
      const part = this.#samples.slice(Math.floor(from * length), Math.ceil(to * length)).sort((a, b) => a - b);
      return Math.round(part[Math.floor(part.length / 2)] ?? 0);
    };
    return { middle: median(0.4, 0.6), end: median(0.9, 1) };
  }
}
