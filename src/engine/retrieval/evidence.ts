import { groupBy } from '../group.ts';
import type { Store } from '../ports.ts';
import { type TermStatistics, termWeight, type WeightedTerms } from '../text/bm25.ts';
import { holdsLiteral, type Literal } from '../text/literals.ts';
import type { Question } from '../text/question.ts';
import { memoryCosines, turnsAmong } from './passage-scores.ts';
import type { Hit, Kin, PassageTerms } from './ports.ts';
import { passageScores } from './words.ts';

/** A literal in the question, and its weight. */
interface Quoted {
  readonly literal: Literal;
  readonly weight: number;
}

/** A literal in more passages than this is a common word, not a quotation. */
const RARE = 5;

/** The literals of a question that are stored and rare. */
export function quotedIn({ literals }: Question, statistics: TermStatistics): Quoted[] {
  return literals.flatMap((literal) => {
    const holders = Math.min(...literal.terms.map((term) => statistics.frequency.get(term) ?? 0));
    const weight = Math.max(...literal.terms.map((term) => termWeight(term, statistics)));
    return holders > 0 && holders <= RARE ? [{ literal, weight }] : [];
  });
}

/** How many other words of the question a passage with a name must hold for the name to count as quoted. */
const BESIDE_NAME = 2;

/** The scores of candidates, computed as candidates are added. */
export class Evidence {
  readonly cosines = new Map<number, number>();
  readonly bm25 = new Map<number, number>();
  /** The share of the quoted literals, weighted by rarity. */
  readonly exact = new Map<number, number>();
  /** By row, the relative of a memory that is nearer to the question than itself. */
  readonly nearer = new Map<number, number>();
  readonly #store: Store;
  readonly #vectors: readonly Float32Array[];
  readonly #terms: WeightedTerms;
  readonly #quoted: readonly Quoted[];

  /** For each vector, the memories whose only passage is already scored. */
  readonly #whole: Set<number>[];

  constructor(store: Store, vectors: readonly Float32Array[], terms: WeightedTerms, quoted: readonly Quoted[]) {
    this.#store = store;
    this.#vectors = vectors;
    this.#terms = terms;
    this.#quoted = quoted;
    this.#whole = vectors.map(() => new Set());
  }

  /** Records hits of a search by the vector with that number. */
  note(number: number, hits: readonly Hit[]): void {
    const whole = hits.filter((hit) => hit.passages === 1);
    for (const { row } of whole) this.#whole[number]?.add(row);
    this.#take(whole);
  }

  #take(hits: readonly Hit[], turns?: ReadonlySet<number>): void {
    for (const [row, cosine] of memoryCosines(hits, turns))
      this.cosines.set(row, Math.max(cosine, this.cosines.get(row) ?? -1));
  }

  /** Computes every score of these memories, whatever search found them. */
  async learn(rows: readonly number[]): Promise<void> {
    const fresh = rows.filter((row) => !this.bm25.has(row));
    if (fresh.length === 0) return;
    const [words, ...cosines] = await Promise.all([
      this.#store.search.passageTerms(fresh),
      ...this.#vectors.map((vector, i) => this.#similarities(vector, i, fresh)),
    ]);
    const turns = turnsAmong(words);
    for (const hits of cosines) this.#take(hits, turns);
    const passages = groupBy(words, ({ row }) => row);
    const scores = passageScores(passages, this.#terms);
    for (const row of fresh) {
      this.bm25.set(row, scores.get(row) ?? 0);
      if (this.#quoted.length > 0) this.exact.set(row, this.#held(passages.get(row) ?? []));
    }
  }

  /** Scores two relatives by meaning and words no less than this share of the other's score; literals are their own. */
  inherit(kin: readonly Pick<Kin, 'row' | 'of'>[], share: number): void {
    const pairs = kin.flatMap(({ row, of }) => [
      { heir: of, from: row },
      { heir: row, from: of },
    ]);
    for (const scores of [this.cosines, this.bm25]) {
      const own = new Map(scores);
      for (const { heir, from } of pairs) {
        const inherited = share * (own.get(from) ?? 0);
        if (inherited <= Math.max(0, scores.get(heir) ?? 0)) continue;
        scores.set(heir, inherited);
        if (scores === this.cosines) this.nearer.set(heir, from);
      }
    }
  }

  async #similarities(vector: Float32Array, number: number, rows: readonly number[]): Promise<Hit[]> {
    const unknown = rows.filter((row) => !this.#whole[number]?.has(row));
    return unknown.length === 0 ? [] : this.#store.search.similarities(vector, unknown);
  }

  /** Whether a passage with a name holds what else the question says, too. */
  #isAbout(passage: string, name: Literal): boolean {
    const held = new Set(passage.split(' '));
    const others = [...this.#terms.weights.keys()].filter((term) => !name.terms.includes(term));
    return others.filter((term) => held.has(term)).length >= Math.min(BESIDE_NAME, others.length);
  }

  #held(passages: readonly PassageTerms[]): number {
    const sum = (quoted: readonly Quoted[]) => quoted.reduce((total, { weight }) => total + weight, 0);
    const held = this.#quoted.filter(({ literal }) =>
      passages.some(({ terms }) => holdsLiteral(terms, literal) && (!literal.isName || this.#isAbout(terms, literal))),
    );
    return sum(held) / sum(this.#quoted);
  }
}
