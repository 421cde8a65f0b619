// Compares what was acknowledged with what exists after a crash.
import { groupBy } from '../../src/engine/group.ts';
import type { Facts } from './facts.ts';

/** The facts that an operation changes; null for those it removes. */
export type Changes = ReadonlyMap<string, string | null>;

/** The parts of an unanswered operation that must happen together. */
export type Grain = 'all' | 'kind' | 'each';

interface Pending {
  readonly name: string;
  readonly changes: Changes;
  readonly grain: Grain;
}

export interface Verdict {
  readonly lost: readonly string[];
  readonly resurrected: readonly string[];
  /** Incomplete, or never requested. */
  readonly damaged: readonly string[];
}

export class Ledger {
  readonly #expected = new Map<string, string>();
  readonly #gone = new Set<string>();
  readonly #pending: Pending[] = [];
  /** What a server may finish after a restart: the values that a fact may still take. */
  readonly #unfinished = new Map<string, string | null>();

  get expected(): Facts {
    return this.#expected;
  }

  acknowledge(changes: Changes): void {
    for (const [fact, value] of changes) this.#set(fact, value);
  }

  /** It was requested but not answered: it happened completely or not at all. */
  suspect(name: string, changes: Changes, grain: Grain = 'all'): void {
    this.#pending.push({ name, changes, grain });
  }

  /** Compares, and from then on expects what unanswered operations turned out to have done. */
  compare(found: Facts): Verdict {
    const lost: string[] = [];
    const resurrected: string[] = [];
    const damaged: string[] = [];
    const open = new Set(this.#pending.flatMap(({ changes }) => [...changes.keys()]));
    for (const pending of this.#pending) damaged.push(...this.#halves(pending, found));
    for (const fact of new Set([...this.#expected.keys(), ...found.keys()])) {
      const [want, got] = [this.#expected.get(fact) ?? null, found.get(fact) ?? null];
      if (open.has(fact) || this.#isAsBefore(fact, got)) continue;
      if (want !== null) lost.push(`${fact} was ${short(want)}, but is ${short(got)}`);
      else if (this.#gone.has(fact)) resurrected.push(`${fact} is back as ${short(got)}`);
      else damaged.push(`${fact} is ${short(got)}, which was never requested`);
      // Report each only once.
      this.#set(fact, got);
    }
    this.#settle(found, open);
    return { lost, resurrected, damaged };
  }

  #halves({ name, changes, grain }: Pending, found: Facts): string[] {
    const groups = groupBy(changes, ([fact]) =>
      grain === 'all' ? '' : grain === 'kind' ? fact.slice(0, fact.indexOf(' ')) : fact,
    );
    return [...groups.values()].flatMap((group) => {
      const isDoneWhole = group.every(([fact, after]) => (found.get(fact) ?? null) === after);
      if (isDoneWhole || group.every(([fact]) => this.#isAsBefore(fact, found.get(fact) ?? null))) return [];
      const shown = (facts: typeof group) =>
        facts.slice(0, 3).map(([fact, after]) => `${fact} is ${short(found.get(fact) ?? null)}, not ${short(after)}`);
      const [done, left] = [true, false].map((isDone) =>
        group.filter(([fact, after]) => ((found.get(fact) ?? null) === after) === isDone),
      );
      return [`${name} is incomplete, ${done?.length} of ${group.length} facts: ${shown(left ?? []).join('; ')}`];
    });
  }

  #isAsBefore(fact: string, got: string | null): boolean {
    return (
      (this.#expected.get(fact) ?? null) === got || (this.#unfinished.has(fact) && this.#unfinished.get(fact) === got)
    );
  }

  #settle(found: Facts, open: ReadonlySet<string>): void {
    for (const [fact, value] of this.#unfinished) {
      if ((found.get(fact) ?? null) === value) this.#set(fact, value);
    }
    for (const { changes } of this.#pending.splice(0)) {
      for (const [fact, after] of changes) {
        this.#unfinished.delete(fact);
        if (fact.startsWith('project ') && (found.get(fact) ?? null) !== after) this.#unfinished.set(fact, after);
      }
    }
    for (const fact of open) if (!this.#unfinished.has(fact)) this.#set(fact, found.get(fact) ?? null);
  }

  #set(fact: string, value: string | null): void {
    this.#unfinished.delete(fact);
    if (value === null) {
      this.#expected.delete(fact);
      this.#gone.add(fact);
    } else {
      this.#expected.set(fact, value);
      this.#gone.delete(fact);
    }
  }
}

const short = (value: string | null): string =>
  value === null ? 'missing' : value.length > 80 ? `"${value.slice(0, 60)}…${value.slice(-20)}"` : `"${value}"`;
