// Aggregates: each keeps only what it needs from the rows of a group.
import type { Budget } from '../budget.ts';
import { runtimeError, typeError } from '../error.ts';
import { calculate, float, isNumeric, type Numeric, toNumber } from '../values/numbers.ts';
import { keyOf, order, sizeOf } from '../values/ordering.ts';
import { FLOAT, INTEGER, listOf, NUMBER, type StaticType } from '../values/static-type.ts';
import { type CypherValue, kindOf } from '../values/value.ts';

/** One group's running result. Null never reaches it. */
export interface Accumulator {
  add(value: CypherValue, second: CypherValue): void;
  result(): CypherValue;
}

interface AggregateSpec {
  /** The number of arguments. */
  readonly takes: number;
  readonly result: (type: StaticType) => StaticType;
  readonly start: (budget: Budget) => Accumulator;
}

function numeric(value: CypherValue): Numeric {
  if (isNumeric(value)) return value;
  throw typeError('InvalidArgumentValue', `Only numbers can be summed, not a ${kindOf(value)}.`);
}

class Count implements Accumulator {
  #count = 0;

  add(): void {
    this.#count++;
  }

  result(): CypherValue {
    return this.#count;
  }
}

class Sum implements Accumulator {
  #sum: Numeric = 0;

  add(value: CypherValue): void {
    this.#sum = calculate('+', this.#sum, numeric(value));
  }

  result(): CypherValue {
    return this.#sum;
  }
}

class Average implements Accumulator {
  #sum = 0;
  #count = 0;

  add(value: CypherValue): void {
    this.#sum += toNumber(numeric(value));
    this.#count++;
  }

  result(): CypherValue {
    return this.#count === 0 ? null : float(this.#sum / this.#count);
  }
}

class Extreme implements Accumulator {
  readonly #budget: Budget;
  readonly #sign: number;
  #best: CypherValue = null;

  constructor(budget: Budget, sign: number) {
    this.#budget = budget;
    this.#sign = sign;
  }

  add(value: CypherValue): void {
    if (this.#best === null || order(value, this.#best, this.#budget) * this.#sign > 0) this.#best = value;
  }

  result(): CypherValue {
    return this.#best;
  }
}

class Collect implements Accumulator {
  readonly #budget: Budget;
  readonly #values: CypherValue[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  add(value: CypherValue): void {
    this.#budget.hold(sizeOf(value, this.#budget));
    this.#values.push(value);
  }

  result(): CypherValue {
    return this.#values;
  }
}

/** Welford's algorithm, which stays accurate when the mean is large. */
class Deviation implements Accumulator {
  readonly #sample: boolean;
  #count = 0;
  #mean = 0;
  #squares = 0;

  constructor(sample: boolean) {
    this.#sample = sample;
  }

  add(value: CypherValue): void {
    const number = toNumber(numeric(value));
    const distance = number - this.#mean;
    this.#mean += distance / ++this.#count;
    this.#squares += distance * (number - this.#mean);
  }

  result(): CypherValue {
    const divisor = this.#sample ? this.#count - 1 : this.#count;
    return float(divisor <= 0 ? 0 : Math.sqrt(this.#squares / divisor));
  }
}

class Percentile implements Accumulator {
  readonly #budget: Budget;
  readonly #continuous: boolean;
  readonly #values: Numeric[] = [];
  #share = 0;

  constructor(budget: Budget, continuous: boolean) {
    this.#budget = budget;
    this.#continuous = continuous;
  }

  add(value: CypherValue, share: CypherValue): void {
    const asked = toNumber(numeric(share));
    if (!(asked >= 0 && asked <= 1)) {
      throw runtimeError(
        'ArgumentError',
        'NumberOutOfRange',
        `A percentile must be between 0.0 and 1.0, not ${asked}.`,
      );
    }
    this.#share = asked;
    this.#budget.hold(16);
    this.#values.push(numeric(value));
  }

  result(): CypherValue {
    const sorted = this.#values.sort((a, b) => toNumber(a) - toNumber(b));
    if (sorted.length === 0) return null;
    if (!this.#continuous) return sorted[Math.max(0, Math.ceil(this.#share * sorted.length) - 1)] ?? null;
    const place = this.#share * (sorted.length - 1);
    const [below, above] = [toNumber(sorted[Math.floor(place)] ?? 0), toNumber(sorted[Math.ceil(place)] ?? 0)];
    return float(below + (above - below) * (place - Math.floor(place)));
  }
}

const same = (type: StaticType): StaticType => type;

const AGGREGATES: ReadonlyMap<string, AggregateSpec> = new Map<string, AggregateSpec>([
  ['count', { takes: 1, result: () => INTEGER, start: () => new Count() }],
  ['sum', { takes: 1, result: () => NUMBER, start: () => new Sum() }],
  ['avg', { takes: 1, result: () => FLOAT, start: () => new Average() }],
  ['min', { takes: 1, result: same, start: (budget) => new Extreme(budget, -1) }],
  ['max', { takes: 1, result: same, start: (budget) => new Extreme(budget, 1) }],
  ['collect', { takes: 1, result: listOf, start: (budget) => new Collect(budget) }],
  ['stdev', { takes: 1, result: () => FLOAT, start: () => new Deviation(true) }],
  ['stdevp', { takes: 1, result: () => FLOAT, start: () => new Deviation(false) }],
  ['percentiledisc', { takes: 2, result: () => NUMBER, start: (budget) => new Percentile(budget, false) }],
  ['percentilecont', { takes: 2, result: () => FLOAT, start: (budget) => new Percentile(budget, true) }],
]);

export const aggregateOf = (name: string): AggregateSpec | undefined => AGGREGATES.get(name.toLowerCase());

export const isAggregate = (name: string): boolean => AGGREGATES.has(name.toLowerCase());

/** Counts every row, null or not. */
export const countAll: AggregateSpec = { takes: 0, result: () => INTEGER, start: () => new Count() };

/** Passes on each distinct value once. */
export class Distinct implements Accumulator {
  readonly #inner: Accumulator;
  readonly #budget: Budget;
  readonly #seen = new Set<string>();

  constructor(inner: Accumulator, budget: Budget) {
    this.#inner = inner;
    this.#budget = budget;
  }

  add(value: CypherValue, second: CypherValue): void {
    const key = keyOf(value, this.#budget);
    if (this.#seen.has(key)) return;
    this.#budget.hold(key.length * 2 + 32);
    this.#seen.add(key);
    this.#inner.add(value, second);
  }

  result(): CypherValue {
    return this.#inner.result();
  }
}
