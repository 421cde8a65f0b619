// Compiles expressions into functions of a row; every error that can be known beforehand is raised here.
import type { Expression } from '../ast.ts';
import { runtimeError } from '../error.ts';
import { ANY, BOOLEAN, INTEGER, mayBe, typeOf } from '../values/static-type.ts';
import { type CypherValue, entryOf } from '../values/value.ts';
import { compileAggregate, compileCall } from './calls.ts';
import {
  compileElement,
  compileList,
  compileListComprehension,
  compileMap,
  compileMapProjection,
  compileProperty,
  compileQuantifier,
  compileReduce,
  compileSlice,
} from './collections.ts';
import {
  compileArithmetic,
  compileBoolean,
  compileCase,
  compileComparison,
  compileHasLabels,
  compileIn,
  compileIsNull,
  compileNot,
  compileSign,
  compileText,
} from './operators.ts';
import { compileExists, compileExistsQuery, compilePatternComprehension } from './patterns.ts';
import { type Compiled, type Scope, slotOf } from './scope.ts';

export function compile(expression: Expression, scope: Scope): Compiled {
  const known = scope.rules.known(expression);
  if (known) return known;
  switch (expression.kind) {
    case 'literal':
      return { type: typeOf(expression.value), run: () => expression.value };
    case 'parameter':
      return compileParameter(expression.name, scope);
    case 'variable':
      return compileVariable(expression, scope);
    case 'property':
      return compileProperty(expression, scope);
    case 'element':
      return compileElement(expression, scope);
    case 'slice':
      return compileSlice(expression, scope);
    case 'list':
      return compileList(expression, scope);
    case 'map':
      return compileMap(expression, scope);
    case 'not':
      return compileNot(expression, scope);
    case 'sign':
      return compileSign(expression, scope);
    case 'arithmetic':
      return compileArithmetic(expression, scope);
    case 'boolean':
      return compileBoolean(expression, scope);
    case 'text':
      return compileText(expression, scope);
    case 'in':
      return compileIn(expression, scope);
    case 'comparison':
      return compileComparison(expression, scope);
    case 'isNull':
      return compileIsNull(expression, scope);
    case 'hasLabels':
      return compileHasLabels(expression, scope);
    case 'call':
      return compileCall(expression, scope);
    case 'countAll':
      return { ...compileAggregate(expression, scope), type: INTEGER };
    case 'case':
      return compileCase(expression, scope);
    case 'listComprehension':
      return compileListComprehension(expression, scope);
    case 'quantifier':
      return compileQuantifier(expression, scope);
    case 'reduce':
      return compileReduce(expression, scope);
    case 'mapProjection':
      return compileMapProjection(expression, scope);
    case 'patternComprehension':
      return compilePatternComprehension(expression, scope);
    case 'existsPattern':
      return compileExists(expression.pattern, expression.where, scope);
    case 'existsQuery':
      return compileExistsQuery(expression.query, scope);
    case 'patternPredicate':
      throw scope.error(expression.at, 'UnexpectedSyntax', 'A pattern is allowed only as a condition.', {
        hint: 'Use a pattern comprehension: [(a)-->(b) | b], or EXISTS { (a)-->(b) }.',
      });
  }
}

/** Compiles a condition: a pattern is allowed, and an expression that can never be true or false is refused. */
export function compileCondition(expression: Expression, scope: Scope): Compiled {
  if (expression.kind === 'patternPredicate') return compilePredicate(expression.pattern, scope);
  const compiled = compile(expression, scope);
  if (!mayBe(compiled.type, ['boolean'])) {
    throw scope.error(
      expression.at,
      'InvalidArgumentType',
      `A condition must be true or false, not a ${compiled.type.kind}.`,
    );
  }
  return compiled;
}

/** A pattern used as a condition may name only existing variables. */
function compilePredicate(
  pattern: Extract<Expression, { kind: 'patternPredicate' }>['pattern'],
  scope: Scope,
): Compiled {
  for (const { variable } of [...pattern.nodes, ...pattern.links]) {
    if (variable && !scope.find(variable.name)) throw scope.undefinedVariable(variable.name, variable.at);
  }
  return { ...compileExists([pattern], null, scope), type: BOOLEAN };
}

function compileVariable({ name, at }: Extract<Expression, { kind: 'variable' }>, scope: Scope): Compiled {
  const binding = scope.find(name);
  if (!binding) throw scope.undefinedVariable(name, at);
  return slotOf(binding);
}

function compileParameter(name: string, { session }: Scope): Compiled {
  if (!Object.hasOwn(session.parameters, name)) {
    throw runtimeError('ParameterMissing', 'MissingParameter', `The parameter $${name} was not given.`);
  }
  const value: CypherValue = entryOf(session.parameters, name);
  // A parameter is known only at run time, so it never causes an error of the text.
  return { type: ANY, run: () => value };
}
