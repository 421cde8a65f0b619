// SKIP and LIMIT: row counts, known before the first row.
import type { Expression } from '../ast.ts';
import { CypherError, type ErrorDetail } from '../error.ts';
import { hasSubquery, someWithin } from '../expressions/inspect.ts';
import { Scope as NewScope, type Scope } from '../expressions/scope.ts';
import { isInteger } from '../values/numbers.ts';
import { type CypherValue, kindOf } from '../values/value.ts';

export type Count = () => number;

export function compileCount(expression: Expression, clause: 'SKIP' | 'LIMIT', scope: Scope): Count {
  if (hasSubquery(expression) || someWithin(expression, ({ kind }) => kind === 'variable')) {
    throw scope.error(expression.at, 'NonConstantExpression', `${clause} cannot depend on the rows.`);
  }
  const { run } = new NewScope(scope.session).compile(expression);
  const isFixed = !someWithin(expression, ({ kind }) => kind === 'parameter' || kind === 'call');
  if (isFixed) {
    const wrong = mistake(run([]));
    if (wrong) throw scope.error(expression.at, wrong.detail, `${clause} ${wrong.message}`);
  }
  return () => {
    const value = run([]);
    const wrong = mistake(value);
    if (wrong) throw new CypherError('SyntaxError', 'runtime', wrong.detail, `${clause} ${wrong.message}`);
    return Number(value);
  };
}

function mistake(value: CypherValue): { readonly detail: ErrorDetail; readonly message: string } | null {
  if (!isInteger(value)) return { detail: 'InvalidArgumentType', message: `takes an integer, not a ${kindOf(value)}.` };
  return value < 0 ? { detail: 'NegativeIntegerArgument', message: `must not be negative, but is ${value}.` } : null;
}
