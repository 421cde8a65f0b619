// Runs the steps of a pattern on batches of rows. Rows keep their order, so that an optional match knows which rows
// found nothing.

import { typeError } from '../error.ts';
import type { Batches, Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import { CypherNode, CypherPath, CypherRelationship, isList, kindOf } from '../values/value.ts';
import { expand, wasPassed } from './expand.ts';
import type { Pattern, PatternNode } from './pattern.ts';
import { planPattern, type Step } from './plan.ts';
import { scanNodes, scanRelationships } from './scan.ts';
import { shortestPaths } from './shortest.ts';
import { walk } from './trails.ts';

export class Matcher {
  readonly #pattern: Pattern;
  readonly #scope: Scope;
  #steps: Promise<Step[]> | null = null;

  constructor(pattern: Pattern, scope: Scope) {
    this.#pattern = pattern;
    this.#scope = scope;
  }

  async *run(rows: Row[]): AsyncGenerator<Row[]> {
    const { view } = this.#scope.session;
    this.#steps ??= planPattern(this.#pattern, () => view.schema());
    yield* this.#from(await this.#steps, 0, rows);
  }

  async *#from(steps: readonly Step[], index: number, rows: Row[]): AsyncGenerator<Row[]> {
    const step = steps[index];
    if (!step) {
      yield rows;
      return;
    }
    for await (const found of this.#apply(step, rows)) {
      await this.#load(step, found);
      const kept = await this.#keep(step, found);
      if (kept.length > 0) yield* this.#from(steps, index + 1, kept);
    }
  }

  #apply(step: Step, rows: Row[]): Batches {
    switch (step.kind) {
      case 'begin':
        return this.#begin(rows);
      case 'nodes':
        return scanNodes(step, rows, this.#scope);
      case 'relationships':
        return scanRelationships(step, rows, this.#scope);
      case 'ends':
        return this.#ends(step, rows);
      case 'expand':
        return expand(step, rows, this.#scope);
      case 'walk':
        return walk(step, rows, this.#scope);
      case 'shortest':
        return shortestPaths(step, rows, this.#scope);
      case 'path':
        return this.#paths(step, rows);
    }
  }

  /** Rows in which every bound variable is present and of the right kind. */
  async *#begin(rows: Row[]): Batches {
    const { nodes, links, bound } = this.#pattern;
    const boundNodes = nodes.filter(({ slot }) => bound.has(slot));
    const boundLinks = links.filter(({ slot }) => bound.has(slot));
    const whole = rows.filter(
      (row) =>
        boundNodes.every(({ slot }) => isThere(row, slot, (value) => value instanceof CypherNode)) &&
        boundLinks.every(({ slot, length }) =>
          isThere(row, slot, (value) => (length ? isList(value) : value instanceof CypherRelationship)),
        ),
    );
    await this.#loadNodes(boundNodes, whole);
    yield whole;
  }

  async *#ends({ link, bound, passed }: Extract<Step, { kind: 'ends' }>, rows: Row[]): Batches {
    const { view } = this.#scope.session;
    const found: Row[] = [];
    for (const row of rows) {
      const relationship = row[link.slot];
      if (!(relationship instanceof CypherRelationship)) continue;
      const { id, from, to, type } = relationship.edge;
      if ((link.types && !link.types.includes(type)) || wasPassed(row, passed, id)) continue;
      const ways = link.direction === 'incoming' ? [[to, from]] : [[from, to]];
      if (link.direction === 'both' && from !== to) ways.push([to, from]);
      for (const [first = '', second = ''] of ways) {
        if (link.from === link.to && first !== second) continue;
        const next = row.slice();
        if (!bound.has(link.from.slot)) next[link.from.slot] = view.node(first);
        if (!bound.has(link.to.slot)) next[link.to.slot] = view.node(second);
        found.push(next);
      }
    }
    yield found;
  }

  async *#paths({ path: { slot, nodes, links } }: Extract<Step, { kind: 'path' }>, rows: Row[]): Batches {
    const { view, budget } = this.#scope.session;
    const looked = nodes.some((node) => node.looked);
    const found: Row[] = [];
    for (const row of rows) {
      if (budget.row()) await budget.yieldToEventLoop();
      const start = row[nodes[0]?.slot ?? -1];
      if (!(start instanceof CypherNode)) continue;
      const [passed, relationships]: [CypherNode[], CypherRelationship[]] = [[start], []];
      for (const [index, link] of links.entries()) {
        const value = row[link.slot] ?? null;
        for (const relationship of isList(value) ? value : [value]) {
          if (!(relationship instanceof CypherRelationship)) continue;
          const { from, to } = relationship.edge;
          const at = passed.at(-1)?.id;
          relationships.push(relationship);
          passed.push(view.node(from === at ? to : from));
        }
        const end = row[nodes[index + 1]?.slot ?? -1];
        if (end instanceof CypherNode) passed[passed.length - 1] = end;
      }
      const next = row.slice();
      next[slot] = new CypherPath(passed, relationships);
      found.push(next);
    }
    if (looked) await view.load(found.flatMap((row) => (row[slot] instanceof CypherPath ? row[slot].nodes : [])));
    yield found;
  }

  async #load(step: Step, rows: readonly Row[]): Promise<void> {
    if (step.kind === 'relationships' || step.kind === 'ends')
      await this.#loadNodes([step.link.from, step.link.to], rows);
    if (step.kind === 'expand' || step.kind === 'walk') {
      await this.#loadNodes([step.backwards ? step.link.from : step.link.to], rows);
    }
  }

  async #loadNodes(nodes: readonly PatternNode[], rows: readonly Row[]): Promise<void> {
    const missing: CypherNode[] = [];
    for (const { slot, looked } of nodes) {
      if (!looked) continue;
      for (const row of rows) {
        const node = row[slot];
        if (node instanceof CypherNode && !node.content) missing.push(node);
      }
    }
    if (missing.length > 0) await this.#scope.session.view.load(missing);
  }

  async #keep({ conditions }: Step, rows: Row[]): Promise<Row[]> {
    if (conditions.length === 0) return rows;
    const holds = await this.#scope.session.subqueries.each(rows, (row) => conditions.every((each) => each.holds(row)));
    return rows.filter((_, index) => holds[index]);
  }
}

function isThere(row: Row, slot: number, isRight: (value: Row[number]) => boolean): boolean {
  const value = row[slot] ?? null;
  if (value === null) return false;
  if (isRight(value)) return true;
  throw typeError('InvalidArgumentType', `A pattern cannot start from a value of type ${kindOf(value)}.`);
}
