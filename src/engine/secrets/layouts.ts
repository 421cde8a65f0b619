// Passwords away from their names: in the column of a table, beneath a heading, in a block of code of their own.
import { assignments, type Span } from './assignments.ts';

/** A title that names one password, and nothing else. */
const TITLE =
  /^(?:[\w-]{1,20}[ _-]){0,2}?(?:password|passwd|passphrase|passwort|kennwort|pwd|api[ _-]?key|(?:access|secret|auth|api)[ _-]?(?:key|token)|client[ _-]?secret|пароль|密码|パスワード)$/i;
const HEADING =
  /^(?:#{1,6}[ \t]+(?<title>[^\n]{3,60}?)[ \t:]{0,8}#{0,6}|\*\*(?<bold>[^\n*:]{3,60}):?\*\*:?|(?<label>[^\s#*|`][^\n|`]{1,60}):)[ \t]*\r?$/;
const FENCE = /^[ \t]{0,3}(?:`{3}|~{3})[\w-]{0,20}[ \t]*\r?$/;
const ALONE = /^[ \t]{0,8}`?(?<value>[^\s`]{4,200})`?[ \t]*\r?$/;
/** The longest table, by its cells in a row. */
const CELLS = 40;

interface Line {
  readonly text: string;
  readonly start: number;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const from = start;
    start += line.length + 1;
    return { text: line.length > 2000 ? '' : line, start: from };
  });
}

/** Whether `Password: …` would be cut out. */
const kindOf = (title: string, value: string): string | undefined =>
  assignments(`${title}: ${value}`, 'text').find(({ start }) => start > title.length)?.kind;

export function layouts(text: string): Span[] {
  if (!/\n/.test(text)) return [];
  const lines = linesOf(text);
  return [...beneath(lines), ...columns(lines)];
}

function* beneath(lines: readonly Line[]): Generator<Span> {
  for (const [i, { text }] of lines.entries()) {
    const { title, bold, label } = (text.length <= 80 && HEADING.exec(text)?.groups) || {};
    const name = (title ?? bold ?? label)?.trim();
    if (name === undefined || !TITLE.test(name)) continue;
    let at = i + 1;
    while (at < i + 4 && (/^\s*$/.test(lines[at]?.text ?? 'x') || FENCE.test(lines[at]?.text ?? ''))) at++;
    const line = lines[at];
    const value = line && ALONE.exec(line.text)?.groups?.value;
    const kind = value && kindOf(name, value);
    if (!line || !value || !kind) continue;
    const start = line.start + line.text.indexOf(value);
    yield { start, end: start + value.length, kind };
  }
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

function cellsOf({ text, start }: Line, sign: string): Cell[] {
  let from = start;
  return text.split(sign, CELLS + 1).map((cell) => {
    const before = cell.length - cell.replace(/^[\s"'`]+/, '').length;
    let end = cell.length;
    while (end > before && /[\s"'`]/.test(cell.charAt(end - 1))) end--;
    const found = { text: cell.slice(before, end), start: from + before };
    from += cell.length + sign.length;
    return found;
  });
}

/** A header of a table is short names; all of its rows have as many cells. */
function* columns(lines: readonly Line[]): Generator<Span> {
  for (let i = 0; i < lines.length - 1; i++) {
    const line = lines[i];
    if (!line || line.text.length > 400 || !/pass|pwd|kennwort|key|token|secret|пароль|密码/i.test(line.text)) continue;
    const sign = ['|', '\t', ';', ','].find((each) => line.text.includes(each));
    // A list in a sentence has blanks.
    if (sign === undefined || (sign !== '|' && line.text.includes(`${sign} `))) continue;
    const header = cellsOf(line, sign);
    const isTable = sign === '|' ? /^[\s|:-]*-[\s|:-]*$/.test(lines[i + 1]?.text ?? '') : true;
    const isHeader = header.length <= CELLS && header.every(({ text }) => /^[\p{L}\p{N} _./()-]{0,40}$/u.test(text));
    const secret = header.flatMap(({ text }, column) => (TITLE.test(text) ? [{ column, name: text }] : []));
    if (!isTable || !isHeader || secret.length === 0) continue;
    for (let row = lines[++i]; row && row.text.trim() !== ''; row = lines[++i]) {
      const cells = cellsOf(row, sign);
      if (cells.length !== header.length) break;
      for (const { column, name } of secret) {
        const cell = cells[column];
        const kind = cell && !/\s/.test(cell.text) && cell.text !== '' ? kindOf(name, cell.text) : undefined;
        if (cell && kind) yield { start: cell.start, end: cell.start + cell.text.length, kind };
      }
    }
    i--;
  }
}
