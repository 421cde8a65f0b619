// The clauses of a query in sequence: each turns batches of rows into batches of rows.

import type { Clause, Expression } from '../ast.ts';
import { unwound, unwoundType } from '../expressions/collections.ts';
import { hasAggregate } from '../expressions/inspect.ts';
import { BATCH, type Batches, type Row } from '../expressions/row.ts';
import { type Compiled, Scope, type Session } from '../expressions/scope.ts';
import type { CypherValue } from '../values/value.ts';
import { Matcher } from './match.ts';
import { compilePattern } from './pattern-builder.ts';
import { procedures } from './procedures.ts';
import { checkNames, compileProjection, narrowed } from './projection.ts';
import { keepRows, sliceRows, sortRows } from './rows.ts';

export interface Stage {
  /** What is in scope after the clause. */
  readonly scope: Scope;
  readonly run: (input: Batches) => Batches;
}

export function compileClause(clause: Clause, scope: Scope): Stage {
  switch (clause.kind) {
    case 'match':
      return compileMatch(clause, scope);
    case 'unwind':
      return compileUnwind(clause, scope);
    case 'with':
    case 'return':
      return compileProjectionClause(clause, scope);
    case 'call':
      return compileProcedure(clause, scope);
  }
}

type Of<Kind extends Clause['kind']> = Extract<Clause, { kind: Kind }>;

function compileMatch({ optional, pattern: parts, where }: Of<'match'>, scope: Scope): Stage {
  const pattern = compilePattern(parts, where, scope);
  const matcher = new Matcher(pattern, scope);
  if (!optional) {
    const run = async function* (input: Batches): Batches {
      for await (const batch of input) if (batch.length > 0) yield* matcher.run(batch);
    };
    return { scope, run };
  }
  const origin = scope.frame.slot();
  const lonely = (row: Row): Row => {
    const next = row.slice();
    for (const slot of pattern.fresh) next[slot] = null;
    return next;
  };
  const run = async function* (input: Batches): Batches {
    for await (const batch of input) {
      const begun = batch.map((row, index) => {
        const next = row.slice();
        next[origin] = index;
        return next;
      });
      // Rows come back in order, so a gap is a row that found nothing.
      let next = 0;
      for await (const found of matcher.run(begun)) {
        const rows: Row[] = [];
        for (const row of found) {
          const index = Number(row[origin]);
          while (next < index) rows.push(lonely(begun[next++] ?? []));
          next = index + 1;
          rows.push(row);
        }
        yield rows;
      }
      if (next < begun.length) yield begun.slice(next).map(lonely);
    }
  };
  return { scope, run };
}

function compileUnwind({ list, variable }: Of<'unwind'>, scope: Scope): Stage {
  const { session } = scope;
  const source = scope.compile(list);
  if (scope.find(variable.name))
    throw scope.error(variable.at, 'VariableAlreadyBound', `'${variable.name}' is already in use.`);
  const { slot } = scope.declare(variable.name, unwoundType(source.type));
  const run = async function* (input: Batches): Batches {
    let found: Row[] = [];
    for await (const [row, list] of listsOf(input, source, session)) {
      for (const item of unwound(list)) {
        if (session.budget.row()) await session.budget.yieldToEventLoop();
        const next = row.slice();
        next[slot] = item;
        found.push(next);
        if (found.length < BATCH) continue;
        yield found;
        found = [];
      }
    }
    if (found.length > 0) yield found;
  };
  return { scope, run };
}

/** Builds long lists one at a time, short ones for many rows together. */
async function* listsOf(
  input: Batches,
  { run }: Compiled,
  { subqueries }: Session,
): AsyncGenerator<readonly [Row, CypherValue]> {
  let together = 1;
  for await (const batch of input) {
    for (let start = 0; start < batch.length; ) {
      const rows = batch.slice(start, start + together);
      const lists = await subqueries.each(rows, run);
      for (const [index, row] of rows.entries()) yield [row, lists[index] ?? null];
      start += rows.length;
      together = lists.some((list) => unwound(list).length > BATCH) ? 1 : BATCH;
    }
  }
}

function compileProjectionClause(clause: Of<'with'> | Of<'return'>, scope: Scope): Stage {
  const { session } = scope;
  const where: Expression | null = clause.kind === 'with' ? clause.where : null;
  if (where && hasAggregate(where)) {
    throw scope.error(where.at, 'InvalidAggregation', 'WHERE cannot contain an aggregate.', {
      hint: 'Give the aggregate a name in WITH and use that.',
    });
  }
  const projected = compileProjection(clause.projection, where, scope);
  if (clause.kind === 'with') checkNames(clause.projection, scope);
  const { columns, compute, order, skip, limit } = projected;
  const after = new Scope(session);
  for (const { name, value } of columns) after.declare(name, value.type);
  const run = async function* (input: Batches): Batches {
    let rows = compute(input);
    if (order.length > 0) rows = sortRows(rows, order, session);
    if (skip || limit) rows = sliceRows(rows, skip?.() ?? 0, limit?.() ?? Number.POSITIVE_INFINITY);
    if (projected.where) rows = keepRows(rows, projected.where, session);
    for await (const batch of rows) yield batch.map((row) => narrowed(row, columns));
  };
  return { scope: after, run };
}

function compileProcedure({ procedure: name, args, yields, where, at }: Of<'call'>, scope: Scope): Stage {
  const { session } = scope;
  const procedure = procedures.get(name.toLowerCase());
  if (!procedure) {
    throw scope.error(at, 'ProcedureNotFound', `Unknown read-only procedure: ${name}.`, {
      hint: 'Use db.labels(), db.relationshipTypes() or db.propertyKeys().',
    });
  }
  if (args.length > 0) throw scope.error(at, 'InvalidNumberOfArguments', `${name}() takes no arguments.`);
  const all = procedure.columns.map((column) => ({
    column: { name: column.name, at },
    variable: { name: column.name, at },
  }));
  const slots = (yields ?? all).map(({ column, variable }) => {
    const index = procedure.columns.findIndex((each) => each.name === column.name);
    const found = procedure.columns[index];
    if (!found) throw scope.error(column.at, 'UndefinedVariable', `${name} has no column '${column.name}'.`);
    if (scope.find(variable.name))
      throw scope.error(variable.at, 'VariableAlreadyBound', `'${variable.name}' is already in use.`);
    return { index, ...scope.declare(variable.name, found.type) };
  });
  const condition = where && scope.condition(where);
  const run = async function* (input: Batches): Batches {
    const values = await procedure.rows(session.view);
    for await (const batch of input) {
      yield batch.flatMap((row) =>
        values.map((each) => {
          const next = row.slice();
          for (const { slot, index } of slots) next[slot] = each[index] ?? null;
          return next;
        }),
      );
    }
  };
  return { scope, run: condition ? (input) => keepRows(run(input), condition, session) : run };
}
