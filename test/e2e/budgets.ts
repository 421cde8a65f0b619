// The budgets of the page, and their report.

export interface Budget {
  readonly what: string;
  readonly most: number;
  readonly unit: 'kB' | 'ms' | '×';
}

export interface Measured extends Budget {
  readonly value: number;
}

const COLUMNS = [44, 12, 12];

/** One line per budget; exceeded ones are marked. */
export function tableOf(measured: readonly Measured[]): string {
  const lines = measured.map(({ what, value, most, unit }) => [
    what,
    `${round(value)} ${unit}`,
    `${round(most)} ${unit}`,
    value <= most ? '' : 'OVER',
  ]);
  return [['', 'measured', 'budget', ''], ...lines]
    .map((cells) =>
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(COLUMNS[0] ?? 0) : cell.padStart(COLUMNS[at] ?? 0)))
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
}

const round = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

export const isKept = (measured: readonly Measured[]): boolean => measured.every(({ value, most }) => value <= most);

export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}
