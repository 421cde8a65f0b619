// A store behind a simulated network: queries sent together share one trip, and every trip is counted.
import type { Store } from '../src/engine/ports.ts';
import type { Frontier, FrontierEdges, FrontierStore } from '../src/engine/retrieval/ports.ts';

type Method = (...input: unknown[]) => unknown;
const isMethod = (value: unknown): value is Method => typeof value === 'function';
const isPart = (value: unknown): value is object => typeof value === 'object' && value !== null;

export class Wire {
  #waiting: (() => void)[] = [];
  #trips = 0;
  #questions: string[] = [];

  send(name: string, ask: () => Promise<unknown>): Promise<unknown> {
    this.#questions.push(name);
    if (this.#waiting.length === 0) setImmediate(() => this.#go());
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => void ask().then(resolve, reject));
    });
  }

  #go(): void {
    this.#trips++;
    for (const ask of this.#waiting.splice(0)) ask();
  }

  /** What this work queries, and in how many trips. */
  async count(work: () => Promise<unknown>): Promise<{ trips: number; questions: readonly string[] }> {
    this.#trips = 0;
    this.#questions = [];
    await work();
    return { trips: this.#trips, questions: this.#questions };
  }
}

/** The same store; each call is a query over the network. */
export const overWire = (store: Store, wire: Wire): Store => wired(store, wire, '');

function wired<T extends object>(target: T, wire: Wire, path: string): T {
  return new Proxy(target, {
    get: (object, property) => {
      const value: unknown = Reflect.get(object, property, object);
      const name = `${path}${String(property)}`;
      if (name === 'network' && isMethod(value))
        return (filter: unknown) => wired(Object(Reflect.apply(value, object, [filter])), wire, 'network.');
      if (isMethod(value))
        return (...input: unknown[]) =>
          wire.send(name, () => Promise.resolve().then(() => Reflect.apply(value, object, input)));
      return isPart(value) ? wired(value, wire, `${name}.`) : value;
    },
  });
}

/** Answers a few steps more than requested, as a remote store would. */
export const farSighted = (near: FrontierStore, steps = 2): FrontierStore => ({
  async edges(asked, hub, filter) {
    let found = await near.edges(asked, hub, filter);
    for (let step = 0; step < steps; step++) found = await near.edges(reachedBy(found), hub, filter);
    return found;
  },
});

/** The nodes of some edges, including their targets. */
const reachedBy = (found: FrontierEdges): Frontier => ({
  memories: unique(
    found.memories,
    found.neighbours.map(({ neighbour }) => neighbour),
    found.sharing.map(({ other }) => other),
    found.traces.flatMap(({ from, to }) => [from, to]),
    found.mentioned.map(({ memory }) => memory),
  ),
  entities: unique(
    found.entities,
    found.mentions.map(({ entity }) => entity),
    found.relations.flatMap(({ fromRow, toRow }) => [fromRow, toRow]),
  ),
});

const unique = (...lists: readonly (readonly number[])[]): number[] => [...new Set(lists.flat())];
