// ORDER BY on any number of rows: short runs are sorted at once and merged in steps, so that other calls are answered.

import type { Budget } from '../budget.ts';
import type { Row } from '../expressions/row.ts';
import { order } from '../values/ordering.ts';
import type { CypherValue } from '../values/value.ts';

export interface Sortable {
  readonly row: Row;
  readonly keys: readonly CypherValue[];
}

const STRETCH = 512;

export async function sorted(
  rows: readonly Sortable[],
  descending: readonly boolean[],
  budget: Budget,
): Promise<readonly Sortable[]> {
  const compare = (a: Sortable, b: Sortable): number => {
    for (const [index, down] of descending.entries()) {
      const difference = order(a.keys[index] ?? null, b.keys[index] ?? null, budget);
      if (difference !== 0) return down ? -difference : difference;
    }
    return 0;
  };
  let stretches: Sortable[][] = [];
  for (let start = 0; start < rows.length; start += STRETCH) {
    stretches.push(rows.slice(start, start + STRETCH).sort(compare));
    if (budget.row()) await budget.yieldToEventLoop();
  }
  while (stretches.length > 1) {
    const merged: Sortable[][] = [];
    for (let index = 0; index < stretches.length; index += 2) {
      merged.push(await merge(stretches[index] ?? [], stretches[index + 1] ?? [], compare, budget));
    }
    stretches = merged;
  }
  return stretches[0] ?? [];
}

async function merge(
  left: readonly Sortable[],
  right: readonly Sortable[],
  compare: (a: Sortable, b: Sortable) => number,
  budget: Budget,
): Promise<Sortable[]> {
  const result: Sortable[] = [];
  let [a, b] = [0, 0];
  for (;;) {
    if (budget.row()) await budget.yieldToEventLoop();
    const [first, second] = [left[a], right[b]];
    if (!first && !second) return result;
    if (first && (!second || compare(first, second) <= 0)) {
      result.push(first);
      a++;
    } else if (second) {
      result.push(second);
      b++;
    }
  }
}
