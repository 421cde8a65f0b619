import { useState } from 'preact/hooks';
import { counted } from '../format.ts';
import type { Subgraph } from '../graph/subgraph.ts';
import { to } from '../route.ts';
import { Text } from '../text.tsx';

interface TableProps {
  readonly grown: Subgraph;
  readonly chosen: string | null;
  readonly onGrow: (id: string) => void;
}

const PAGE = 60;

/** What the drawing shows, as text: the edges of the chosen node first. */
export function GraphTable({ grown, chosen, onGrow }: TableProps) {
  const [shown, setShown] = useState(PAGE);
  const names = new Map(grown.nodes.map((node) => [node.id, node]));
  const edges = chosen
    ? [...grown.edges].sort((a, b) => Number(touches(b, chosen)) - Number(touches(a, chosen)))
    : grown.edges;
  const name = (id: string) => {
    const node = names.get(id);
    if (!node) return null;
    if (id === chosen) return <span class="muted">this</span>;
    return (
      <button type="button" class="quiet node" data-row onClick={() => onGrow(id)}>
        <Text of={node.name.slice(0, 70)} />
      </button>
    );
  };
  const chosenNode = chosen ? names.get(chosen) : undefined;
  return (
    <section class="beside" aria-label="The graph as a table">
      {chosenNode && (
        <div class="chosen">
          <p class="muted small">{chosenNode.label}</p>
          <p>
            <Text of={chosenNode.name.slice(0, 400)} />
          </p>
          {chosenNode.memory && <a href={to('memory', chosenNode.memory)}>Open the memory</a>}
        </div>
      )}
      <div class="table">
        <table>
          <caption class="visually-hidden">Edges: from, relation, to</caption>
          <tbody>
            {edges.slice(0, shown).map((edge) => (
              <tr key={edge.id}>
                <td>{name(edge.from)}</td>
                <td class="edge">{edge.type.toLowerCase().replaceAll('_', ' ')}</td>
                <td>{name(edge.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {edges.length === 0 && <p class="muted">{counted(grown.nodes.length, 'node')}, no edges.</p>}
      {edges.length > shown && (
        <button type="button" class="small" onClick={() => setShown(shown + PAGE * 4)}>
          Show more
        </button>
      )}
    </section>
  );
}

const touches = ({ from, to }: { readonly from: string; readonly to: string }, id: string): boolean =>
  from === id || to === id;
