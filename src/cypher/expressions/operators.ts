// Operators on values, where null means unknown.
import type { Expression } from '../ast.ts';
import { typeError } from '../error.ts';
import { and, compare, equal, not, or, type Truth, xor } from '../values/equality.ts';
import { calculate, isInteger, isNumeric, negate, printNumber } from '../values/numbers.ts';
import { contains } from '../values/occurrences.ts';
import { matchesPattern } from '../values/regex.ts';
import {
  ANY,
  BOOLEAN,
  common,
  FLOAT,
  INTEGER,
  mayBe,
  NUMBER,
  STORED,
  STRING,
  type StaticType,
} from '../values/static-type.ts';
import {
  CypherNode,
  CypherRelationship,
  type CypherValue,
  describe,
  isList,
  kindOf,
  labelsOf,
} from '../values/value.ts';
import type { Compiled, Scope } from './scope.ts';

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export function truth(value: CypherValue): Truth {
  if (value === null || typeof value === 'boolean') return value;
  throw typeError('InvalidArgumentType', `Expected true or false, not ${describe(value)}.`);
}

export function compileNot({ operand }: Of<'not'>, scope: Scope): Compiled {
  const inside = scope.condition(operand);
  return { type: BOOLEAN, run: (row) => not(truth(inside.run(row))) };
}

export function compileBoolean({ operator, left, right }: Of<'boolean'>, scope: Scope): Compiled {
  const [a, b] = [scope.condition(left), scope.condition(right)];
  const join = { AND: and, OR: or, XOR: xor }[operator];
  // When one side decides, the other is not evaluated: it may be an expensive walk through the graph.
  const decisive = { AND: false, OR: true, XOR: undefined }[operator];
  const run: Compiled['run'] = (row) => {
    const first = truth(a.run(row));
    return first === decisive ? first : join(first, truth(b.run(row)));
  };
  return { type: BOOLEAN, run };
}

export function compileSign({ negative, operand, at }: Of<'sign'>, scope: Scope): Compiled {
  const inside = scope.compile(operand);
  if (!mayBe(inside.type, ['integer', 'float'])) {
    throw scope.error(at, 'InvalidArgumentType', `Only a number has a sign, not a ${inside.type.kind}.`);
  }
  const run: Compiled['run'] = (row) => {
    const value = inside.run(row);
    if (value === null || (isNumeric(value) && !negative)) return value;
    if (isNumeric(value)) return negate(value);
    throw typeError('InvalidArgumentType', `Only a number has a sign, not ${describe(value)}.`);
  };
  return { type: inside.type.kind === 'any' ? NUMBER : inside.type, run };
}

export function compileArithmetic({ operator, left, right, at }: Of<'arithmetic'>, scope: Scope): Compiled {
  const [a, b] = [scope.compile(left), scope.compile(right)];
  const { budget } = scope.session;
  if (operator === '+') return { type: sumType(a.type, b.type), run: (row) => plus(a.run(row), b.run(row), scope) };
  for (const { type } of [a, b]) {
    if (!mayBe(type, ['integer', 'float'])) {
      throw scope.error(at, 'InvalidArgumentType', `'${operator}' requires numbers, not a ${type.kind}.`);
    }
  }
  const run: Compiled['run'] = (row) => {
    const [x, y] = [a.run(row), b.run(row)];
    budget.step();
    if (x === null || y === null) return null;
    if (isNumeric(x) && isNumeric(y)) return calculate(operator, x, y);
    throw typeError('InvalidArgumentType', `'${operator}' requires numbers, not ${describe(isNumeric(x) ? y : x)}.`);
  };
  if (operator === '^') return { type: FLOAT, run };
  return { type: a.type.kind === 'integer' && b.type.kind === 'integer' ? INTEGER : NUMBER, run };
}

function sumType(a: StaticType, b: StaticType): StaticType {
  if (a.kind === 'list' && b.kind === 'list') return { kind: 'list', items: common([a.items ?? ANY, b.items ?? ANY]) };
  if (a.kind === 'list') return { kind: 'list', items: common([a.items ?? ANY, b]) };
  if (b.kind === 'list') return { kind: 'list', items: common([a, b.items ?? ANY]) };
  if (a.kind === 'string' || b.kind === 'string') return mayBe(a, ['list']) || mayBe(b, ['list']) ? STORED : STRING;
  if (a.kind === 'integer' && b.kind === 'integer') return INTEGER;
  return a.kind === 'any' || b.kind === 'any' ? ANY : STORED;
}

/** Adds numbers, concatenates texts or lists, or adds a value to either end of a list. */
function plus(left: CypherValue, right: CypherValue, { session: { budget } }: Scope): CypherValue {
  budget.step();
  if (isList(left) || isList(right)) {
    if (left === null || right === null) return null;
    const [before, after] = [isList(left) ? left : [left], isList(right) ? right : [right]];
    budget.step(before.length + after.length);
    return [...before, ...after];
  }
  if (left === null || right === null) return null;
  if (isNumeric(left) && isNumeric(right)) return calculate('+', left, right);
  const printed = (value: CypherValue) =>
    typeof value === 'string'
      ? value
      : isNumeric(value)
        ? printNumber(value)
        : typeof value === 'boolean'
          ? String(value)
          : null;
  const [before, after] = [printed(left), printed(right)];
  if ((typeof left === 'string' || typeof right === 'string') && before !== null && after !== null) {
    budget.copy(before.length + after.length);
    return budget.text(before + after);
  }
  throw typeError('InvalidArgumentType', `'+' cannot join ${describe(left)} and ${describe(right)}.`);
}

export function compileText({ operator, left, right }: Of<'text'>, scope: Scope): Compiled {
  const [a, b] = [scope.compile(left), scope.compile(right)];
  const { budget } = scope.session;
  const test = {
    'STARTS WITH': (text: string, part: string) => text.startsWith(part),
    'ENDS WITH': (text: string, part: string) => text.endsWith(part),
    CONTAINS: (text: string, part: string) => contains(text, part, budget),
    '=~': (text: string, pattern: string) => matchesPattern(text, pattern, budget),
  }[operator];
  const run: Compiled['run'] = (row) => {
    const [text, part] = [a.run(row), b.run(row)];
    budget.step();
    if (typeof text !== 'string' || typeof part !== 'string') return null;
    budget.copy(part.length);
    return test(text, part);
  };
  return { type: BOOLEAN, run };
}

export function compileIn({ left, right }: Of<'in'>, scope: Scope): Compiled {
  const [item, list] = [scope.compile(left), scope.compile(right)];
  if (!mayBe(list.type, ['list'])) {
    throw scope.error(right.at, 'InvalidArgumentType', `IN requires a list, not a ${list.type.kind}.`);
  }
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    const [wanted, values] = [item.run(row), list.run(row)];
    if (values === null) return null;
    if (!isList(values)) throw typeError('InvalidArgumentType', `IN requires a list, not ${describe(values)}.`);
    let answer: Truth = false;
    for (const value of values) {
      budget.step();
      answer = or(answer, equal(wanted, value, budget));
      if (answer) break;
    }
    return answer;
  };
  return { type: BOOLEAN, run };
}

export function compileComparison({ first, rest }: Of<'comparison'>, scope: Scope): Compiled {
  const start = scope.compile(first);
  const links = rest.map(({ operator, operand }) => ({ operator, operand: scope.compile(operand) }));
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    let [left, answer]: [CypherValue, Truth] = [start.run(row), true];
    for (const { operator, operand } of links) {
      const right = operand.run(row);
      answer = and(answer, compare(operator, left, right, budget));
      left = right;
    }
    return answer;
  };
  return { type: BOOLEAN, run };
}

export function compileIsNull({ operand, negated }: Of<'isNull'>, scope: Scope): Compiled {
  const inside = scope.compile(operand);
  return { type: BOOLEAN, run: (row) => (inside.run(row) === null) !== negated };
}

export function compileHasLabels({ operand, labels, at }: Of<'hasLabels'>, scope: Scope): Compiled {
  const inside = scope.compile(operand);
  if (!mayBe(inside.type, ['node', 'relationship'])) {
    throw scope.error(at, 'InvalidArgumentType', `Only a node has labels, not a ${inside.type.kind}.`);
  }
  const run: Compiled['run'] = (row) => {
    const value = inside.run(row);
    if (value === null) return null;
    if (value instanceof CypherNode) return labels.every((label) => labelsOf(value).includes(label));
    if (value instanceof CypherRelationship) return labels.every((label) => label === value.edge.type);
    throw typeError('InvalidArgumentType', `Only a node has labels, not ${describe(value)}.`);
  };
  return { type: BOOLEAN, run };
}

export function compileCase({ subject, branches, otherwise }: Of<'case'>, scope: Scope): Compiled {
  const tested = subject && scope.compile(subject);
  const ways = branches.map(({ when, result }) => ({
    when: tested ? scope.compile(when) : scope.condition(when),
    result: scope.compile(result),
  }));
  const last = otherwise && scope.compile(otherwise);
  const { budget } = scope.session;
  const run: Compiled['run'] = (row) => {
    const value = tested?.run(row) ?? null;
    for (const { when, result } of ways) {
      const found = when.run(row);
      if (tested ? equal(value, found, budget) === true : truth(found) === true) return result.run(row);
    }
    return last ? last.run(row) : null;
  };
  const types = ways.map(({ result }) => result.type);
  return { type: common(last ? [...types, last.type] : types), run };
}

/** A safe integer, or an error that names what requires it. */
export function wholeNumber(value: CypherValue, meaning: string): number {
  if (isInteger(value)) return Number(value);
  throw typeError('InvalidArgumentType', `${meaning} must be an integer, not ${kindOf(value)}.`);
}
