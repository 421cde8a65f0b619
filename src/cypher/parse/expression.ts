// Expressions by precedence: OR, XOR, AND, NOT, comparison, predicates, + -, * / %, ^, sign, then postfix and atoms.
import type { ArithmeticOperator, BooleanOperator, ComparisonOperator, Expression, TextOperator } from '../ast.ts';
import { parseAtom } from './atom.ts';
import type { TokenStream } from './token-stream.ts';

/** A long chain of operators makes as deep a tree as nested parentheses. */
const MAX_CHAIN_LENGTH = 1000;

export const parseExpression = (stream: TokenStream): Expression => stream.nested(() => parseOr(stream));

type Rule = (stream: TokenStream) => Expression;

/** Operands joined from left to right. */
function leftToRight(
  stream: TokenStream,
  operand: Rule,
  join: (left: Expression, start: number) => Expression | null,
): Expression {
  const start = stream.start;
  let left = operand(stream);
  for (let length = 1; ; length++) {
    const joined = join(left, start);
    if (!joined) return left;
    if (length > MAX_CHAIN_LENGTH) {
      throw stream.error(
        'UnexpectedSyntax',
        `More than ${MAX_CHAIN_LENGTH} operators are chained.`,
        undefined,
        'Use IN with a list.',
      );
    }
    left = joined;
  }
}

function booleanRule(operator: BooleanOperator, operand: Rule): Rule {
  return (stream) =>
    leftToRight(stream, operand, (left, start) => {
      if (!stream.takePhrase(operator)) return null;
      const right = operand(stream);
      return { kind: 'boolean', operator, left, right, at: stream.since(start) };
    });
}

function parseNot(stream: TokenStream): Expression {
  const start = stream.start;
  if (!stream.takePhrase('NOT')) return parseComparison(stream);
  const operand = stream.nested(() => parseNot(stream));
  return { kind: 'not', operand, at: stream.since(start) };
}

const parseOr = booleanRule('OR', booleanRule('XOR', booleanRule('AND', parseNot)));

const COMPARISONS: readonly ComparisonOperator[] = ['=', '<>', '<=', '>=', '<', '>'];

/** `1 < x <= 3` compares each neighbour. */
function parseComparison(stream: TokenStream): Expression {
  const start = stream.start;
  const first = parsePredicate(stream);
  const rest: { operator: ComparisonOperator; operand: Expression }[] = [];
  for (;;) {
    const operator = COMPARISONS.find((each) => stream.takeSymbol(each));
    if (!operator) break;
    rest.push({ operator, operand: parsePredicate(stream) });
  }
  return rest.length === 0 ? first : { kind: 'comparison', first, rest, at: stream.since(start) };
}

const TEXT_PHRASES: readonly TextOperator[] = ['STARTS WITH', 'ENDS WITH', 'CONTAINS'];

function parsePredicate(stream: TokenStream): Expression {
  return leftToRight(stream, parseSum, (left, start) => {
    if (stream.takePhrase('IS NOT NULL'))
      return { kind: 'isNull', operand: left, negated: true, at: stream.since(start) };
    if (stream.takePhrase('IS NULL')) return { kind: 'isNull', operand: left, negated: false, at: stream.since(start) };
    if (stream.takePhrase('IN')) {
      return { kind: 'in', operator: 'IN', left, right: parseSum(stream), at: stream.since(start) };
    }
    const operator = TEXT_PHRASES.find((each) => stream.takePhrase(each)) ?? (stream.takeSymbol('=~') ? '=~' : null);
    return operator && { kind: 'text', operator, left, right: parseSum(stream), at: stream.since(start) };
  });
}

function arithmeticRule(operators: readonly ArithmeticOperator[], operand: Rule): Rule {
  return (stream) =>
    leftToRight(stream, operand, (left, start) => {
      const operator = operators.find((each) => stream.takeSymbol(each));
      return operator ? { kind: 'arithmetic', operator, left, right: operand(stream), at: stream.since(start) } : null;
    });
}

const parsePower = arithmeticRule(['^'], parseSign);
const parseProduct = arithmeticRule(['*', '/', '%'], parsePower);
const parseSum = arithmeticRule(['+', '-'], parseProduct);

function parseSign(stream: TokenStream): Expression {
  const start = stream.start;
  const negative = stream.takeSymbol('-');
  if (!negative && !stream.takeSymbol('+')) return parsePostfix(stream);
  const { kind, value } = stream.peek();
  if (negative && kind === 'number' && typeof value === 'bigint') {
    stream.next();
    return parsePostfixOf(stream, { kind: 'literal', value: -value, at: stream.since(start) }, start);
  }
  const operand = stream.nested(() => parseSign(stream));
  return { kind: 'sign', negative, operand, at: stream.since(start) };
}

const parsePostfix = (stream: TokenStream): Expression => {
  const start = stream.start;
  return parsePostfixOf(stream, parseAtom(stream), start);
};

/** What follows an atom: .key, [index], [from..to], :Label. */
function parsePostfixOf(stream: TokenStream, atom: Expression, start: number): Expression {
  return leftToRight(
    stream,
    () => atom,
    (of) => {
      if (stream.takeSymbol('.')) {
        const { text } = stream.needName('a property key');
        return { kind: 'property', of, key: text, at: stream.since(start) };
      }
      if (stream.takeSymbol('[')) return parseBrackets(stream, of, start);
      if (!stream.isSymbol(':')) return null;
      const labels: string[] = [];
      while (stream.takeSymbol(':') || stream.takeSymbol('&')) labels.push(stream.needName('a label').text);
      return { kind: 'hasLabels', operand: of, labels, at: stream.since(start) };
    },
  );
}

function parseBrackets(stream: TokenStream, of: Expression, start: number): Expression {
  const from = stream.isSymbol('..') ? null : parseExpression(stream);
  if (!stream.takeSymbol('..')) {
    stream.needSymbol(']', "'..' or ']'");
    if (!from) throw stream.unexpected('an index');
    return { kind: 'element', of, index: from, at: stream.since(start) };
  }
  const to = stream.isSymbol(']') ? null : parseExpression(stream);
  stream.needSymbol(']');
  return { kind: 'slice', of, from, to, at: stream.since(start) };
}
