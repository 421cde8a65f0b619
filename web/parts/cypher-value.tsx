// Values of a Cypher answer: nodes, relationships, paths, and everything else as it is.
import type { DrawnEdge, DrawnNode } from '../graph/drawing.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

interface Node {
  readonly id: string;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNode = (value: unknown): value is Node =>
  isObject(value) && typeof value.id === 'string' && Array.isArray(value.labels) && isObject(value.properties);

const isRelationship = (value: unknown): value is Relationship =>
  isObject(value) && typeof value.type === 'string' && typeof value.from === 'string' && typeof value.to === 'string';

const NAMES = ['name', 'label', 'title', 'content', 'path'];

const nameOf = ({ id, properties }: Node): string => {
  const found = NAMES.map((name) => properties[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : id;
};

export function Cell({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <span class="muted">null</span>;
  if (isNode(value)) {
    return (
      <>
        <span class="tag">{value.labels.join(':')}</span>{' '}
        <a href={to('graph', null, { start: startOf(value) })}>
          <Text of={nameOf(value).slice(0, 240)} />
        </a>
      </>
    );
  }
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return <Text of={value.join(', ')} />;
  if (isRelationship(value)) return <span class="edge">{value.type.toLowerCase().replaceAll('_', ' ')}</span>;
  return <Text of={typeof value === 'string' ? value : JSON.stringify(value)} />;
}

const startOf = (node: Node): string => {
  const { id } = node.properties;
  return node.labels.includes('Memory') && typeof id === 'string' ? id : nameOf(node);
};

/** Every node and relationship of the rows, including those inside lists and paths. */
export function graphIn(rows: readonly (readonly unknown[])[]): { nodes: DrawnNode[]; edges: DrawnEdge[] } {
  const nodes = new Map<string, DrawnNode>();
  const edges = new Map<string, DrawnEdge>();
  const visit = (value: unknown): void => {
    if (isNode(value)) nodes.set(value.id, { id: value.id, label: value.labels[0] ?? '', name: nameOf(value) });
    else if (isRelationship(value))
      edges.set(value.id, { id: value.id, type: value.type, from: value.from, to: value.to });
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) Object.values(value).forEach(visit);
  };
  visit(rows);
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
