import { createHash } from 'node:crypto';

/** The most recently used values, by the hash of the text they were made from. */
export class ContentCache<T> {
  readonly #capacity: number;
  readonly #entries = new Map<string, T>();
  #hits = 0;
  #misses = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  async remember(text: string, make: () => Promise<T>): Promise<T> {
    const key = createHash('sha256').update(text).digest('base64');
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#hits++;
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    this.#misses++;
    const value = await make();
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    return value;
  }

  statistics(): { hits: number; misses: number; size: number } {
    return { hits: this.#hits, misses: this.#misses, size: this.#entries.size };
  }
}
