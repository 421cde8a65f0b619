// One step along a relationship.
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import type { Direction } from '../network.ts';
import { CypherNode, CypherRelationship, type CypherValue, isList } from '../values/value.ts';
import type { Step } from './plan.ts';

export type LinkStep = Extract<Step, { kind: 'expand' | 'walk' | 'shortest' }>;

export const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  outgoing: 'incoming',
  incoming: 'outgoing',
  both: 'both',
};

/** Where a step begins and ends, and the direction of its relationships seen from its beginning. */
export function ends({ link, backwards }: LinkStep) {
  const [start, end] = backwards ? [link.to, link.from] : [link.from, link.to];
  return { start, end, direction: backwards ? OPPOSITE[link.direction] : link.direction };
}

export function nodeIds(rows: readonly Row[], slot: number): string[] {
  return rows.flatMap((row) => {
    const node = row[slot];
    return node instanceof CypherNode ? node.id : [];
  });
}

/** The node at the other end. */
export const beyond = ({ edge }: CypherRelationship, id: string): string => (edge.from === id ? edge.to : edge.from);

/** Whether the match has already passed this relationship. */
export function wasPassed(row: Row, passed: readonly number[], id: string): boolean {
  return passed.some((slot) => {
    const value: CypherValue = row[slot] ?? null;
    if (value instanceof CypherRelationship) return value.edge.id === id;
    return isList(value) && value.some((each) => each instanceof CypherRelationship && each.edge.id === id);
  });
}

export async function* expand(step: LinkStep, rows: Row[], { session: { view, budget } }: Scope): Batches {
  const { link, given, closes, passed } = step;
  const { start, end, direction } = ends(step);
  const adjacent = await view.adjacent(nodeIds(rows, start.slot), direction, link.types);
  let found: Row[] = [];
  for (const row of rows) {
    const node = row[start.slot];
    if (!(node instanceof CypherNode)) continue;
    const target = closes ? row[end.slot] : null;
    const known = given ? row[link.slot] : null;
    for (const relationship of adjacent.get(node.id) ?? []) {
      if (budget.row()) await budget.yieldToEventLoop();
      const other = beyond(relationship, node.id);
      if (target instanceof CypherNode && target.id !== other) continue;
      if (known instanceof CypherRelationship && known.edge.id !== relationship.edge.id) continue;
      if (start === end && other !== node.id) continue;
      if (wasPassed(row, passed, relationship.edge.id)) continue;
      const next = row.slice();
      next[link.slot] = relationship;
      if (end.needed && !closes && start !== end) next[end.slot] = view.node(other);
      found.push(next);
      if (found.length < BATCH) continue;
      yield found;
      found = [];
    }
  }
  if (found.length > 0) yield found;
}
