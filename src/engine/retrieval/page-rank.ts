// Personalised PageRank over memories and entities, as a batched forward push: each round expands every node with
// enough residue, so the work depends on the seeds, not on the size of the store.

const DAMPING = 0.85;
const EPSILON = 1e-3;
const ROUNDS = 20;

/** Memories and entities in one number space. */
export const memoryNode = (row: number): number => row * 2;
export const entityNode = (row: number): number => row * 2 + 1;
export const isMemory = (node: number): boolean => node % 2 === 0;
export const rowOf = (node: number): number => Math.floor(node / 2);

export type Edge = readonly [to: number, weight: number];

/** The edges of each of these nodes, and possibly of nodes further on. Weights need not sum to one. */
export type Expand = (nodes: readonly number[]) => Promise<ReadonlyMap<number, readonly Edge[]>>;

export interface WalkOptions {
  readonly epsilon?: number;
  readonly rounds?: number;
}

/** The mass that settles on each node. Each node is expanded once; its edges serve every round. */
export async function pageRank(
  seeds: ReadonlyMap<number, number>,
  expand: Expand,
  { epsilon = EPSILON, rounds = ROUNDS }: WalkOptions = {},
): Promise<Map<number, number>> {
  const settled = new Map<number, number>();
  const known = new Map<number, readonly Edge[]>();
  let residue: ReadonlyMap<number, number> = seeds;
  for (let round = 0; residue.size > 0; round++) {
    const active = round < rounds ? [...residue].filter(([, mass]) => mass > epsilon) : [];
    const fresh = active.map(([node]) => node).filter((node) => !known.has(node));
    if (fresh.length > 0) {
      const edges = await expand(fresh);
      for (const node of [...fresh, ...edges.keys()]) known.set(node, normalise(edges.get(node) ?? []));
    }
    for (const [node, mass] of residue) settled.set(node, (settled.get(node) ?? 0) + (1 - DAMPING) * mass);
    const next = new Map<number, number>();
    for (const [node, mass] of active) {
      for (const [to, weight] of known.get(node) ?? []) next.set(to, (next.get(to) ?? 0) + DAMPING * mass * weight);
    }
    residue = next;
  }
  return settled;
}

function normalise(edges: readonly Edge[]): readonly Edge[] {
  const sum = edges.reduce((total, [, weight]) => total + weight, 0);
  return sum > 0 ? edges.map(([to, weight]) => [to, weight / sum]) : [];
}
