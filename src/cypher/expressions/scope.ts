// The names that an expression may use, the slots of their values, and their static types.

import type { Expression, Query } from '../ast.ts';
import type { Budget } from '../budget.ts';
import { type CypherError, type ErrorDetail, type ErrorType, type Span, textError } from '../error.ts';
import type { GraphView } from '../execute/graph-view.ts';
import type { Subqueries } from '../execute/subqueries.ts';
import type { StaticType } from '../values/static-type.ts';
import type { CypherMap, CypherValue } from '../values/value.ts';
import type { Batches, Row } from './row.ts';

/** A checked expression that can be run on any number of rows. */
export interface Compiled {
  readonly type: StaticType;
  readonly run: (row: Row) => CypherValue;
}

export interface CompiledQuery {
  readonly columns: readonly { readonly name: string; readonly type: StaticType }[];
  /** The result rows, for a row with the scope's initial values. */
  readonly rows: (start: readonly CypherValue[]) => Batches;
}

/** Expressions, patterns and queries contain each other, so each finds the other compilers here. */
interface Compiler {
  readonly expression: (expression: Expression, scope: Scope) => Compiled;
  /** Compiles an expression as a condition. */
  readonly condition: (expression: Expression, scope: Scope) => Compiled;
  readonly query: (query: Query, session: Session, begin: (scope: Scope) => void) => CompiledQuery;
}

/** What every part of a running query shares. */
export interface Session {
  readonly text: string;
  readonly compiler: Compiler;
  readonly parameters: CypherMap;
  readonly budget: Budget;
  readonly view: GraphView;
  readonly subqueries: Subqueries;
  /** Whether the query uses more of a variable than the node's identity. */
  readonly looksAt: (name: string) => boolean;
}

export interface Binding {
  readonly slot: number;
  readonly type: StaticType;
}

/** The row between two projections; each variable and intermediate value has its own slot. */
export class Frame {
  #width = 0;

  slot(): number {
    return this.#width++;
  }
}

type AggregateCall = Extract<Expression, { kind: 'call' | 'countAll' }>;

interface Rules {
  /** Compiles an aggregate to a read of its result; null where aggregates are not allowed. */
  readonly aggregate: ((call: AggregateCall, scope: Scope) => Compiled) | null;
  /** Finds expressions whose value is already in the row. */
  readonly known: (expression: Expression) => Compiled | null;
  /** A name that is no longer usable; a pattern must not declare it as new. */
  readonly hidden: (name: string) => boolean;
  /** The error for an undefined name. */
  readonly missing: (name: string) => ErrorDetail;
  readonly insideAggregate: boolean;
}

const PLAIN: Rules = {
  aggregate: null,
  known: () => null,
  hidden: () => false,
  missing: () => 'UndefinedVariable',
  insideAggregate: false,
};

export class Scope {
  readonly session: Session;
  readonly frame: Frame;
  readonly rules: Rules;
  readonly #bindings: Map<string, Binding>;

  constructor(session: Session, frame = new Frame(), bindings?: Iterable<readonly [string, Binding]>, rules = PLAIN) {
    this.session = session;
    this.frame = frame;
    this.rules = rules;
    this.#bindings = new Map(bindings);
  }

  /** An inner scope on the same row; names added to it are not visible outside. */
  inner(rules: Partial<Rules> = {}): Scope {
    return new Scope(this.session, this.frame, this.#bindings, { ...this.rules, ...rules });
  }

  find(name: string): Binding | undefined {
    return this.#bindings.get(name);
  }

  get names(): readonly string[] {
    return [...this.#bindings.keys()];
  }

  declare(name: string, type: StaticType, slot = this.frame.slot()): Binding {
    const binding = { slot, type };
    this.#bindings.set(name, binding);
    return binding;
  }

  compile(expression: Expression): Compiled {
    return this.session.compiler.expression(expression, this);
  }

  condition(expression: Expression): Compiled {
    return this.session.compiler.condition(expression, this);
  }

  undefinedVariable(name: string, at: Span): CypherError {
    const detail = this.rules.missing(name);
    if (detail === 'AmbiguousAggregationExpression') {
      return this.error(at, detail, `'${name}' is used next to an aggregate but is not a column.`, {
        hint: 'Project it in a WITH first, or also return it as a column.',
      });
    }
    const names = this.names.filter((each) => !each.startsWith(' '));
    return this.error(at, detail, `The variable '${name}' is not defined here.`, {
      hint: names.length > 0 ? `Defined here: ${names.slice(0, 20).join(', ')}.` : 'No variable is defined here.',
    });
  }

  error(
    at: Span,
    detail: ErrorDetail,
    message: string,
    options: { readonly type?: ErrorType; readonly hint?: string } = {},
  ): CypherError {
    return textError(this.session.text, at, detail, message, options);
  }
}

export const slotOf = ({ slot, type }: Binding): Compiled => ({ type, run: (row) => row[slot] ?? null });
