// Calls of functions, and of aggregates where they are allowed.
import type { Expression } from '../ast.ts';
import { functions } from '../functions/functions.ts';
import type { FunctionSpec } from '../functions/spec.ts';
import { mayBe } from '../values/static-type.ts';
import { isAggregate } from './aggregates.ts';
import type { Compiled, Scope } from './scope.ts';

type Call = Extract<Expression, { kind: 'call' }>;

export function compileCall(call: Call, scope: Scope): Compiled {
  if (isAggregate(call.name)) return compileAggregate(call, scope);
  const name = call.name.toLowerCase();
  const [only] = call.args;
  if (name === 'exists' && only && call.args.length === 1) return compileExistsCall(only, scope);
  const spec = functions.get(name);
  if (!spec) throw unknownFunction(call, scope);
  if (call.distinct)
    throw scope.error(call.at, 'UnexpectedSyntax', `DISTINCT is only for aggregates; ${call.name} is not one.`);
  checkCount(call, spec, scope);
  if (spec.random && scope.rules.insideAggregate) {
    throw scope.error(call.at, 'NonConstantExpression', `An aggregate cannot contain ${call.name}().`);
  }
  const args = call.args.map((arg) => scope.compile(arg));
  args.forEach(({ type }, index) => {
    const accepted = spec.accepts?.[index];
    const at = call.args[index]?.at ?? call.at;
    if (!accepted || mayBe(type, accepted)) return;
    throw scope.error(at, 'InvalidArgumentType', `${call.name}() does not take a ${type.kind}.`, {
      hint: `It takes: ${accepted.join(', ')}.`,
    });
  });
  const types = args.map(({ type }) => type);
  const { session } = scope;
  const run: Compiled['run'] = (row) => {
    const values = args.map((arg) => arg.run(row));
    session.budget.step();
    return spec.takesNull || !values.includes(null) ? spec.run(values, session) : null;
  };
  return { type: typeof spec.result === 'function' ? spec.result(types) : spec.result, run };
}

/** exists((a)-->(b)) and exists(n.name), the older syntax. */
function compileExistsCall(arg: Expression, scope: Scope): Compiled {
  if (arg.kind === 'patternPredicate') return scope.condition(arg);
  const inside = scope.compile(arg);
  return { type: { kind: 'boolean' }, run: (row) => inside.run(row) !== null };
}

export function compileAggregate(call: Call | Extract<Expression, { kind: 'countAll' }>, scope: Scope): Compiled {
  if (scope.rules.insideAggregate)
    throw scope.error(call.at, 'NestedAggregation', 'An aggregate cannot contain another.');
  if (scope.rules.aggregate) return scope.rules.aggregate(call, scope);
  throw scope.error(call.at, 'InvalidAggregation', 'Aggregates are allowed only in WITH and RETURN.', {
    hint: 'Compute it in a WITH, then use its alias.',
  });
}

const TEMPORAL = new Set(['date', 'datetime', 'time', 'localtime', 'localdatetime', 'duration']);

function unknownFunction({ name, at }: Call, scope: Scope) {
  if (TEMPORAL.has(name.toLowerCase().split('.')[0] ?? '')) {
    return scope.error(at, 'UnknownFunction', `${name}() does not exist: dates and times are strings here.`, {
      hint: 'Compare ISO 8601 strings directly; timestamp() returns the current time in milliseconds.',
    });
  }
  return scope.error(at, 'UnknownFunction', `Unknown function: ${name}().`, {
    hint: `Functions: ${[...functions.keys()].join(', ')}.`,
  });
}

function checkCount({ name, args, at }: Call, { least, most = least }: FunctionSpec, scope: Scope): void {
  if (args.length >= least && args.length <= most) return;
  const wanted =
    least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  throw scope.error(at, 'InvalidNumberOfArguments', `${name}() takes ${wanted} argument(s), not ${args.length}.`);
}
