// Plans the order of matching: from known nodes along relationships or, when nothing is known, from the smallest set.
import type { NetworkSchema } from '../network.ts';
import type { Condition, Pattern, PatternLink, PatternNode, PatternPath } from './pattern.ts';

export type Step = {
  /** Conditions that can be checked right after the step. */
  readonly conditions: readonly Condition[];
} & Way;

type Way =
  | { readonly kind: 'begin' }
  | { readonly kind: 'nodes'; readonly node: PatternNode; readonly bound: ReadonlySet<number> }
  | { readonly kind: 'relationships'; readonly link: PatternLink; readonly passed: readonly number[] }
  | {
      readonly kind: 'ends';
      readonly link: PatternLink;
      readonly bound: ReadonlySet<number>;
      readonly passed: readonly number[];
    }
  | {
      readonly kind: 'expand' | 'walk' | 'shortest';
      readonly link: PatternLink;
      /** Follows the link from its end to its beginning. */
      readonly backwards: boolean;
      /** The other end is known. */
      readonly closes: boolean;
      /** The relationship itself is known. */
      readonly given: boolean;
      /** Slots of relationships that the same match already passed. */
      readonly passed: readonly number[];
    }
  | { readonly kind: 'path'; readonly path: PatternPath };

/** Reads the schema only when there is a choice. */
export async function planPattern(pattern: Pattern, schema: () => Promise<NetworkSchema>): Promise<Step[]> {
  const planner = new Planner(pattern);
  while (!planner.done) planner.extend() || planner.begin(planner.needsSchema ? await schema() : null);
  return planner.steps;
}

class Planner {
  readonly steps: Step[] = [];
  readonly #bound: Set<number>;
  readonly #nodes: Set<PatternNode>;
  readonly #links: Set<PatternLink>;
  readonly #paths: Set<PatternPath>;
  readonly #conditions: Set<Condition>;
  readonly #passed: number[] = [];
  readonly #given: ReadonlySet<number>;

  constructor(pattern: Pattern) {
    this.#given = pattern.bound;
    this.#bound = new Set(pattern.bound);
    this.#nodes = new Set(pattern.nodes.filter(({ slot }) => !pattern.bound.has(slot)));
    this.#links = new Set(pattern.links);
    this.#paths = new Set(pattern.paths);
    this.#conditions = new Set(pattern.conditions);
    this.#add({ kind: 'begin' }, []);
  }

  get done(): boolean {
    return this.#nodes.size === 0 && this.#links.size === 0 && this.#paths.size === 0;
  }

  /** Extends from a bound node; false when there is none. */
  extend(): boolean {
    const path = [...this.#paths].find(({ nodes, links }) =>
      [...nodes, ...links].every(({ slot }) => this.#bound.has(slot) && !this.#isOpen(slot)),
    );
    if (path) {
      this.#paths.delete(path);
      this.#add({ kind: 'path', path }, [path.slot]);
      return true;
    }
    const link = [...this.#links].sort((a, b) => this.#cost(a) - this.#cost(b))[0];
    if (!link || this.#cost(link) === Number.POSITIVE_INFINITY) return false;
    this.#follow(link);
    return true;
  }

  get needsSchema(): boolean {
    return ![...this.#nodes].some((node) => this.#isAnchored(node)) && this.#nodes.size > 1;
  }

  /** Starts from an unbound node or relationship. */
  begin(schema: NetworkSchema | null): void {
    const [node] = [...this.#nodes].sort((a, b) => this.#size(a, schema) - this.#size(b, schema));
    const [link] = [...this.#links]
      .filter(
        ({ slot, from, to, length }) =>
          length === null && ![slot, from.slot, to.slot].some((each) => this.#bound.has(each)),
      )
      .sort((a, b) => edgeCount(a, schema) - edgeCount(b, schema));
    if (link && (!node || edgeCount(link, schema) <= this.#size(node, schema))) {
      this.#links.delete(link);
      this.#add({ kind: 'relationships', link, passed: [...this.#passed] }, [link.slot, link.from.slot, link.to.slot]);
      this.#passed.push(link.slot);
      return;
    }
    if (!node) throw new Error('an unfinished pattern must have a node or a link to start from');
    this.#add({ kind: 'nodes', node, bound: new Set(this.#bound) }, [node.slot]);
  }

  #isOpen(slot: number): boolean {
    return [...this.#links].some((link) => link.slot === slot);
  }

  #cost({ slot, from, to, length, shortest }: PatternLink): number {
    const ends = Number(this.#bound.has(from.slot)) + Number(this.#bound.has(to.slot));
    if (shortest) return ends === 2 ? 200 : Number.POSITIVE_INFINITY;
    if (this.#given.has(slot) && length === null) return ends === 2 ? 0 : 1;
    if (ends === 0) return Number.POSITIVE_INFINITY;
    return (length === null ? 10 : 100) - ends;
  }

  #follow(link: PatternLink): void {
    const { slot, from, to, length, shortest } = link;
    const given = this.#given.has(slot);
    const [knowsFrom, knowsTo] = [this.#bound.has(from.slot), this.#bound.has(to.slot)];
    const passed = [...this.#passed];
    this.#links.delete(link);
    if (given && length === null && !(knowsFrom || knowsTo)) {
      this.#add({ kind: 'ends', link, bound: new Set(this.#bound), passed }, [from.slot, to.slot]);
    } else {
      const kind = shortest ? 'shortest' : length ? 'walk' : 'expand';
      const backwards = !knowsFrom;
      this.#add({ kind, link, backwards, closes: knowsFrom && knowsTo, given, passed }, [slot, from.slot, to.slot]);
    }
    this.#passed.push(slot);
  }

  #add(way: Way, slots: readonly number[]): void {
    for (const slot of slots) this.#bound.add(slot);
    for (const node of this.#nodes) if (this.#bound.has(node.slot)) this.#nodes.delete(node);
    const ready = [...this.#conditions].filter((condition) => condition.slots.every((slot) => this.#bound.has(slot)));
    for (const condition of ready) this.#conditions.delete(condition);
    this.steps.push({ ...way, conditions: ready });
  }

  #isAnchored({ anchors }: PatternNode): boolean {
    return anchors.some(({ slots }) => slots.every((slot) => this.#bound.has(slot)));
  }

  /** The approximate number of nodes to read. */
  #size(node: PatternNode, schema: NetworkSchema | null): number {
    if (this.#isAnchored(node)) return node.labels.length > 0 ? 0 : 1;
    if (node.labels.length === 0) return 1e12;
    return schema ? Math.min(...node.labels.map((label) => schema.labels.get(label) ?? 0)) : 1e6;
  }
}

function edgeCount({ types }: PatternLink, schema: NetworkSchema | null): number {
  if (!schema) return 1e9;
  const counts = types ? types.map((type) => schema.types.get(type) ?? 0) : [...schema.types.values()];
  return counts.reduce((sum, count) => sum + count, 0);
}
