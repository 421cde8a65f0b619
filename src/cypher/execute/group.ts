// Groups rows: returns one row per distinct set of keys, with the aggregates of its rows.

import type { Expression } from '../ast.ts';
import { type Accumulator, aggregateOf, countAll, Distinct } from '../expressions/aggregates.ts';
import { fingerprint } from '../expressions/inspect.ts';
import type { Batches, Row } from '../expressions/row.ts';
import type { Compiled, Frame, Scope } from '../expressions/scope.ts';
import { slotOf } from '../expressions/scope.ts';
import { keysOf, sizeOf } from '../values/ordering.ts';
import type { CypherValue } from '../values/value.ts';

type AggregateCall = Extract<Expression, { kind: 'call' | 'countAll' }>;

interface Aggregate {
  readonly args: readonly Compiled[];
  readonly start: () => Accumulator;
  readonly slot: number;
  readonly compiled: Compiled;
}

/** The aggregates of one projection; each is computed once, however often it appears. */
export class Aggregates {
  readonly #input: Scope;
  readonly #output: Frame;
  readonly #all = new Map<string, Aggregate>();

  constructor(input: Scope, output: Frame) {
    this.#input = input.inner({ insideAggregate: true, aggregate: null });
    this.#output = output;
  }

  get all(): readonly Aggregate[] {
    return [...this.#all.values()];
  }

  known(call: AggregateCall): Compiled | undefined {
    return this.#all.get(fingerprint(call))?.compiled;
  }

  add(call: AggregateCall, input: Scope = this.#input): Compiled {
    const known = this.known(call);
    if (known) return known;
    const { budget } = input.session;
    const spec = call.kind === 'countAll' ? countAll : aggregateOf(call.name);
    const given = call.kind === 'countAll' ? [] : call.args;
    if (!spec || given.length !== spec.takes) {
      throw input.error(call.at, 'InvalidNumberOfArguments', `This aggregate takes ${spec?.takes ?? 1} argument(s).`);
    }
    const args = given.map((arg) => input.compile(arg));
    const distinct = call.kind === 'call' && call.distinct;
    const start = () => (distinct ? new Distinct(spec.start(budget), budget) : spec.start(budget));
    const [first] = args;
    const slot = this.#output.slot();
    const compiled = slotOf({ slot, type: spec.result(first?.type ?? { kind: 'any' }) });
    this.#all.set(fingerprint(call), { args, start, slot, compiled });
    return compiled;
  }
}

interface Group {
  readonly row: Row;
  readonly accumulators: readonly Accumulator[];
}

export async function* grouped(
  input: Batches,
  keys: readonly { readonly slot: number; readonly value: Compiled }[],
  aggregates: readonly Aggregate[],
  { session: { budget, subqueries } }: Scope,
): Batches {
  const groups = new Map<string, Group>();
  const begin = (values: readonly CypherValue[]): Group => {
    const row: Row = [];
    keys.forEach(({ slot }, index) => {
      row[slot] = values[index] ?? null;
    });
    return { row, accumulators: aggregates.map(({ start }) => start()) };
  };
  const groupOf = (values: readonly CypherValue[]): Group => {
    const key = keysOf(values, budget);
    const known = groups.get(key);
    if (known) return known;
    const size = values.reduce<number>((sum, value) => sum + sizeOf(value, budget), key.length * 2 + 64);
    budget.hold(size + aggregates.length * 64);
    const group = begin(values);
    groups.set(key, group);
    return group;
  };
  for await (const batch of input) {
    await subqueries.each(batch, (row) => {
      const values = keys.map(({ value }) => value.run(row));
      const args = aggregates.map(({ args: [first] }) => (first ? first.run(row) : true));
      const seconds = aggregates.map(({ args: [, second] }) => second?.run(row) ?? null);
      const { accumulators } = groupOf(values);
      accumulators.forEach((accumulator, index) => {
        const value = args[index] ?? null;
        if (value !== null) accumulator.add(value, seconds[index] ?? null);
      });
    });
  }
  // Without keys there is one group, even without rows.
  if (groups.size === 0 && keys.length === 0) groups.set('', begin([]));
  let rows: Row[] = [];
  for (const { row, accumulators } of groups.values()) {
    if (budget.row()) await budget.yieldToEventLoop();
    accumulators.forEach((accumulator, index) => {
      row[aggregates[index]?.slot ?? 0] = accumulator.result();
    });
    rows.push(row);
    if (rows.length < 1000) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}
