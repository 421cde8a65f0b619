// WITH and RETURN: the columns, how each is computed, and which names ORDER BY and WHERE may use.

import type { Expression, Projection } from '../ast.ts';
import { fingerprint, hasAggregate, isSimple, namesWithin, someWithin } from '../expressions/inspect.ts';
import type { Batches, Row } from '../expressions/row.ts';
import type { Binding, Compiled, Scope } from '../expressions/scope.ts';
import { Frame, Scope as NewScope, slotOf } from '../expressions/scope.ts';
import { type Count, compileCount } from './count.ts';
import { Aggregates, grouped } from './group.ts';
import { distinctRows, extendRows } from './rows.ts';

export interface Column {
  readonly name: string;
  readonly expression: Expression;
  readonly slot: number;
  readonly value: Compiled;
}

export interface Projected {
  readonly columns: readonly Column[];
  /** Computes rows that hold the columns in their slots, possibly among others. */
  readonly compute: (input: Batches) => Batches;
  readonly order: readonly { readonly value: Compiled; readonly descending: boolean }[];
  readonly skip: Count | null;
  readonly limit: Count | null;
  readonly where: Compiled | null;
}

interface Item {
  readonly name: string;
  readonly expression: Expression;
}

export function compileProjection(projection: Projection, where: Expression | null, input: Scope): Projected {
  const items = itemsOf(projection, input);
  const duplicate = items.find(({ name }, index) => items.findIndex((each) => each.name === name) !== index);
  if (duplicate) {
    throw input.error(duplicate.expression.at, 'ColumnNameConflict', `Two columns have the name '${duplicate.name}'.`);
  }
  const { columns, scope, compute } = items.some(({ expression }) => hasAggregate(expression))
    ? aggregating(items, projection, input)
    : projection.distinct
      ? distinct(items, input)
      : plain(items, input);
  const order = projection.order.map(({ expression, descending }) => {
    const same = columns.find((column) => fingerprint(column.expression) === fingerprint(expression));
    return {
      value: same ? slotOf({ slot: same.slot, type: same.value.type }) : scope(expression).compile(expression),
      descending,
    };
  });
  return {
    columns,
    compute,
    order,
    skip: projection.skip && compileCount(projection.skip, 'SKIP', input),
    limit: projection.limit && compileCount(projection.limit, 'LIMIT', input),
    where: where && scope(where).condition(where),
  };
}

/** Refuses a column of WITH without a name. Checked last, because errors inside the expression matter more. */
export function checkNames(projection: Projection, scope: Scope): void {
  const nameless = projection.items.find(({ alias, expression }) => !alias && expression.kind !== 'variable');
  if (nameless) {
    throw scope.error(nameless.at, 'NoExpressionAlias', 'This column of WITH needs a name.', {
      hint: 'Write: … AS name.',
    });
  }
}

function itemsOf({ everything, items, at }: Projection, input: Scope): Item[] {
  const all = everything ? input.names.filter((name) => !name.startsWith(' ')).sort() : [];
  if (everything && all.length === 0 && items.length === 0) {
    throw input.error(at, 'NoVariablesInScope', 'No variable is in scope for *.');
  }
  return [
    ...all.map((name) => ({ name, expression: { kind: 'variable' as const, name, at } })),
    ...items.map(({ expression, alias }) => ({
      name: alias?.name ?? (expression.kind === 'variable' ? expression.name : textOf(expression, input)),
      expression,
    })),
  ];
}

const textOf = ({ at }: Expression, { session }: Scope): string => session.text.slice(at.start, at.end);

interface Shape {
  readonly columns: readonly Column[];
  readonly compute: (input: Batches) => Batches;
  /** The names that ORDER BY or WHERE may use in that expression. */
  readonly scope: (expression: Expression) => Scope;
}

/** One row per input row; ORDER BY sees the columns and all earlier variables. */
function plain(items: readonly Item[], input: Scope): Shape {
  const after = input.inner();
  const columns = items.map(({ name, expression }) => ({
    name,
    expression,
    value: input.compile(expression),
    slot: input.frame.slot(),
  }));
  for (const { name, value, slot } of columns) after.declare(name, value.type, slot);
  return { columns, compute: (rows) => extendRows(rows, columns, input.session), scope: () => after };
}

/** Distinct rows; ORDER BY sees only the columns. */
function distinct(items: readonly Item[], input: Scope): Shape {
  const { columns, compute } = plain(items, input);
  const after = new NewScope(input.session, input.frame, namesOf(columns), {
    ...input.rules,
    known: knownColumns(columns),
    hidden: (name) => input.find(name) !== undefined,
  });
  return { columns, compute: (rows) => distinctRows(compute(rows), columns, input.session), scope: () => after };
}

const namesOf = (columns: readonly Column[]): [string, Binding][] =>
  columns.map(({ name, slot, value }) => [name, { slot, type: value.type }]);

function knownColumns(columns: readonly Column[]): (expression: Expression) => Compiled | null {
  const kinds = new Set(columns.map(({ expression }) => expression.kind));
  return (expression) => {
    if (!kinds.has(expression.kind) || expression.kind === 'variable') return null;
    const same = columns.find((column) => fingerprint(column.expression) === fingerprint(expression));
    return same ? slotOf({ slot: same.slot, type: same.value.type }) : null;
  };
}

/** One row per group; the columns without an aggregate are the keys. */
function aggregating(items: readonly Item[], projection: Projection, input: Scope): Shape {
  const frame = new Frame();
  const aggregates = new Aggregates(input, frame);
  const keys: Column[] = items
    .filter(({ expression }) => !hasAggregate(expression))
    .map(({ name, expression }) => ({ name, expression, value: input.compile(expression), slot: frame.slot() }));
  const simple = keys.filter(({ expression }) => isSimple(expression));
  const variables = keys.flatMap(({ expression, slot, value }): [string, Binding][] =>
    expression.kind === 'variable' ? [[expression.name, { slot, type: value.type }]] : [],
  );
  const inside = new NewScope(input.session, frame, variables, {
    ...input.rules,
    aggregate: (call) => aggregates.add(call),
    known: knownColumns(simple),
    hidden: (name) => input.find(name) !== undefined,
    missing: (name) => (input.find(name) ? 'AmbiguousAggregationExpression' : 'UndefinedVariable'),
  });
  const computed: Column[] = items
    .filter(({ expression }) => hasAggregate(expression))
    .map(({ name, expression }) => ({ name, expression, value: inside.compile(expression), slot: frame.slot() }));
  const columns = items.flatMap(({ name }) => [...keys, ...computed].find((column) => column.name === name) ?? []);
  const complex = new Set(
    keys.filter(({ expression }) => !isSimple(expression)).map(({ expression }) => fingerprint(expression)),
  );

  const scope = (expression: Expression): Scope =>
    new NewScope(input.session, frame, [...variables, ...namesOf(columns)], {
      ...input.rules,
      aggregate: hasAggregateColumn(columns) ? (call, outer) => aggregates.known(call) ?? sortedBy(call, outer) : null,
      hidden: (name) => input.find(name) !== undefined,
      known: knownColumns(hasAggregate(expression) ? [...simple, ...computed] : columns),
      missing: () =>
        someWithin(expression, (part) => complex.has(fingerprint(part)))
          ? 'AmbiguousAggregationExpression'
          : 'UndefinedVariable',
    });
  /** An aggregate used only in ORDER BY cannot refer to rows that are already grouped. */
  const sortedBy = (call: Extract<Expression, { kind: 'call' | 'countAll' }>, outer: Scope): Compiled => {
    const [name] = call.kind === 'call' ? namesWithin(call.args) : [];
    if (name === undefined) return aggregates.add(call);
    throw outer.error(
      call.at,
      outer.rules.missing(name),
      `'${name}' is not defined here: ORDER BY can use only columns.`,
    );
  };
  const compute = (rows: Batches): Batches => {
    const all = extendRows(grouped(rows, keys, aggregates.all, input), computed, input.session);
    return projection.distinct ? distinctRows(all, columns, input.session) : all;
  };
  return { columns, compute, scope };
}

const hasAggregateColumn = (columns: readonly Column[]): boolean =>
  columns.some(({ expression }) => hasAggregate(expression));

/** A row with only the columns. */
export const narrowed = (row: Row, columns: readonly Column[]): Row => columns.map(({ slot }) => row[slot] ?? null);
