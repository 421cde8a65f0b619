// Loads what was found, with what is said about each result.
import { type Actor, reach } from '../access/actor.ts';
import type { Links } from '../code/links.ts';
import type { Memory } from '../model.ts';
import type { Store } from '../ports.ts';
import type { WeightedTerms } from '../text/bm25.ts';
import { excerptsOf } from './excerpts.ts';
import { outdated } from './later-changes.ts';
import type { Ranked } from './recall.ts';
import type { Found } from './results.ts';
import { READ } from './verdicts.ts';

export class Loading {
  readonly #store: Store;
  readonly #links: Links;

  constructor(store: Store, links: Links) {
    this.#store = store;
    this.#links = links;
  }

  /** Loads the memories of a ranking, best first, and behind them what may have changed the very first ones. */
  async load(actor: Actor, ranked: readonly Ranked[], limit: number, at: number): Promise<Found[]> {
    const sorted = ranked.toSorted((a, b) => b.score - a.score);
    const [best, others] = [sorted.slice(0, limit), sorted.slice(limit)];
    const { found, successors } = await this.#load(actor, best, at);
    const later = new Set(best.slice(0, READ).map(({ row }) => successors.get(row)?.row));
    const more = others.filter(({ row }) => later.has(row));
    return more.length === 0 ? found : [...found, ...(await this.#load(actor, more, at)).found];
  }

  async #load(
    actor: Actor,
    best: readonly Ranked[],
    at: number,
  ): Promise<{ found: Found[]; successors: ReadonlyMap<number, { readonly row: number }> }> {
    const rows = best.map(({ row }) => row);
    const [found, stale, replaced, successors] = await Promise.all([
      this.#store.memories.byRows(rows),
      this.#links.stale(actor, rows),
      this.#store.memories.replacedBy(rows, reach(actor)),
      this.#store.inbox.successors(rows, reach(actor), at),
    ]);
    const memories = new Map(found.map((memory) => [memory.row, memory]));
    const loaded = best.flatMap(({ row, ...ranking }) => {
      const memory = memories.get(row);
      if (!memory) return [];
      // Who asks for a time may want what was so then.
      const later = ranking.parts.time === null ? successors.get(row)?.id : undefined;
      const own = { replaces: replaced.get(row) ?? null, ...outdated(later ?? null, stale.get(row)) };
      return [{ memory, ...ranking, excerpt: null, ...own }];
    });
    return { found: loaded, successors };
  }

  /** With the matching parts of long memories. */
  async excerpted<T extends { readonly memory: Memory }>(
    found: readonly T[],
    vectors: readonly Float32Array[],
    words: WeightedTerms,
  ): Promise<(T & { readonly excerpt: string | null })[]> {
    const memories = found.map(({ memory }) => memory);
    const excerpts = await excerptsOf(memories, this.#store.search, vectors, words);
    return found.map((each) => ({ ...each, excerpt: excerpts.get(each.memory.row) ?? null }));
  }
}
