// Operations on rows: add columns, drop duplicates, limit, sort.

import { truth } from '../expressions/operators.ts';
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import type { Compiled, Session } from '../expressions/scope.ts';
import { keysOf, sizeOf } from '../values/ordering.ts';
import { type Sortable, sorted } from './sort.ts';

interface Place {
  readonly slot: number;
  readonly value: Compiled;
}

export async function* extendRows(input: Batches, places: readonly Place[], { subqueries, budget }: Session): Batches {
  for await (const batch of input) {
    // The columns' values count towards the budget while the batch is in use.
    let bytes = 0;
    try {
      yield await subqueries.each(batch, (row) => {
        const next = row.slice();
        for (const { slot, value } of places) next[slot] = value.run(row);
        const size = places.reduce((sum, { slot }) => sum + sizeOf(next[slot] ?? null, budget), 0);
        bytes += size;
        budget.hold(size);
        return next;
      });
    } finally {
      budget.release(bytes);
    }
  }
}

export async function* distinctRows(input: Batches, places: readonly Place[], { budget }: Session): Batches {
  const seen = new Set<string>();
  for await (const batch of input) {
    yield batch.filter((row) => {
      const key = keysOf(
        places.map(({ slot }) => row[slot] ?? null),
        budget,
      );
      if (seen.has(key)) return false;
      budget.hold(key.length * 2 + 32);
      seen.add(key);
      return true;
    });
  }
}

export async function* keepRows(input: Batches, condition: Compiled, { subqueries }: Session): Batches {
  for await (const batch of input) {
    const holds = await subqueries.each(batch, (row) => truth(condition.run(row)) === true);
    yield batch.filter((_, index) => holds[index]);
  }
}

export async function* sliceRows(input: Batches, skip: number, limit: number): Batches {
  let [dropped, taken] = [0, 0];
  if (limit === 0) return;
  for await (const batch of input) {
    const start = Math.min(batch.length, skip - dropped);
    dropped += start;
    const part = batch.slice(start, start + limit - taken);
    taken += part.length;
    if (part.length > 0) yield part;
    if (taken >= limit) return;
  }
}

export async function* sortRows(
  input: Batches,
  order: readonly { readonly value: Compiled; readonly descending: boolean }[],
  { subqueries, budget }: Session,
): Batches {
  const all: Sortable[] = [];
  let bytes = 0;
  for await (const batch of input) {
    const keyed = await subqueries.each(batch, (row) => {
      const keys = order.map(({ value }) => value.run(row));
      const size = [...row, ...keys].reduce<number>((sum, value) => sum + sizeOf(value ?? null, budget), 64);
      bytes += size;
      budget.hold(size);
      return { row, keys };
    });
    for (const each of keyed) all.push(each);
  }
  const inOrder = await sorted(
    all,
    order.map(({ descending }) => descending),
    budget,
  );
  for (let start = 0; start < inOrder.length; start += BATCH) {
    yield inOrder.slice(start, start + BATCH).map(({ row }): Row => row);
  }
  budget.release(bytes);
}
