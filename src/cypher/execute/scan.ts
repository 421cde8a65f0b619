// Steps without a starting point: all matching nodes, or all relationships of a type.
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import type { NodeMatch } from '../network.ts';
import { isNumeric, toNumber } from '../values/numbers.ts';
import type { CypherNode, CypherRelationship, CypherValue } from '../values/value.ts';
import { wasPassed } from './expand.ts';
import type { PatternNode } from './pattern.ts';
import type { Step } from './plan.ts';

export async function* scanNodes(
  { node, bound }: Extract<Step, { kind: 'nodes' }>,
  rows: Row[],
  scope: Scope,
): Batches {
  const source = new NodeSource(scope);
  let found: Row[] = [];
  for (const row of rows) {
    for await (const page of source.pages(node, bound, row)) {
      for (const each of page) {
        if (scope.session.budget.row()) await scope.session.budget.yieldToEventLoop();
        const next = row.slice();
        next[node.slot] = each;
        found.push(next);
        if (found.length < BATCH) continue;
        yield found;
        found = [];
      }
    }
  }
  if (found.length > 0) yield found;
}

/** Reads nodes in pages; a short list that every row needs is read once. */
class NodeSource {
  readonly #scope: Scope;
  #key = '';
  #nodes: CypherNode[] | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async *pages(node: PatternNode, bound: ReadonlySet<number>, row: Row): AsyncGenerator<CypherNode[]> {
    const { view } = this.#scope.session;
    const wanted = lookup(node, bound, row);
    if (!wanted) return;
    if (wanted.id !== null) {
      yield await view.nodesById([wanted.id]);
      return;
    }
    const { match } = wanted;
    const key = JSON.stringify(match);
    if (this.#nodes && this.#key === key) {
      yield this.#nodes;
      return;
    }
    let after: string | null = null;
    for (;;) {
      const page: CypherNode[] = await view.nodes(match, { after, limit: BATCH });
      if (after === null) [this.#key, this.#nodes] = [key, page.length < BATCH ? page : null];
      yield page;
      const last = page.at(-1);
      if (page.length < BATCH || !last) return;
      after = last.id;
    }
  }
}

interface Lookup {
  readonly id: string | null;
  readonly match: NodeMatch;
}

/** The request to the store; null when nothing can match. */
function lookup({ labels, anchors }: PatternNode, bound: ReadonlySet<number>, row: Row): Lookup | null {
  const equal: Record<string, string | number | boolean> = {};
  let id: string | null = null;
  for (const { key, value, slots } of anchors) {
    if (!slots.every((slot) => bound.has(slot))) continue;
    const wanted = value.run(row);
    if (wanted === null) return null;
    if (key === null) {
      if (typeof wanted !== 'string') return null;
      id = wanted;
      continue;
    }
    const plain = indexable(wanted);
    if (plain !== null) equal[key] = plain;
  }
  return { id, match: Object.keys(equal).length > 0 ? { labels, equal } : { labels } };
}

/** The value as a store holds it; an integer that JSON cannot hold exactly is left to the later check. */
function indexable(value: CypherValue): string | number | boolean | null {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return isNumeric(value) && typeof value !== 'bigint' ? toNumber(value) : null;
}

export async function* scanRelationships(
  { link, passed }: Extract<Step, { kind: 'relationships' }>,
  rows: Row[],
  { session: { view, budget } }: Scope,
): Batches {
  let found: Row[] = [];
  for (const row of rows) {
    let after: string | null = null;
    for (;;) {
      const page: CypherRelationship[] = await view.relationships(link.types, { after, limit: BATCH });
      for (const relationship of page) {
        if (budget.row()) await budget.yieldToEventLoop();
        const { id, from, to } = relationship.edge;
        if (wasPassed(row, passed, id)) continue;
        const ways = link.direction === 'incoming' ? [[to, from]] : [[from, to]];
        if (link.direction === 'both' && from !== to) ways.push([to, from]);
        for (const [first = '', second = ''] of ways) {
          if (link.from === link.to && first !== second) continue;
          const next = row.slice();
          next[link.slot] = relationship;
          if (link.from.needed) next[link.from.slot] = view.node(first);
          if (link.to.needed) next[link.to.slot] = view.node(second);
          found.push(next);
        }
      }
      if (found.length >= BATCH) {
        yield found;
        found = [];
      }
      const last = page.at(-1);
      if (page.length < BATCH || !last) break;
      after = last.edge.id;
    }
  }
  if (found.length > 0) yield found;
}
