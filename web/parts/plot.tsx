import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { colour } from '../graph/colours.ts';
import { theme } from '../theme.ts';

interface Line {
  readonly name: string;
  /** The colour, as a variable of the stylesheet. */
  readonly variable: string;
  readonly values: readonly (number | null)[];
}

interface PlotProps {
  readonly title: string;
  /** Seconds. */
  readonly at: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Line[];
}

const HEIGHT = 190;

/** A small line plot; the table in the view shows the same. */
export function Plot({ title, at, from, to, lines }: PlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const colours = theme.value;
  // The plot reads the colours from the stylesheet
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const plot = new uPlot(
      options(lines, [from, to], element.clientWidth),
      [[...at], ...lines.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [at, lines, colours]);
  return (
    <figure class="card plot">
      <figcaption class="row ends">
        <span class="plot-title">{title}</span>
        <span class="row small muted">
          {lines.map(({ name, variable }) => (
            <span key={name} class="key">
              <span class="swatch" style={{ background: `var(${variable})` }} /> {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div ref={container} aria-hidden="true" />
    </figure>
  );
}

function options(lines: readonly Line[], span: [number, number], width: number): uPlot.Options {
  const axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui',
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { points: { size: 6 }, drag: { x: false, y: false } },
    scales: { x: { range: () => span }, y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, values: (_plot, splits) => splits.map(atHour) },
      { ...axis, size: 44 },
    ],
    series: [
      {},
      ...lines.map(({ name, variable }, at) => ({
        label: name,
        stroke: colour(variable),
        width: at === 0 ? 2 : 1.25,
        spanGaps: true,
        points: { show: true, size: 5, fill: colour(variable) },
        ...(at === 0 ? { fill: translucent(colour(variable)) } : {}),
      })),
    ],
  };
}

const hour = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

const atHour = (seconds: number): string => {
  const date = new Date(seconds * 1000);
  return date.getHours() === 0 ? day.format(date) : hour.format(date);
};

const translucent = (solid: string): string => solid.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.12)');
