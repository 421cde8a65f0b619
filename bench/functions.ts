// Generates a code base of many small, dissimilar functions in its own folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Functions {
  readonly name: string;
  readonly root: string;
  dispose(): void;
  /** One of them with other names. */
  copyOf(i: number): string;
}

const NAME = 'functions';
const PER_FILE = 20;
const STEPS = [
  'total = total + item * {n}',
  'if item > {n}:\n            continue',
  'while total > {n}:\n            total = total - {n}',
  'total = max(total, item - {n})',
  'print(item, total % {n})',
  'total = total ^ (item << {n})',
  'if total < {n} and item != 0:\n            total = total // item',
];

/** The digits of a function's number select its steps and their order. */
function functionOf(i: number, name: string, items: string): string {
  const steps = Array.from({ length: 5 }, (_, digit) => {
    const step = STEPS[Math.floor(i / STEPS.length ** digit) % STEPS.length] ?? '';
    return `        ${step.replaceAll('{n}', String((i + digit) % 13))}`;
  });
  return `def ${name}(${items}):\n    total = 0\n    for item in ${items}:\n${steps.join('\n')}\n    return total\n`;
}

export function makeFunctions(count: number): Functions {
  const parent = mkdtempSync(join(tmpdir(), 'remanence-functions-'));
  const root = join(parent, NAME);
  mkdirSync(root);
  for (let first = 0; first < count; first += PER_FILE) {
    const all = Array.from({ length: PER_FILE }, (_, k) => functionOf(first + k, `step_${first + k}`, 'items'));
    writeFileSync(join(root, `part_${first}.py`), all.join('\n\n'));
  }
  const dispose = () => rmSync(parent, { recursive: true, force: true });
  return { name: NAME, root, dispose, copyOf: (i) => functionOf(i * 37, 'compute', 'products') };
}
