// How many texts hold a common term. Counting one reads an index entry per text, while one text more or less hardly changes
// the weight of the term: a count that is a minute old will do. Rare terms are always counted.
import type { ScopeFilter } from '../../../engine/access/actor.ts';

const COMMON = 1000;
const KNOWN_FOR_MS = 60_000;
const MOST_KNOWN = 20_000;

interface Counted {
  readonly term: string;
  readonly n: number;
}

export class CommonTerms {
  readonly #known = new Map<string, { readonly n: number; readonly until: number }>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Those of the terms with a recent count within this reach. */
  known(terms: readonly string[], within: ScopeFilter): Counted[] {
    const now = this.#now();
    const key = keyOf(within);
    return terms.flatMap((term) => {
      const count = this.#known.get(key(term));
      return count && count.until > now ? [{ term, n: count.n }] : [];
    });
  }

  learn(counts: readonly Counted[], within: ScopeFilter): void {
    const until = this.#now() + KNOWN_FOR_MS;
    const key = keyOf(within);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    for (const { term, n } of counts) if (n >= COMMON) this.#known.set(key(term), { n, until });
  }
}

function keyOf(within: ScopeFilter): (term: string) => string {
  const reach = JSON.stringify(Object.entries(within).sort());
  return (term) => `${reach} ${term}`;
}
