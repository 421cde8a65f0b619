import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edge, pageRank } from './page-rank.ts';

const DAMPING = 0.85;

/** The plain power iteration over the whole graph, as a reference. */
function exact(
  seeds: ReadonlyMap<number, number>,
  edges: ReadonlyMap<number, readonly Edge[]>,
  nodes: number,
): number[] {
  let mass = Array.from({ length: nodes }, () => 0);
  for (let round = 0; round < 200; round++) {
    const next = mass.map((_, node) => (1 - DAMPING) * (seeds.get(node) ?? 0));
    for (const [node, targets] of edges) {
      const sum = targets.reduce((total, [, weight]) => total + weight, 0);
      for (const [to, weight] of targets) next[to] = (next[to] ?? 0) + (DAMPING * (mass[node] ?? 0) * weight) / sum;
    }
    mass = next;
  }
  return mass;
}

const graphs = fc.integer({ min: 2, max: 40 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    edges: fc.array(fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1), fc.double({ min: 0.1, max: 30, noNaN: true })), {
      minLength: 1,
      maxLength: 120,
    }),
    seeds: fc.uniqueArray(fc.nat(nodes - 1), { minLength: 1, maxLength: 5 }),
  }),
);

const adjacency = (edges: readonly (readonly [number, number, number])[]) => {
  const from = new Map<number, Edge[]>();
  for (const [a, b, weight] of edges) from.set(a, [...(from.get(a) ?? []), [b, weight]]);
  return from;
};

describe('the walk', () => {
  it('agrees with the exact walk on any graph', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ({ nodes, edges, seeds }) => {
        const from = adjacency(edges);
        const start = new Map(seeds.map((node) => [node, 1 / seeds.length]));
        const pushed = await pageRank(start, async () => from, { epsilon: 1e-9, rounds: 150 });
        for (const [node, mass] of exact(start, from, nodes).entries())
          expect(pushed.get(node) ?? 0).toBeCloseTo(mass, 4);
      }),
      { numRuns: 60 },
    );
  });

  it('stays close to the exact walk at the tolerance that recall uses', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, async ({ nodes, edges, seeds }) => {
        const from = adjacency(edges);
        const start = new Map(seeds.map((node) => [node, 1 / seeds.length]));
        const pushed = await pageRank(start, async () => from);
        for (const [node, mass] of exact(start, from, nodes).entries()) {
          expect(Math.abs((pushed.get(node) ?? 0) - mass)).toBeLessThan(0.05);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('expands each node once and never reaches distant nodes', async () => {
    const asked: number[] = [];
    const line = new Map<number, Edge[]>(Array.from({ length: 1000 }, (_, i) => [i, [[i + 1, 1]]]));
    await pageRank(new Map([[0, 1]]), async (nodes) => {
      asked.push(...nodes);
      return line;
    });
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(60);
  });
});
