// Compact components of one rule about imports.
import type { ComponentCase } from './case.ts';

type Part = readonly [rule: string, path: string, lines: readonly string[], about?: RegExp];

const component = ([rule, path, lines, about]: Part, verdict: ComponentCase['verdict']): ComponentCase => ({
  name: `${rule} ${lines.join(' ')}`,
  pattern: { name: 'Module', content: rule },
  follows: true,
  component: 'Refunds',
  file: path,
  code: { [path]: `${lines.join('\n')}\n` },
  verdict,
  ...(about === undefined ? {} : { about }),
});

export const broken = (...parts: readonly Part[]) => parts.map((part) => component(part, 'deviates'));

export const kept = (...parts: readonly Part[]) => parts.map((part) => component(part, 'consistent'));
