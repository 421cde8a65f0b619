// Finds shortest paths between two known nodes, ring by ring from both ends until the rings meet.
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Direction } from '../network.ts';
import { CypherNode, type CypherRelationship } from '../values/value.ts';
import { beyond, ends, type LinkStep, OPPOSITE } from './expand.ts';
import { admits } from './pattern.ts';

export async function* shortestPaths(step: LinkStep, rows: Row[], scope: Scope): Batches {
  const { budget } = scope.session;
  const { start, end } = ends(step);
  let found: Row[] = [];
  for (const row of rows) {
    const [from, to] = [row[start.slot], row[end.slot]];
    if (!(from instanceof CypherNode && to instanceof CypherNode)) continue;
    for (const way of await shortestWays(from.id, to.id, row, step, scope)) {
      if (budget.row()) await budget.yieldToEventLoop();
      const next = row.slice();
      next[step.link.slot] = step.backwards ? way.toReversed() : way;
      found.push(next);
      if (found.length >= BATCH) {
        yield found;
        found = [];
      }
      if (step.link.shortest === 'one') break;
    }
  }
  if (found.length > 0) yield found;
}

async function shortestWays(
  from: string,
  to: string,
  row: Row,
  step: LinkStep,
  scope: Scope,
): Promise<Iterable<CypherRelationship[]>> {
  const { least, most } = step.link.length ?? { least: 1, most: 1 };
  if (from === to) return least === 0 ? [[]] : [];
  const { direction } = ends(step);
  const [near, far] = [new Rings(from, direction), new Rings(to, OPPOSITE[direction])];
  while (near.depth + far.depth < most && near.outermost.length > 0 && far.outermost.length > 0) {
    const smaller = near.outermost.length <= far.outermost.length ? near : far;
    await smaller.grow(row, step, scope);
    const meetings = smaller.outermost.filter((id) => (smaller === near ? far : near).reached.has(id));
    if (meetings.length > 0) return near.depth + far.depth >= least ? ways(meetings, near, far) : [];
  }
  return [];
}

/** The nodes reachable from one node, by distance. */
class Rings {
  readonly #start: string;
  readonly #direction: Direction;
  readonly reached = new Map<string, number>();
  /** The relationships by which each node was first reached, and from where. */
  readonly #arrivals = new Map<string, { readonly relationship: CypherRelationship; readonly from: string }[]>();
  outermost: string[];
  depth = 0;

  constructor(start: string, direction: Direction) {
    this.#start = start;
    this.#direction = direction;
    this.outermost = [start];
    this.reached.set(start, 0);
  }

  async grow(row: Row, { link }: LinkStep, scope: Scope): Promise<void> {
    const { view, budget } = scope.session;
    const adjacent = await view.adjacent(this.outermost, this.#direction, link.types);
    const next: string[] = [];
    this.depth++;
    for (const id of this.outermost) {
      for (const relationship of adjacent.get(id) ?? []) {
        if (budget.row()) await budget.yieldToEventLoop();
        const other = beyond(relationship, id);
        const before = this.reached.get(other);
        if ((before !== undefined && before < this.depth) || !admits(link, relationship, row, scope)) continue;
        if (before === undefined) {
          this.reached.set(other, this.depth);
          next.push(other);
        }
        const arrivals = this.#arrivals.get(other) ?? [];
        arrivals.push({ relationship, from: id });
        this.#arrivals.set(other, arrivals);
      }
    }
    this.outermost = next;
  }

  /** Yields every shortest path from a node back to the start. */
  *waysBack(from: string): Generator<CypherRelationship[]> {
    const way: CypherRelationship[] = [];
    const choices = [{ node: from, next: 0 }];
    for (let choice = choices.at(-1); choice; choice = choices.at(-1)) {
      const isHome = choice.node === this.#start;
      const arrival = isHome ? undefined : this.#arrivals.get(choice.node)?.[choice.next++];
      if (isHome) yield [...way];
      if (arrival) {
        way.push(arrival.relationship);
        choices.push({ node: arrival.from, next: 0 });
      } else {
        choices.pop();
        way.pop();
      }
    }
  }
}

/** A shortest path passes exactly one of the nodes where the rings meet. */
function* ways(meetings: readonly string[], near: Rings, far: Rings): Generator<CypherRelationship[]> {
  for (const meeting of meetings) {
    for (const first of near.waysBack(meeting)) {
      for (const second of far.waysBack(meeting)) yield [...first.toReversed(), ...second];
    }
  }
}
