// Draws a graph that grows: nodes keep their places when others come to them.
import Graph from 'graphology';
import Sigma from 'sigma';
import type { Settings } from 'sigma/settings';
import { plainText } from '../text.tsx';
import { colour, variableOf } from './colours.ts';
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

const LONGEST_NAME = 42;
const MOST_EDGE_LABELS = 40;
/** As much as is added to the drawing between two looks at the user's hands. */
const BATCH = 1500;

export class Drawing {
  readonly #graph = new Graph<Attributes>({ multi: true, type: 'directed' });
  readonly #sigma: Sigma<Attributes>;
  readonly #isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  #stop: () => void = () => {};
  #chosen: string | null = null;
  #palette = new Map<string, string>();
  /** Another `show` has begun: the one before gives up. */
  #turn = 0;

  constructor(container: HTMLElement, onChoose: (id: string) => void) {
    this.#sigma = new Sigma(
      this.#graph,
      container,
      settings(() => this.#chosen),
    );
    this.#sigma.on('clickNode', ({ node }) => onChoose(node));
    this.recolour();
  }

  /** What is not in it any more leaves; what is new comes in beside what it is connected with. */
  async show(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Promise<void> {
    const turn = ++this.#turn;
    this.#stop();
    const wanted = new Set(nodes.map(({ id }) => id));
    for (const id of this.#graph.nodes()) if (!wanted.has(id)) this.#graph.dropNode(id);
    const wantedEdges = new Set(edges.map(({ id }) => id));
    for (const id of this.#graph.edges()) if (!wantedEdges.has(id)) this.#graph.dropEdge(id);
    const beside = besideOf(edges);
    for (const batch of batches(nodes)) {
      for (const node of batch) this.#addNode(node, beside.get(node.id) ?? []);
      await breath();
      if (turn !== this.#turn) return;
    }
    for (const batch of batches(edges)) {
      for (const edge of batch) this.#addEdge(edge);
      await breath();
      if (turn !== this.#turn) return;
    }
    this.#graph.updateEachNodeAttributes((id, attributes) => ({
      ...attributes,
      size: 4 + Math.min(10, Math.sqrt(this.#graph.degree(id)) * 1.6),
    }));
    this.#sigma.setSetting('renderEdgeLabels', edges.length <= MOST_EDGE_LABELS);
    this.#place();
  }

  choose(id: string | null): void {
    this.#chosen = id;
    this.#sigma.refresh({ skipIndexation: true });
  }

  /** After a change between dark and light. */
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

  #addNode({ id, label, name }: DrawnNode, beside: readonly string[]): void {
    if (this.#graph.hasNode(id)) return;
    const anchor = beside.find((other) => this.#graph.hasNode(other));
    const from = anchor === undefined ? null : this.#graph.getNodeAttributes(anchor);
    // A golden spiral: no two at one place, and the same each time.
    const turn = this.#graph.order * 2.399963;
    const far = from ? 4 : 4 * Math.sqrt(this.#graph.order);
    this.#graph.addNode(id, {
      x: (from?.x ?? 0) + far * Math.cos(turn),
      y: (from?.y ?? 0) + far * Math.sin(turn),
      size: 5,
      label: shortened(plainText(name)),
      kind: label,
      color: this.#colourOf(label),
    });
  }

  #addEdge({ id, type, from, to }: DrawnEdge): void {
    if (this.#graph.hasEdge(id) || !this.#graph.hasNode(from) || !this.#graph.hasNode(to)) return;
    this.#graph.addEdgeWithKey(id, from, to, { label: type.toLowerCase().replaceAll('_', ' '), size: 1.5 });
  }

  #colourOf(label: string): string {
    const known = this.#palette.get(label);
    if (known) return known;
    const made = colour(variableOf(label));
    this.#palette.set(label, made);
    return made;
  }

  #place(): void {
    const ids = this.#graph.nodes();
    if (ids.length < 2) return;
    const at = new Map(ids.map((id, index) => [id, index]));
    const positions = new Float32Array(ids.length * 2);
    for (const [index, id] of ids.entries()) {
      const { x, y } = this.#graph.getNodeAttributes(id);
      positions.set([x, y], index * 2);
    }
    const edges = new Uint32Array(this.#graph.size * 2);
    let next = 0;
    this.#graph.forEachEdge((_, __, from, to) => {
      edges.set([at.get(from) ?? 0, at.get(to) ?? 0], next);
      next += 2;
    });
    this.#stop = layOut({ positions, edges }, ({ positions: placed, isDone }) => {
      if (this.#isStill && !isDone) return;
      let index = 0;
      this.#graph.updateEachNodeAttributes(
        (_, attributes) => {
          const [x, y] = [placed[index * 2] ?? 0, placed[index * 2 + 1] ?? 0];
          index++;
          return { ...attributes, x, y };
        },
        { attributes: ['x', 'y'] },
      );
    });
  }
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
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line;
};

function settings(chosen: () => string | null): Partial<Settings<Attributes>> {
  return {
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelWeight: '500',
    labelDensity: 0.8,
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
    defaultDrawNodeHover: drawHover,
  };
}

const drawHover: Settings<Attributes>['defaultDrawNodeHover'] = (
  context,
  data,
  { labelFont, labelSize, labelWeight },
) => {
  if (typeof data.label !== 'string') return;
  context.font = `${labelWeight} ${labelSize}px ${labelFont}`;
  const width = context.measureText(data.label).width;
  const [left, top, height] = [data.x - data.size - 4, data.y - labelSize, labelSize * 2];
  context.beginPath();
  context.roundRect(left, top, width + data.size * 2 + 16, height, 8);
  context.fillStyle = colour('--raised');
  context.shadowColor = 'rgb(0 0 0 / 30%)';
  context.shadowBlur = 10;
  context.fill();
  context.shadowBlur = 0;
  context.fillStyle = colour('--text');
  context.fillText(data.label, data.x + data.size + 3, data.y + labelSize / 3);
};
