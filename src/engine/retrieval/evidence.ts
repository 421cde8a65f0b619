import type { Store } from '../ports.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { memoryCosines } from './passage-scores.ts';
import type { Hit } from './ports.ts';
import { wordScores } from './words.ts';

/** The scores of candidates, learned as they come in. */
export class Evidence {
  readonly cosines = new Map<number, number>();
  readonly bm25 = new Map<number, number>();
  readonly #store: Store;
  readonly #vectors: readonly Float32Array[];
  readonly #terms: WeightedTerms;

  /** For each vector, the memories whose only passage it has met already. */
  readonly #whole: Set<number>[];

  constructor(store: Store, vectors: readonly Float32Array[], terms: WeightedTerms) {
    this.#store = store;
    this.#vectors = vectors;
    this.#terms = terms;
    this.#whole = vectors.map(() => new Set());
  }

  /** What a search by the vector of that number has found anyway. */
  note(number: number, hits: readonly Hit[]): void {
    const whole = hits.filter((hit) => hit.passages === 1);
    for (const { row } of whole) this.#whole[number]?.add(row);
    this.#take(whole);
  }

  #take(hits: readonly Hit[]): void {
    for (const [row, cosine] of memoryCosines(hits))
      this.cosines.set(row, Math.max(cosine, this.cosines.get(row) ?? -1));
  }

  /** Scores these memories both ways, wherever they came from. */
  async learn(rows: readonly number[]): Promise<void> {
    const fresh = rows.filter((row) => !this.bm25.has(row));
    if (fresh.length === 0) return;
    for (const [i, vector] of this.#vectors.entries()) {
      const unknown = fresh.filter((row) => !this.#whole[i]?.has(row));
      this.#take(await this.#store.search.similarities(vector, unknown));
    }
    const scores = await wordScores(this.#store.search, fresh, this.#terms);
    for (const row of fresh) this.bm25.set(row, scores.get(row) ?? 0);
  }
}
