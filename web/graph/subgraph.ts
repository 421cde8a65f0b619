// A growing graph, as the views hold it.
import type { Routes } from '../../src/transports/api/routes.ts';
import type { DrawnEdge } from './drawing.ts';

type Answer = Routes['graph.grow']['output'];

export interface Subgraph {
  readonly nodes: Answer['nodes'];
  readonly edges: readonly DrawnEdge[];
  /** More exists than is shown. */
  readonly cut: boolean;
}

export const NOTHING: Subgraph = { nodes: [], edges: [], cut: false };

/** The answer refers to nodes and types by their indexes in its lists. */
export function unpacked({ nodes, types, edges, cut }: Answer): Subgraph {
  return {
    nodes,
    edges: edges.flatMap(([from, to, type]) => {
      const [source, target, kind] = [nodes[from], nodes[to], types[type]];
      if (!source || !target || kind === undefined) return [];
      return [{ id: `${source.id} ${kind} ${target.id}`, type: kind, from: source.id, to: target.id }];
    }),
    cut,
  };
}

/** Both together, each node and edge once. */
export function joined(one: Subgraph, other: Subgraph): Subgraph {
  const nodes = new Map([...one.nodes, ...other.nodes].map((node) => [node.id, node]));
  const edges = new Map([...one.edges, ...other.edges].map((edge) => [edge.id, edge]));
  return { nodes: [...nodes.values()], edges: [...edges.values()], cut: one.cut || other.cut };
}

/** `label x` hides nodes, `type x` edges. */
export function without({ nodes, edges, cut }: Subgraph, hidden: ReadonlySet<string>): Subgraph {
  if (hidden.size === 0) return { nodes, edges, cut };
  const kept = nodes.filter(({ label }) => !hidden.has(`label ${label}`));
  const ids = new Set(kept.map(({ id }) => id));
  return {
    nodes: kept,
    edges: edges.filter(({ type, from, to }) => !hidden.has(`type ${type}`) && ids.has(from) && ids.has(to)),
    cut,
  };
}
