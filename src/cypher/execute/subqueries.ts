// Patterns inside expressions. Expressions are synchronous, but the graph is not: missing answers are recorded, read
// for all rows of a batch together, and the expression runs again on those rows.

import type { Budget } from '../budget.ts';
import type { Row } from '../expressions/row.ts';
import { keysOf, sizeOf } from '../values/ordering.ts';
import type { CypherValue } from '../values/value.ts';

const PENDING = Symbol('waits for a subquery');
const MAX_ANSWERS = 20_000;

/** Answers one subquery for many rows, in order. */
type Solve = (rows: readonly Row[]) => Promise<readonly CypherValue[]>;

class Subquery {
  readonly #slots: readonly number[];
  readonly #solve: Solve;
  readonly #budget: Budget;
  #answers = new Map<string, CypherValue>();
  #open = new Map<string, Row>();
  #bytes = 0;

  constructor(slots: readonly number[], solve: Solve, budget: Budget) {
    this.#slots = slots;
    this.#solve = solve;
    this.#budget = budget;
  }

  /** The answer for this row's values; interrupts the expression when it is not known yet. */
  answer(row: Row): CypherValue {
    const key = keysOf(
      this.#slots.map((slot) => row[slot] ?? null),
      this.#budget,
    );
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#open.set(key, row.slice());
    throw PENDING;
  }

  async settle(): Promise<void> {
    const open = this.#open;
    if (open.size === 0) return;
    this.#open = new Map();
    const answers = await this.#solve([...open.values()]);
    [...open.keys()].forEach((key, index) => {
      const answer = answers[index] ?? null;
      const bytes = sizeOf(answer, this.#budget) + key.length * 2;
      this.#budget.hold(bytes);
      this.#bytes += bytes;
      this.#answers.set(key, answer);
    });
  }

  forget(): void {
    if (this.#answers.size < MAX_ANSWERS) return;
    this.#answers = new Map();
    this.#budget.release(this.#bytes);
    this.#bytes = 0;
  }
}

export class Subqueries {
  readonly #budget: Budget;
  readonly #all: Subquery[] = [];
  #depth = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Adds a subquery whose answer depends only on these slots. */
  add(slots: readonly number[], solve: Solve): (row: Row) => CypherValue {
    const subquery = new Subquery(slots, solve, this.#budget);
    this.#all.push(subquery);
    return (row) => subquery.answer(row);
  }

  /** The same when there are no subqueries. */
  async #atOnce<T>(rows: readonly Row[], compute: (row: Row) => T): Promise<T[]> {
    const results: T[] = [];
    for (const row of rows) {
      if (this.#budget.row()) await this.#budget.yieldToEventLoop();
      results.push(compute(row));
    }
    return results;
  }

  /** Evaluates an expression for each row, possibly more than once until all answers are known. */
  async each<T>(rows: readonly Row[], compute: (row: Row) => T): Promise<T[]> {
    if (this.#all.length === 0) return this.#atOnce(rows, compute);
    if (this.#depth === 0) for (const subquery of this.#all) subquery.forget();
    const results: T[] = [];
    let open = rows.map((row, index) => ({ row, index }));
    this.#depth++;
    try {
      while (open.length > 0) {
        const waiting: typeof open = [];
        for (const each of open) {
          if (this.#budget.row()) await this.#budget.yieldToEventLoop();
          try {
            results[each.index] = compute(each.row);
          } catch (thrown) {
            if (thrown !== PENDING) throw thrown;
            waiting.push(each);
          }
        }
        if (waiting.length > 0) for (const subquery of this.#all) await subquery.settle();
        open = waiting;
      }
    } finally {
      this.#depth--;
    }
    return results;
  }
}
