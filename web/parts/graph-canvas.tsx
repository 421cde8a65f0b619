import { useEffect, useRef } from 'preact/hooks';
import { Drawing, type DrawnEdge, type DrawnNode } from '../graph/drawing.ts';
import { theme } from '../theme.ts';

interface CanvasProps {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The drawing; the table beside it shows the same. */
export function GraphCanvas({ nodes, edges, chosen, onChoose }: CanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const choosing = useRef(onChoose);
  choosing.current = onChoose;
  useEffect(() => {
    if (!container.current) return;
    const made = new Drawing(container.current, (id) => choosing.current(id));
    drawing.current = made;
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => made.recolour();
    scheme.addEventListener('change', recolour);
    return () => {
      scheme.removeEventListener('change', recolour);
      made.close();
    };
  }, []);
  const colours = theme.value;
  // The drawing reads the colours from the stylesheet
  useEffect(() => drawing.current?.recolour(), [colours]);
  useEffect(() => void drawing.current?.show(nodes, edges), [nodes, edges]);
  useEffect(() => drawing.current?.choose(chosen), [chosen]);
  return (
    <div class="canvas">
      <div ref={container} class="stage" aria-hidden="true" />
      <button type="button" class="small fit" onClick={() => drawing.current?.fit()}>
        Fit
      </button>
    </div>
  );
}
