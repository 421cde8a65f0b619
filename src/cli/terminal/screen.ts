// The output of a command: a terminal with a width and perhaps colours, or a pipe, which gets everything as plain text.
import { stripVTControlCharacters, styleText } from 'node:util';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

export interface Screen {
  /** Null for a pipe: nothing is wrapped. */
  readonly columns: number | null;
  readonly hasColours: boolean;
}

type Format = Parameters<typeof styleText>[0];

const USUAL_COLUMNS = 80;

export const ownScreen = (): Screen => ({
  columns: process.stdout.isTTY ? process.stdout.columns || USUAL_COLUMNS : null,
  // Respects NO_COLOR and similar variables.
  hasColours: process.stdout.isTTY && process.stdout.hasColors(),
});

export const paint = ({ hasColours }: Screen, format: Format, text: string): string =>
  hasColours ? styleText(format, text, { validateStream: false }) : text;

// Control characters except tab and newline; separators of lines; format characters, such as marks that change the text
// direction, except the joiners inside emoji and words.
const HOSTILE = /[^\P{Cc}\t\n]|[\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/** Stored text without characters that would control the terminal, or that nobody sees. */
export const sanitize = (text: string): string => text.replace(/\r\n?/g, '\n').replace(HOSTILE, '\uFFFD');

/** Wraps text to the screen's width, each line indented; a wider word is cut. */
export function paragraph({ columns }: Screen, text: string, indent = ''): string {
  const room = columns === null ? null : Math.max(1, columns - indent.length);
  return (room === null ? text.split('\n') : wrapped(text, room))
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n');
}

/** Lines keep their own indentation; a line that goes on does not begin with the blank before its first word. */
function wrapped(text: string, room: number): string[] {
  // As `wrapAnsi` composes letters, before they are counted.
  const composed = text.normalize();
  const lengths = composed.split('\n').map((line) => stripVTControlCharacters(line).length);
  let left = 0;
  return wrapAnsi(composed, room, { hard: true, trim: false })
    .split('\n')
    .map((line) => {
      const bare = stripVTControlCharacters(line);
      const goesOn = left > 0;
      left = (goesOn ? left : (lengths.shift() ?? 0)) - bare.length;
      return goesOn && bare.startsWith(' ') ? line.replace(' ', '') : line;
    });
}

/** As much of the text as fits on one line; a pipe gets all of it. */
export function clipped({ columns }: Screen, text: string, indent = ''): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (columns === null || stringWidth(line) + indent.length <= columns) return `${indent}${line}`;
  const room = columns - indent.length - 1;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (stringWidth(shown + segment) > room) break;
    shown += segment;
  }
  return `${indent}${shown}…`;
}

/** Left and right on one line if they fit, else on two. */
export function spread(screen: Screen, left: string, right: string): string {
  const { columns } = screen;
  if (columns === null) return `${left}  ${right}`;
  const gap = columns - stringWidth(left) - stringWidth(right);
  return gap < 2 ? `${left}\n${right}` : `${left}${' '.repeat(gap)}${right}`;
}

/** Draws a value between 0 and 1 as a bar. */
export function bar(value: number, cells: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, value)) * cells);
  return '█'.repeat(filled) + '░'.repeat(cells - filled);
}
