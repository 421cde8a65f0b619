// Finds what is connected with a node, across all stored data: memories, entities, files and symbols.
import { invalid, notFound } from '../../errors.ts';
import { type Actor, codeReach, reach } from '../access/actor.ts';
import { readId } from '../ids.ts';
import { traceKey } from '../memories/names.ts';
import type { SearchFilter } from '../memories/ports.ts';
import { TRACE_LABELS } from '../memories/project-types.ts';
import { byId } from '../memories/trace.ts';
import { type Direction, EDGE } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import type { Network, NetworkEdge, NetworkNode } from './network.ts';
import { ENTITY, FILE, SYMBOL_LABELS } from './nodes.ts';

export interface Related {
  readonly node: NetworkNode;
  /** The type of the edge through which it was reached. */
  readonly relationship: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly distance: number;
}

export interface RelatedOptions {
  readonly types: readonly string[] | null;
  readonly direction: Direction;
  readonly depth: number;
}

/** Far more than anyone reads; the nearest come first. */
const MAX_REACHED = 200;
/** How many nodes of one name may all be meant. */
const MAX_MEANT = 5;

/** Everything within `depth` steps, nearest first. */
export async function relatedTo(
  network: Network,
  starts: readonly NetworkNode[],
  { types, direction, depth }: RelatedOptions,
): Promise<{ related: Related[]; cut: boolean }> {
  /** The edges through which each node was reached; there may be several. */
  const reached = new Map<string, Omit<Related, 'node'>[]>();
  const known = new Set(starts.map(({ id }) => id));
  let frontier = [...known];
  let cut = false;
  for (let distance = 1; distance <= depth && frontier.length > 0 && !cut; distance++) {
    const next: string[] = [];
    const front = new Set(frontier);
    const edges = await network.edges(frontier, direction, types);
    const imports = distance > 1 || direction === 'outgoing' ? [] : await importsOf(network, starts, types);
    for (const { from, to, type } of [...edges, ...imports]) {
      const steps = [
        ...(direction === 'incoming' || !front.has(from) ? [] : [{ id: to, way: 'outgoing' as const }]),
        ...(direction === 'outgoing' || !front.has(to) ? [] : [{ id: from, way: 'incoming' as const }]),
      ];
      for (const { id, way } of steps) {
        const edge = { relationship: type, direction: way, distance };
        const before = reached.get(id);
        if (before) {
          if (isNew(edge, before)) before.push(edge);
          continue;
        }
        if (known.has(id)) continue;
        if (reached.size >= MAX_REACHED) {
          cut = true;
          continue;
        }
        known.add(id);
        reached.set(id, [edge]);
        next.push(id);
      }
    }
    frontier = next;
  }
  const nodes = await network.nodesById([...reached.keys()], 'all');
  const related = nodes.flatMap((node) => (reached.get(node.id) ?? []).map((edge) => ({ node, ...edge })));
  return { related: related.sort((a, b) => a.distance - b.distance), cut };
}

/** The imports of what files define: an import that names a function is one of its file as well. */
async function importsOf(
  network: Network,
  starts: readonly NetworkNode[],
  types: readonly string[] | null,
): Promise<Pick<NetworkEdge, 'from' | 'to' | 'type'>[]> {
  const files = starts.filter(({ labels }) => labels.includes(FILE)).map(({ id }) => id);
  if (files.length === 0 || (types !== null && !types.includes(EDGE.IMPORTS))) return [];
  const contained = await network.edges(files, 'outgoing', [EDGE.CONTAINS]);
  const fileOf = new Map(contained.map(({ from, to }) => [to, from]));
  const imports = await network.edges([...fileOf.keys()], 'incoming', [EDGE.IMPORTS]);
  return imports.map(({ from, to, type }) => ({ from, to: fileOf.get(to) ?? to, type }));
}

/** Whether it is a different edge of the same step. */
const isNew = (edge: Omit<Related, 'node'>, known: readonly Omit<Related, 'node'>[]): boolean =>
  known.every(
    ({ relationship, direction, distance }) =>
      distance === edge.distance && (relationship !== edge.relationship || direction !== edge.direction),
  );

/** The nodes that a caller may mean: by id, by a memory's or entity's name, by path or symbol. */
export async function findNodes(store: Store, clock: Clock, actor: Actor, spelling: string): Promise<NetworkNode[]> {
  if (spelling.trim() === '') throw invalid('entity_id is empty.', 'Pass an id, a name, a file path or a function_id.');
  const filter = { within: reach(actor), validAt: clock.now() };
  const network = store.network(filter);
  const id = readId(spelling);
  if (id !== null) {
    const memory = await store.memories.get(id, filter.within);
    const found = memory
      ? await network.nodesById([network.idOf('memory', memory.row)], 'all')
      : await network.nodes({ labels: [ENTITY], equal: { id: spelling } }, 'all', { after: null, limit: 1 });
    // What has ended is in no network, and has no relationships today.
    if (found.length > 0 || memory) return found;
  }
  const named = await memoriesCalled(store, filter, spelling);
  if (named.length > 0) {
    return network.nodesById(
      named.map((row) => network.idOf('memory', row)),
      'all',
    );
  }
  const projects = await store.code.projects.list(codeReach(filter.within));
  for (const match of matches(spelling, projects)) {
    const found = await network.nodes(match, 'all', { after: null, limit: MAX_MEANT * 10 });
    const meant = found.filter(({ properties }) => isMeant(spelling, properties)).slice(0, MAX_MEANT);
    if (meant.length > 0) return meant;
  }
  throw notFound(`Nothing has the name or id ${spelling.slice(0, 120)}.`);
}

async function memoriesCalled(store: Store, filter: SearchFilter, spelling: string): Promise<number[]> {
  const key = traceKey(spelling);
  if (key === '') return [];
  const labels = TRACE_LABELS.filter((label) => label !== byId('').label);
  const found = await store.trace.named(
    labels.map((label) => ({ label, key })),
    filter,
  );
  return found.slice(0, MAX_MEANT).map(({ row }) => row);
}

/** Where to look for a name, likeliest first. */
function matches(
  spelling: string,
  projects: readonly { readonly root: string }[],
): { labels: string[]; equal: Record<string, string> }[] {
  const [place = '', symbol] = spelling.split('#');
  const root = projects.map((project) => `${project.root}/`).find((folder) => spelling.startsWith(folder));
  const path = root === undefined ? place.slice(place.indexOf(':') + 1) : spelling.slice(root.length);
  const name = (symbol ?? spelling).split(/[.:]+/).at(-1) ?? spelling;
  return [
    // A path means the file, even if memories mention it as an entity.
    { labels: [FILE], equal: { path } },
    { labels: [ENTITY], equal: { name: spelling } },
    ...[...new Set(Object.values(SYMBOL_LABELS))].map((label) => ({ labels: [label], equal: { name } })),
  ];
}

/** A symbol may be given by its full id, with its container, or by name alone. */
function isMeant(spelling: string, { id, name, path, container }: NetworkNode['properties']): boolean {
  if (id === spelling || name === spelling || path === spelling) return true;
  if (typeof name === 'string' && name.toLowerCase() === spelling.toLowerCase()) return true;
  const qualified = typeof container === 'string' ? `${container}.${String(name)}` : String(name);
  return (
    qualified === spelling.replaceAll('::', '.') ||
    String(id).endsWith(`:${spelling}`) ||
    (typeof path === 'string' && spelling.endsWith(`/${path}`))
  );
}
