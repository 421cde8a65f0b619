// Paths of any length: every path that passes no relationship twice.
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import type { Scope } from '../expressions/scope.ts';
import { CypherNode, CypherRelationship, isList } from '../values/value.ts';
import { beyond, ends, type LinkStep, nodeIds, wasPassed } from './expand.ts';
import { admits } from './pattern.ts';

/** A partial path: its last relationship and the path before it. */
interface Trail {
  readonly node: string;
  readonly length: number;
  readonly relationship: CypherRelationship | null;
  readonly before: Trail | null;
}

/** Trails extended together. */
const CHUNK = 200;
const BYTES_EACH = 64;

export async function* walk(step: LinkStep, rows: Row[], scope: Scope): Batches {
  const { view } = scope.session;
  const { start, direction } = ends(step);
  // One request to the store for the first step of all rows.
  await view.adjacent(nodeIds(rows, start.slot), direction, step.link.types);
  let found: Row[] = [];
  for (const row of rows) {
    for await (const next of walkFrom(row, step, scope)) {
      found.push(next);
      if (found.length < BATCH) continue;
      yield found;
      found = [];
    }
  }
  if (found.length > 0) yield found;
}

async function* walkFrom(row: Row, step: LinkStep, scope: Scope): AsyncGenerator<Row> {
  const { view, budget } = scope.session;
  const { link, backwards, passed } = step;
  const { start, direction } = ends(step);
  const { least, most } = link.length ?? { least: 1, most: 1 };
  const first = row[start.slot];
  if (!(first instanceof CypherNode)) return;
  const given = givenList(row, step);
  // Depth first: the memory needed grows with the length of the paths, not with their number.
  const open: Trail[][] = [[{ node: first.id, length: 0, relationship: null, before: null }]];
  for (let chunk = open.pop(); chunk; chunk = open.pop()) {
    if (open.length * CHUNK * BYTES_EACH > budget.left) throw budget.tooLarge();
    let longer: Trail[] = [];
    const ready = chunk.filter(({ length }) => length < (given?.length ?? most));
    const adjacent = await view.adjacent(
      ready.map(({ node }) => node),
      direction,
      link.types,
    );
    for (const trail of chunk) {
      if (trail.length >= least && (given === null || trail.length === given.length)) {
        const next = arrive(row, trail, step, scope);
        if (next) yield next;
      }
      if (trail.length >= (given?.length ?? most)) continue;
      for (const relationship of adjacent.get(trail.node) ?? []) {
        if (budget.row()) await budget.yieldToEventLoop();
        const { id } = relationship.edge;
        if (given && given[backwards ? given.length - 1 - trail.length : trail.length] !== id) continue;
        if (isOn(trail, id) || wasPassed(row, passed, id) || !admits(link, relationship, row, scope)) continue;
        longer.push({ node: beyond(relationship, trail.node), length: trail.length + 1, relationship, before: trail });
        if (longer.length < CHUNK) continue;
        open.push(longer);
        longer = [];
      }
    }
    if (longer.length > 0) open.push(longer);
  }
}

/** The ids of a list of relationships that is already bound. */
function givenList(row: Row, { given, link }: LinkStep): readonly string[] | null {
  const list = given ? (row[link.slot] ?? null) : null;
  return isList(list) ? list.map((each) => (each instanceof CypherRelationship ? each.edge.id : '')) : null;
}

function isOn(trail: Trail, id: string): boolean {
  for (let at: Trail | null = trail; at; at = at.before) if (at.relationship?.edge.id === id) return true;
  return false;
}

/** The row at the end of a path, or null when it ends at the wrong node. */
function arrive(row: Row, trail: Trail, step: LinkStep, { session: { view } }: Scope): Row | null {
  const { link, backwards, closes } = step;
  const { start, end } = ends(step);
  const target = closes ? row[end.slot] : start === end ? row[start.slot] : null;
  if (target instanceof CypherNode && target.id !== trail.node) return null;
  const relationships: CypherRelationship[] = [];
  for (let at: Trail | null = trail; at; at = at.before) if (at.relationship) relationships.push(at.relationship);
  const next = row.slice();
  next[link.slot] = backwards ? relationships : relationships.reverse();
  if (target === null) next[end.slot] = trail.length === 0 ? (row[start.slot] ?? null) : view.node(trail.node);
  return next;
}
