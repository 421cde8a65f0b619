import { createHash } from 'node:crypto';
import type { EmbeddedPassage } from '../../engine/memories/embedder.ts';

const MAX_PASSAGES = 4000;

/** The most recently embedded texts, by hash. Limited by the number of passages, whose size the model limits. */
export class PassageCache {
  readonly #entries = new Map<string, readonly EmbeddedPassage[]>();
  #size = 0;
  #bytes = 0;
  #hits = 0;
  #misses = 0;

  async remember(text: string, make: () => Promise<EmbeddedPassage[]>): Promise<EmbeddedPassage[]> {
    const key = createHash('sha256').update(text).digest('base64');
    const known = this.#entries.get(key);
    if (known) {
      this.#hits++;
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return [...known];
    }
    this.#misses++;
    const made = await make();
    if (!this.#entries.has(key)) this.#add(key, made);
    return made;
  }

  #add(key: string, made: readonly EmbeddedPassage[]): void {
    this.#entries.set(key, made);
    this.#size += made.length;
    this.#bytes += bytesOf(made);
    for (const [oldest, passages] of this.#entries) {
      if (this.#size <= MAX_PASSAGES) return;
      this.#entries.delete(oldest);
      this.#size -= passages.length;
      this.#bytes -= bytesOf(passages);
    }
  }

  statistics(): { hits: number; misses: number; size: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, size: this.#entries.size, bytes: this.#bytes };
  }
}

/** A character takes up to two bytes in memory. */
const bytesOf = (passages: readonly EmbeddedPassage[]): number =>
  passages.reduce((sum, { text, vector }) => sum + text.length * 2 + vector.byteLength, 0);
