// Draws a growing graph: nodes keep their positions when others are added.
import Graph from 'graphology';
import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import { plainText } from '../text.tsx';
import { colour, variableOf } from './colours.ts';
import { drawHover, drawLabel } from './labels.ts';
import { layOut } from './layout.ts';

export interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly name: string;
}

export interface DrawnEdge {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

interface Attributes {
  x: number;
  y: number;
  size: number;
  label: string;
  kind: string;
  color: string;
}

const MAX_NAME_LENGTH = 42;
const MAX_EDGE_LABELS = 40;
/** Nodes or edges added before yielding to user input. */
const BATCH = 1500;

const KIND = { multi: true, type: 'directed' } as const;
/** Beyond this many edges plain lines are drawn: arrows cost several times as much. */
const MANY_EDGES = 600;
/** The share of time for redrawing while nodes are being placed. */
const DRAWING_SHARE = 0.2;

export class Drawing {
  #graph = new Graph<Attributes>(KIND);
  readonly #sigma: Sigma<Attributes>;
  readonly #isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #stop: () => void = () => {};
  #chosen: string | null = null;
  #palette = new Map<string, string>();
  /** Counts calls of `show`; an earlier one stops when a later one starts. */
  #turn = 0;
  /** When nodes were moved that are not drawn yet. */
  #movedAt: number | null = null;
  #restUntil = 0;

  constructor(container: HTMLElement, onChoose: (id: string) => void) {
    this.#sigma = new Sigma(
      this.#graph,
      container,
      settings(() => this.#chosen),
    );
    this.#sigma.on('clickNode', ({ node }) => onChoose(node));
    // One listener for all drawings: a window in the background draws nothing, so those for single ones would pile up.
    this.#sigma.on('afterRender', () => this.#drawn());
    this.recolour();
  }

  /** Existing nodes keep their positions; new ones are placed beside their neighbours. */
  async show(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Promise<void> {
    const turn = ++this.#turn;
    this.#stop();
    // Built off-screen and drawn once: each node added to a live drawing would redraw all of it.
    const graph = new Graph<Attributes>(KIND);
    const beside = besideOf(edges);
    for (const batch of batches(nodes)) {
      for (const node of batch) this.#addNode(graph, node, beside.get(node.id) ?? []);
      await breath();
      if (turn !== this.#turn) return;
    }
    for (const batch of batches(edges)) {
      for (const edge of batch) addEdge(graph, edge);
      await breath();
      if (turn !== this.#turn) return;
    }
    for (const { id } of nodes) {
      graph.setNodeAttribute(id, 'size', 4 + Math.min(10, Math.sqrt(graph.degree(id)) * 1.6));
    }
    this.#graph = graph;
    const isLarge = edges.length > MANY_EDGES;
    this.#sigma.setSettings({
      renderEdgeLabels: edges.length <= MAX_EDGE_LABELS,
      defaultEdgeType: isLarge ? 'line' : 'arrow',
      hideEdgesOnMove: isLarge,
    });
    this.#sigma.setGraph(graph);
    this.#place(graph);
  }

  choose(id: string | null): void {
    this.#chosen = id;
    this.#sigma.refresh({ skipIndexation: true });
  }

  /** Call after a change between dark and light. */
  recolour(): void {
    this.#palette = new Map();
    this.#graph.updateEachNodeAttributes((_, attributes) => ({
      ...attributes,
      color: this.#colourOf(attributes.kind),
    }));
    this.#sigma.setSettings({
      labelColor: { color: colour('--text') },
      edgeLabelColor: { color: colour('--muted') },
      defaultEdgeColor: colour('--edge-line'),
    });
  }

  fit(): void {
    void this.#sigma.getCamera().animatedReset({ duration: this.#isStill ? 0 : 300 });
  }

  close(): void {
    this.#turn++;
    this.#stop();
    this.#sigma.kill();
  }

  #drawn(): void {
    const now = performance.now();
    if (this.#movedAt !== null) this.#restUntil = now + (now - this.#movedAt) / DRAWING_SHARE;
    this.#movedAt = null;
    this.#sigma.getContainer().dataset.drawn = String(this.#sigma.getGraph().order);
  }

  #addNode(graph: Graph<Attributes>, { id, label, name }: DrawnNode, beside: readonly string[]): void {
    if (graph.hasNode(id)) return;
    const before = this.#graph.hasNode(id) ? this.#graph.getNodeAttributes(id) : null;
    const anchor = beside.find((other) => graph.hasNode(other));
    const from = anchor === undefined ? null : graph.getNodeAttributes(anchor);
    // A golden spiral: deterministic, and no two nodes at one position.
    const turn = graph.order * 2.399963;
    const far = from ? 4 : 4 * Math.sqrt(graph.order);
    graph.addNode(id, {
      x: before?.x ?? (from?.x ?? 0) + far * Math.cos(turn),
      y: before?.y ?? (from?.y ?? 0) + far * Math.sin(turn),
      size: 5,
      label: shortened(plainText(name)),
      kind: label,
      color: this.#colourOf(label),
    });
  }

  #colourOf(label: string): string {
    const known = this.#palette.get(label);
    if (known) return known;
    const made = colour(variableOf(label));
    this.#palette.set(label, made);
    return made;
  }

  #place(graph: Graph<Attributes>): void {
    const ids = graph.nodes();
    if (ids.length < 2) return;
    const at = new Map(ids.map((id, index) => [id, index]));
    const positions = new Float32Array(ids.length * 2);
    for (const [index, id] of ids.entries()) {
      const { x, y } = graph.getNodeAttributes(id);
      positions.set([x, y], index * 2);
    }
    const edges = new Uint32Array(graph.size * 2);
    let next = 0;
    graph.forEachEdge((_, __, from, to) => {
      edges.set([at.get(from) ?? 0, at.get(to) ?? 0], next);
      next += 2;
    });
    this.#restUntil = 0;
    this.#stop = layOut({ positions, edges }, ({ positions: placed, isDone }) => {
      const began = performance.now();
      if (!isDone && (this.#isStill || began < this.#restUntil)) return;
      this.#movedAt = began;
      move(graph, placed);
    });
  }
}

function addEdge(graph: Graph<Attributes>, { id, type, from, to }: DrawnEdge): void {
  if (graph.hasEdge(id) || !graph.hasNode(from) || !graph.hasNode(to)) return;
  graph.addEdgeWithKey(id, from, to, { label: type.toLowerCase().replaceAll('_', ' '), size: 1.5 });
}

function move(graph: Graph<Attributes>, placed: Float32Array): void {
  let index = 0;
  const hints: Parameters<typeof graph.updateEachNodeAttributes>[1] = { attributes: ['x', 'y'] };
  graph.updateEachNodeAttributes((_, attributes) => {
    const [x, y] = [placed[index * 2] ?? 0, placed[index * 2 + 1] ?? 0];
    index++;
    return { ...attributes, x, y };
  }, hints);
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}

const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function besideOf(edges: readonly DrawnEdge[]): Map<string, string[]> {
  const beside = new Map<string, string[]>();
  const add = (one: string, other: string) => {
    const known = beside.get(one);
    if (known) known.push(other);
    else beside.set(one, [other]);
  };
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return beside;
}

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line;
};

function settings(chosen: () => string | null): Partial<Settings<Attributes>> {
  return {
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelWeight: '500',
    labelDensity: 0.6,
    labelGridCellSize: 110,
    labelRenderedSizeThreshold: 5,
    edgeLabelFont: 'system-ui, sans-serif',
    edgeLabelSize: 10,
    defaultEdgeType: 'arrow',
    minEdgeThickness: 1.5,
    stagePadding: 60,
    allowInvalidContainer: true,
    zIndex: true,
    nodeReducer: (id, data) =>
      id === chosen() ? { ...data, highlighted: true, zIndex: 1, size: data.size + 2, forceLabel: true } : data,
    defaultDrawNodeLabel: drawLabel,
    defaultDrawNodeHover: drawHover,
  };
}
