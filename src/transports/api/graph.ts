import * as z from 'zod';
import { Direction } from '../../engine/model.ts';
import { reads } from './route.ts';

const GraphNode = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  /** Set if the node is a memory or an entity: its id. */
  memory: z.string().optional(),
  entity: z.string().optional(),
});
const Grown = z.object({
  nodes: z.array(GraphNode),
  types: z.array(z.string()),
  /** From, to and type of each, as indexes into the lists of nodes and types, since there may be ten thousand. */
  edges: z.array(z.tuple([z.int(), z.int(), z.int()])),
  /** Whether there is more than is shown. */
  cut: z.boolean(),
});

const names = z.array(z.string().min(1).max(100)).max(50).optional();

const start = reads({
  what: 'Find nodes by the id of a memory, a name, a path or a symbol.',
  input: z.object({ name: z.string().min(1).max(500) }),
  output: z.object({ nodes: z.array(GraphNode) }),
  async handle({ name }, { engine, actor }) {
    return { nodes: await engine.explorer.find(actor, name) };
  },
});

const grow = reads({
  what: 'Get the nodes around these, nearest first, with all edges between them.',
  input: z.object({
    nodes: z.array(z.string().max(100)).min(1).max(50),
    depth: z.int().min(1).max(6).default(1),
    direction: Direction.default('both'),
    types: names.describe('Only edges of these types.'),
    labels: names.describe('Only nodes with one of these labels.'),
    limit: z.int().min(1).max(10_000).default(100),
  }),
  output: Grown,
  async handle({ nodes, ...options }, { engine, actor, signal }) {
    const { edges, ...grown } = await engine.explorer.expand(actor, nodes, { ...options, signal });
    const types = [...new Set(edges.map(({ type }) => type))];
    const [nodeAt, typeAt] = [placesOf(grown.nodes.map(({ id }) => id)), placesOf(types)];
    const placed = edges.map(({ from, to, type }): [number, number, number] => [
      nodeAt(from),
      nodeAt(to),
      typeAt(type),
    ]);
    return { ...grown, types, edges: placed };
  },
});

function placesOf(names: readonly string[]): (name: string) => number {
  const places = new Map(names.map((name, i) => [name, i]));
  return (name) => places.get(name) ?? -1;
}

const schema = reads({
  what: 'Count the nodes by label and the edges by type.',
  input: z.object({}),
  output: z.object({
    labels: z.record(z.string(), z.number()),
    types: z.record(z.string(), z.number()),
    properties: z.array(z.string()),
  }),
  async handle(_, { engine, actor }) {
    return engine.explorer.schema(actor);
  },
});

export const graphRoutes = { 'graph.start': start, 'graph.grow': grow, 'graph.schema': schema };
