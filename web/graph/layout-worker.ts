// Places the nodes of a graph by ForceAtlas2, a few rounds at a time, outside the drawing thread.
import iterate from 'graphology-layout-forceatlas2/iterate.js';
import type { LayoutTask } from './layout.ts';

const NODE_FIELDS = 10;
const EDGE_FIELDS = 3;
const [MASS, CONVERGENCE, SIZE] = [6, 7, 8];
/** Rounds between two drawings, and in total: each round of a large graph takes long. */
const ROUNDS_A_STEP = 8;
const MAX_MS = 4000;
const MAX_ROUNDS = 400;

const SETTINGS = {
  linLogMode: false,
  outboundAttractionDistribution: false,
  adjustSizes: false,
  edgeWeightInfluence: 1,
  scalingRatio: 10,
  strongGravityMode: true,
  gravity: 0.05,
  barnesHutTheta: 0.6,
};

addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => place(data));

function place({ positions, edges }: LayoutTask): void {
  const order = positions.length / 2;
  const nodes = new Float32Array(order * NODE_FIELDS);
  for (let at = 0; at < order; at++) {
    const row = at * NODE_FIELDS;
    nodes[row] = positions[at * 2] ?? 0;
    nodes[row + 1] = positions[at * 2 + 1] ?? 0;
    nodes[row + MASS] = 1;
    nodes[row + CONVERGENCE] = 1;
    nodes[row + SIZE] = 1;
  }
  const links = new Float32Array((edges.length / 2) * EDGE_FIELDS);
  for (let at = 0; at < edges.length / 2; at++) {
    const [from, to] = [(edges[at * 2] ?? 0) * NODE_FIELDS, (edges[at * 2 + 1] ?? 0) * NODE_FIELDS];
    links.set([from, to, 1], at * EDGE_FIELDS);
    nodes[from + MASS] = (nodes[from + MASS] ?? 0) + 1;
    nodes[to + MASS] = (nodes[to + MASS] ?? 0) + 1;
  }
  const settings = { ...SETTINGS, slowDown: 1 + Math.log(order), barnesHutOptimize: order > 300 };
  const began = performance.now();
  for (let round = 0; round < MAX_ROUNDS && performance.now() - began < MAX_MS; round += ROUNDS_A_STEP) {
    for (let step = 0; step < ROUNDS_A_STEP; step++) iterate(settings, nodes, links);
    report(nodes, false);
  }
  report(nodes, true);
}

function report(nodes: Float32Array, isDone: boolean): void {
  const positions = new Float32Array((nodes.length / NODE_FIELDS) * 2);
  for (let at = 0; at < positions.length / 2; at++) {
    positions[at * 2] = nodes[at * NODE_FIELDS] ?? 0;
    positions[at * 2 + 1] = nodes[at * NODE_FIELDS + 1] ?? 0;
  }
  postMessage({ positions, isDone }, { transfer: [positions.buffer] });
}
