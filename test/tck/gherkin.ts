// Reads .feature files: backgrounds, scenarios, outlines with their examples, doc strings and tables.

export interface Step {
  readonly text: string;
  readonly docString: string | null;
  readonly table: readonly (readonly string[])[];
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

interface Block {
  readonly kind: 'background' | 'scenario';
  readonly name: string;
  readonly steps: { text: string; docString: string | null; table: string[][] }[];
  readonly examples: string[][];
}

export function readFeature(text: string): Scenario[] {
  const blocks = readBlocks(text);
  const background = blocks.filter(({ kind }) => kind === 'background').flatMap(({ steps }) => steps);
  return blocks
    .filter(({ kind }) => kind === 'scenario')
    .flatMap(({ name, steps, examples }) => {
      const all = [...background, ...steps];
      if (examples.length === 0) return [{ name, steps: all }];
      const [header = [], ...rows] = examples;
      return rows.map((row, index) => {
        const fill = (part: string) =>
          header.reduce((done, key, column) => done.replaceAll(`<${key}>`, row[column] ?? ''), part);
        const filled = all.map(({ text: step, docString, table }) => ({
          text: fill(step),
          docString: docString === null ? null : fill(docString),
          table: table.map((cells) => cells.map(fill)),
        }));
        return { name: `${fill(name)} (example ${index + 1})`, steps: filled };
      });
    });
}

function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/\r?\n/);
  let inExamples = false;
  for (let at = 0; at < lines.length; at++) {
    const raw = lines[at] ?? '';
    const line = raw.trim();
    const block = blocks.at(-1);
    const heading = /^(Background|Scenario Outline|Scenario):\s*(.*)$/.exec(line);
    if (heading) {
      const kind = heading[1] === 'Background' ? 'background' : 'scenario';
      blocks.push({ kind, name: heading[2] ?? '', steps: [], examples: [] });
      inExamples = false;
    } else if (/^Examples:/.test(line)) {
      inExamples = true;
    } else if (line.startsWith('"""')) {
      const end = lines.findIndex((each, index) => index > at && each.trim().startsWith('"""'));
      const step = block?.steps.at(-1);
      if (step) step.docString = dedent(lines.slice(at + 1, end), raw.indexOf('"""'));
      at = end;
    } else if (line.startsWith('|')) {
      if (inExamples) block?.examples.push(cellsOf(line));
      else block?.steps.at(-1)?.table.push(cellsOf(line));
    } else {
      const step = /^(?:Given|When|Then|And|But)\s+(.*)$/.exec(line)?.[1];
      if (step !== undefined) block?.steps.push({ text: step, docString: null, table: [] });
    }
  }
  return blocks;
}

const dedent = (lines: readonly string[], by: number): string =>
  lines.map((line) => (line.slice(0, by).trim() === '' ? line.slice(by) : line.trimStart())).join('\n');

/** `\|` is a bar inside a cell, `\\` a backslash. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 1; at < line.length; at++) {
    const [character, next] = [line[at], line[at + 1]];
    if (character === '\\' && (next === '|' || next === '\\')) {
      cell += next;
      at++;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return cells;
}
