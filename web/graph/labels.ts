// Names of nodes: to the right of them, or to the left where the right edge of the drawing would cut them.
import type { Settings } from 'sigma/settings';
import { colour } from './colours.ts';

type Shown = Parameters<Settings['defaultDrawNodeLabel']>[1];
type Style = Pick<Settings, 'labelFont' | 'labelSize' | 'labelWeight' | 'labelColor'>;

/** Between a node and its name. */
const GAP = 3;

export function drawLabel(context: CanvasRenderingContext2D, data: Shown, settings: Style): void {
  context.font = fontOf(settings);
  const { text, left } = placed(context, data);
  context.fillStyle = settings.labelColor.color ?? colour('--text');
  context.fillText(text, left, data.y + settings.labelSize / 3);
}

/** The name on a plate, which covers what is behind. */
export function drawHover(context: CanvasRenderingContext2D, data: Shown, settings: Style): void {
  context.font = fontOf(settings);
  const { text, left, width } = placed(context, data);
  if (text === '') return;
  const isRight = left > data.x;
  const { labelSize } = settings;
  context.beginPath();
  context.roundRect(
    isRight ? data.x - data.size - 4 : left - 9,
    data.y - labelSize,
    width + data.size * 2 + 16,
    labelSize * 2,
    8,
  );
  context.fillStyle = colour('--raised');
  context.shadowColor = 'rgb(0 0 0 / 30%)';
  context.shadowBlur = 10;
  context.fill();
  context.shadowBlur = 0;
  context.fillStyle = colour('--text');
  context.fillText(text, left, data.y + labelSize / 3);
}

const fontOf = ({ labelFont, labelSize, labelWeight }: Style): string => `${labelWeight} ${labelSize}px ${labelFont}`;

/** On the side where it fits; if it fits on neither, cut on the wider one. */
function placed(context: CanvasRenderingContext2D, { label, x, size }: Shown) {
  const name = label ?? '';
  const full = context.measureText(name).width;
  const edge = context.canvas.width / devicePixelRatio;
  const [before, behind] = [x - size - GAP, edge - x - size - GAP];
  const isRight = full <= behind || behind >= before || x > edge;
  const room = isRight ? behind : before;
  const text = full <= room || x > edge ? name : cut(name, room / full);
  const width = context.measureText(text).width;
  return { text, width, left: isRight ? x + size + GAP : before - width };
}

const cut = (text: string, share: number): string =>
  `${text.slice(0, Math.max(1, Math.floor(text.length * share) - 1))}…`;
