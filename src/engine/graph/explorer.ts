// A part of the network for display: it starts with a few nodes and grows from there.
import { notFound } from '../../errors.ts';
import { type Actor, entityReach, reach } from '../access/actor.ts';
import { numberingFor, PLAIN } from '../access/numbers.ts';
import { readId } from '../ids.ts';
import type { Direction, Memory } from '../model.ts';
import type { Clock, Store } from '../ports.ts';
import { spans } from '../text/names.ts';
import { yieldToEventLoop } from '../waiting.ts';
import { withMaskedIds } from './masked-network.ts';
import type { Network, NetworkEdge, NetworkNode, StoredNetwork } from './network.ts';
import { ENTITY, MEMORY } from './nodes.ts';
import { findNodes, relatedTo } from './related.ts';

export interface ShownNode {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  /** The id, if the node is a memory or an entity. */
  readonly memory?: string;
  readonly entity?: string;
}

export interface ShownEdge {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

export interface ExpandOptions {
  readonly depth: number;
  readonly direction: Direction;
  readonly types?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PathStep extends Omit<ShownNode, 'id'> {
  /** The type of the edge to this node; null for the first. */
  readonly edge: string | null;
}

const SHOWN = ['id', 'name', 'path'];
const MAX_NEIGHBOURS = 100;
/** The longest path to search for, and how many nodes the search may visit. */
const MAX_PATH_LENGTH = 4;
const MAX_VISITED = 3000;
const MAX_NAME_LENGTH = 120;
const AT_ONCE = 500;

export class GraphExplorer {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The nodes that a spelling may mean. */
  async find(actor: Actor, spelling: string): Promise<ShownNode[]> {
    const { show } = await this.#network(actor);
    return (await findNodes(this.#store, this.#clock, actor, spelling)).map((node) => shown(show(node)));
  }

  /** The surroundings of some nodes, nearest first, with all edges between them. */
  async expand(
    actor: Actor,
    starts: readonly string[],
    { depth, direction, types, labels, limit, signal }: ExpandOptions,
  ): Promise<{ nodes: ShownNode[]; edges: ShownEdge[]; cut: boolean }> {
    const { network } = await this.#network(actor);
    const nodes = new Map((await network.nodesById(starts, SHOWN)).map((node) => [node.id, node]));
    if (nodes.size === 0) throw notFound('None of these nodes exists.', 'node');
    const edges = new Map<string, NetworkEdge>();
    const edgesOf = (asked: readonly string[], way: Direction) => edgesInBatches(network, asked, way, types, signal);
    let frontier = [...nodes.keys()];
    const unread: string[] = [];
    let cut = false;
    for (let step = 0; step < depth && frontier.length > 0; step++) {
      const room = limit + starts.length - nodes.size;
      // With a filter more are read than fit, because some will be left out.
      const read = labels === undefined ? room : room * 2;
      const fresh = new Set<string>();
      for await (const { found, rest } of edgesOf(frontier, direction)) {
        for (const edge of found) {
          edges.set(edge.id, edge);
          for (const id of [edge.from, edge.to]) if (!nodes.has(id)) fresh.add(id);
        }
        // A single node may have thousands of edges: those of the others are not needed to find more nodes.
        if (fresh.size <= read) continue;
        unread.push(...rest);
        break;
      }
      const admitted = (await load(network, [...fresh].slice(0, read), signal)).filter(
        (node) => labels === undefined || node.labels.some((label) => labels.includes(label)),
      );
      cut ||= admitted.length > room || fresh.size > read;
      for (const node of admitted.slice(0, room)) nodes.set(node.id, node);
      frontier = admitted.slice(0, room).map(({ id }) => id);
    }
    // Edges between two nodes whose edges were not all read above.
    for await (const { found } of edgesOf([...unread, ...frontier], direction === 'both' ? 'outgoing' : 'both')) {
      for (const edge of found) edges.set(edge.id, edge);
    }
    const between = [...edges.values()].filter(({ from, to }) => nodes.has(from) && nodes.has(to));
    return {
      nodes: [...nodes.values()].map(shown),
      edges: between.map(({ id, type, from, to }) => ({ id, type, from, to })),
      cut,
    };
  }

  /** What a memory is connected with; for one that has ended, at its last valid moment. */
  async neighbours(actor: Actor, memory: string) {
    const id = readId(memory);
    const known = id === null ? null : await this.#store.memories.get(id, reach(actor));
    if (!known) throw notFound(`Memory not found: ${memory}`, 'memory');
    const { network } = await this.#network(actor, lastMoment(known, this.#clock.now()));
    const start = { id: network.idOf('memory', known.row), labels: [], properties: {} };
    const found = await relatedTo(network, [start], { types: null, direction: 'both', depth: 1 });
    return {
      neighbours: found.related.slice(0, MAX_NEIGHBOURS).map(({ node, relationship, direction }) => {
        const { label, name, memory: id = null } = shown(node);
        return { label, name, memory: id, relationship, direction };
      }),
      cut: found.cut || found.related.length > MAX_NEIGHBOURS,
    };
  }

  /** A shortest path to a memory from other memories, or from an entity that a question names; empty if none exists. */
  async path(
    actor: Actor,
    memory: string,
    { from, question }: { from: readonly string[]; question: string },
  ): Promise<PathStep[]> {
    const { network } = await this.#network(actor);
    const idsOf = async (ids: readonly string[]) =>
      (await this.#memories(actor, ids)).map((row) => network.idOf('memory', row));
    const [end] = await idsOf([memory]);
    if (end === undefined) throw notFound(`Memory not found: ${memory}`, 'memory');
    const begins = new Set([
      ...(await idsOf(from)),
      ...(await this.#named(actor, question)).map((row) => network.idOf('entity', row)),
    ]);
    begins.delete(end);
    const way = await wayTo(network, end, begins);
    const nodes = new Map(
      (
        await network.nodesById(
          way.map(({ node }) => node),
          SHOWN,
        )
      ).map((node) => [node.id, node]),
    );
    return way.flatMap(({ node, edge }) => {
      const found = nodes.get(node);
      if (!found) return [];
      const { id: _, ...rest } = shown(found);
      return [{ ...rest, edge }];
    });
  }

  /** Labels and edge types with their counts. */
  async schema(actor: Actor) {
    const { network } = await this.#network(actor);
    const { labels, types, propertyKeys } = await network.schema();
    const counted = (counts: ReadonlyMap<string, number>) =>
      Object.fromEntries([...counts].filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a));
    return { labels: counted(labels), types: counted(types), properties: [...propertyKeys] };
  }

  async #network(
    actor: Actor,
    at?: number,
  ): Promise<{ network: StoredNetwork; show: (node: NetworkNode) => NetworkNode }> {
    const now = this.#clock.now();
    const seen = this.#store.network({ within: reach(actor), validAt: at ?? now, past: at !== undefined && at < now });
    const numbering = await numberingFor(actor, this.#store.access);
    if (numbering === PLAIN) return { network: seen, show: (node) => node };
    const show = (node: NetworkNode) => ({ ...node, id: shownId(node.id, (kind, row) => numbering.show(kind, row)) });
    return { network: withMaskedIds(seen, numbering), show };
  }

  async #memories(actor: Actor, ids: readonly string[]): Promise<number[]> {
    const known = ids.flatMap((id) => readId(id) ?? []);
    const found = await Promise.all(known.map((id) => this.#store.memories.get(id, reach(actor))));
    return found.flatMap((memory) => (memory ? [memory.row] : []));
  }

  async #named(actor: Actor, question: string): Promise<number[]> {
    const keys = [...new Set(spans(question).map(({ key }) => key))];
    const known = await this.#store.graph.entitiesByKey(keys, entityReach(reach(actor)));
    return known.map(({ row }) => row);
  }
}

/** Now, or the nearest moment at which the memory was valid. */
const lastMoment = ({ validFrom, validUntil }: Memory, now: number): number =>
  Math.max(validFrom, validUntil === null ? now : Math.min(now, validUntil - 1));

/** Searches backwards from the end, so that one search serves all starts. */
async function wayTo(network: Network, end: string, begins: ReadonlySet<string>) {
  const next = new Map<string, { node: string; edge: string } | null>([[end, null]]);
  let frontier = [end];
  for (let step = 0; step < MAX_PATH_LENGTH && frontier.length > 0 && next.size < MAX_VISITED; step++) {
    const fresh: string[] = [];
    const front = new Set(frontier);
    for await (const { found } of edgesInBatches(network, frontier, 'both')) {
      for (const { from, to, type } of found) {
        const [near, far] = front.has(to) ? [to, from] : [from, to];
        if (next.has(far)) continue;
        next.set(far, { node: near, edge: type });
        if (begins.has(far)) return unrolled(next, far);
        fresh.push(far);
      }
    }
    frontier = fresh;
  }
  return [];
}

function unrolled(next: ReadonlyMap<string, { node: string; edge: string } | null>, begin: string) {
  const way: { node: string; edge: string | null }[] = [{ node: begin, edge: null }];
  for (let step = next.get(begin); step; step = next.get(step.node)) way.push({ node: step.node, edge: step.edge });
  return way;
}

const FIRST_BATCH = 4;

/** Small batches at first, then larger ones; other requests are answered in between. */
async function* edgesInBatches(
  network: Network,
  nodes: readonly string[],
  direction: Direction,
  types: readonly string[] | null = null,
  signal?: AbortSignal,
): AsyncGenerator<{ found: readonly NetworkEdge[]; rest: readonly string[] }> {
  for (let start = 0, size = FIRST_BATCH; start < nodes.length; size = Math.min(size * 2, AT_ONCE)) {
    signal?.throwIfAborted();
    const found = await network.edges(nodes.slice(start, start + size), direction, types);
    start += size;
    yield { found, rest: nodes.slice(start) };
    await yieldToEventLoop();
  }
}

async function load(network: Network, ids: readonly string[], signal?: AbortSignal): Promise<NetworkNode[]> {
  const nodes: NetworkNode[] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    signal?.throwIfAborted();
    nodes.push(...(await network.nodesById(ids.slice(start, start + AT_ONCE), SHOWN)));
    await yieldToEventLoop();
  }
  return nodes;
}

const shownId = (id: string, number: (kind: `node ${string}`, row: number) => number): string =>
  `${id[0]}${number(`node ${id[0]}`, Number(id.slice(1)))}`;

/** Uses the most specific label: a requirement is also a memory. */
function shown({ id, labels, properties }: NetworkNode): ShownNode {
  const own = readId(properties.id);
  const label = labels.find((each) => each !== MEMORY) ?? labels[0] ?? '';
  const name = String(properties.name ?? properties.path ?? properties.id ?? id).slice(0, MAX_NAME_LENGTH);
  return {
    id,
    label,
    name,
    ...(labels.includes(MEMORY) && own !== null ? { memory: own } : {}),
    ...(labels.includes(ENTITY) && own !== null ? { entity: own } : {}),
  };
}
