// Loads what was found, with what is said about each result.
import { type Actor, reach } from '../access/actor.ts';
import type { Links } from '../code/links.ts';
import type { Store } from '../ports.ts';
import { outdated } from './later-changes.ts';
import { READ } from './ordering.ts';
import type { Ranked } from './recall.ts';
import type { Found } from './results.ts';

export class Loading {
  readonly #store: Store;
  readonly #links: Links;

  constructor(store: Store, links: Links) {
    this.#store = store;
    this.#links = links;
  }

  /** Loads the memories of a ranking, best first. */
  async load(actor: Actor, ranked: readonly Ranked[], limit: number, at: number): Promise<Found[]> {
    return (await this.#load(actor, sorted(ranked).slice(0, limit), at)).found;
  }

  /** The same, and behind them, if they were found at all, the later memories that may have changed the first. */
  async loadWithLater(actor: Actor, ranked: readonly Ranked[], limit: number, at: number): Promise<Found[]> {
    const all = sorted(ranked);
    const { found, successors } = await this.#load(actor, all.slice(0, limit), at);
    const changed = found.slice(0, READ).filter(({ changedBy }) => changedBy !== null);
    const later = new Set(changed.map(({ memory }) => successors.get(memory.row)?.row));
    const more = all.slice(limit).filter(({ row }) => later.has(row));
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
      const own = {
        replaces: replaced.get(row) ?? null,
        ...outdated(successors.get(row), stale.get(row)),
      };
      return [{ memory, ...ranking, excerpt: null, ...own }];
    });
    return { found: loaded, successors };
  }
}

const sorted = (ranked: readonly Ranked[]): Ranked[] => ranked.toSorted((a, b) => b.score - a.score);
