// Which names an expression may use, where in the row their values lie, and what they are known to be.

import type { Expression, Query } from '../ast.ts';
import type { Budget } from '../budget.ts';
import { type CypherError, type ErrorDetail, type ErrorType, type Span, textError } from '../error.ts';
import type { GraphView } from '../execute/graph-view.ts';
import type { Subqueries } from '../execute/subqueries.ts';
import type { StaticType } from '../values/static-type.ts';
import type { CypherMap, CypherValue } from '../values/value.ts';
import type { Batches, Row } from './row.ts';

/** An expression that was checked and can be run on any number of rows. */
export interface Compiled {
  readonly type: StaticType;
  readonly run: (row: Row) => CypherValue;
}

export interface CompiledQuery {
  readonly columns: readonly { readonly name: string; readonly type: StaticType }[];
  /** The rows of the result, from a row with the values that the scope was begun with. */
  readonly rows: (start: readonly CypherValue[]) => Batches;
}

/** Expressions hold expressions, patterns and whole queries, so each kind asks for the others here. */
interface Compiler {
  readonly expression: (expression: Expression, scope: Scope) => Compiled;
  /** An expression that decides. */
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
  /** Whether anything asks for more of a variable than which node it is. */
  readonly looksAt: (name: string) => boolean;
}

export interface Binding {
  readonly slot: number;
  readonly type: StaticType;
}

/** The row between two projections; each variable and each intermediate value has a slot of its own. */
export class Frame {
  #width = 0;

  slot(): number {
    return this.#width++;
  }
}

type AggregateCall = Extract<Expression, { kind: 'call' | 'countAll' }>;

interface Rules {
  /** Where an aggregate may stand: makes it, and says where its result lies. */
  readonly aggregate: ((call: AggregateCall, scope: Scope) => Compiled) | null;
  /** Expressions whose value the row already holds. */
  readonly known: (expression: Expression) => Compiled | null;
  /** A name that was there but cannot be used any more; a pattern may not take it for a new one. */
  readonly hidden: (name: string) => boolean;
  /** The error for a name that is not there. */
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

  /** The same names in the same row, to which names can be added that the outside does not see. */
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
      return this.error(at, detail, `'${name}' stands beside an aggregate but is no column of its own.`, {
        hint: 'Project it in a WITH first, or return it as a column too.',
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
