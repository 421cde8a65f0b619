// The entry point: runs a text with parameters, within limits, and returns rows.

import { Budget } from './budget.ts';
import type { Clock } from './clock.ts';
import { CypherError } from './error.ts';
import { fromGroups, fromSchema } from './execute/counts.ts';
import { GraphView } from './execute/graph-view.ts';
import { interestOf, type NamedParts } from './execute/interest.ts';
import { compileQuery } from './execute/query.ts';
import { Subqueries } from './execute/subqueries.ts';
import { compile, compileCondition } from './expressions/compile.ts';
import type { Batches, Row } from './expressions/row.ts';
import type { Network } from './network.ts';
import { parseQuery } from './parse/query.ts';
import { sizeOf } from './values/ordering.ts';
import { loadPatterns } from './values/regex.ts';
import { mayBeEntity } from './values/static-type.ts';
import { type CypherValue, mapOf } from './values/value.ts';

const MAX_QUERY_LENGTH = 10_000;
const MEMORY_BYTES = 256_000_000;

export interface CypherOptions {
  readonly params?: Readonly<Record<string, CypherValue>>;
  /** The most rows to return; `truncated` tells whether there are more. */
  readonly rows: number;
  readonly timeMs: number;
  /** Approximate memory limit; 256 MB by default. */
  readonly memoryBytes?: number;
  readonly signal?: AbortSignal;
  readonly clock: Clock;
}

export interface CypherResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CypherValue[])[];
  readonly truncated: boolean;
  readonly named: NamedParts;
}

export async function runCypher(network: Network, text: string, options: CypherOptions): Promise<CypherResult> {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new CypherError(
      'Limit',
      'compile time',
      'TextLimit',
      `The query has ${text.length} characters; at most ${MAX_QUERY_LENGTH} are allowed.`,
      'Pass long values as parameters.',
    );
  }
  const query = parseQuery(text);
  if (text.includes('=~')) await loadPatterns();
  const { params = {}, clock, timeMs, memoryBytes = MEMORY_BYTES, signal } = options;
  const budget = new Budget(clock, { timeMs, memoryBytes }, signal);
  const { properties, looksAt, named, ends } = interestOf(query);
  const view = new GraphView(network, ends, budget);
  const subqueries = new Subqueries(budget);
  const parameters = mapOf(Object.entries(params));
  const compiled = compileQuery(fromSchema(await fromGroups(query, network)), {
    text,
    compiler: { expression: compile, condition: compileCondition, query: compileQuery },
    parameters,
    budget,
    view,
    subqueries,
    looksAt,
  });
  if (!compiled.columns.some(({ type }) => mayBeEntity(type))) view.want(properties);

  const columns = compiled.columns.map(({ name }) => name);
  try {
    return { columns, named, ...(await firstRows(compiled.rows([]), options.rows, budget)) };
  } catch (error) {
    // Values nested too deeply overflow the stack.
    throw error instanceof RangeError ? budget.tooDeep() : error;
  }
}

async function firstRows(
  batches: Batches,
  most: number,
  budget: Budget,
): Promise<Omit<CypherResult, 'columns' | 'named'>> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length >= most) return { rows, truncated: true };
      budget.hold(row.reduce<number>((sum, value) => sum + sizeOf(value, budget), 0));
      if (budget.row()) await budget.yieldToEventLoop();
      rows.push(row);
    }
  }
  return { rows, truncated: false };
}
