// The errors of a query, in openCypher's classes, so that callers need not parse messages.
import { RemanenceError } from '../errors.ts';

export type ErrorType =
  | 'SyntaxError'
  | 'TypeError'
  | 'ArgumentError'
  | 'ArithmeticError'
  | 'ParameterMissing'
  | 'Limit';
export type Phase = 'compile time' | 'runtime';

export type ErrorDetail =
  | 'AmbiguousAggregationExpression'
  | 'ColumnNameConflict'
  | 'DifferentColumnsInUnion'
  | 'DivisionByZero'
  | 'FloatingPointOverflow'
  | 'IntegerOverflow'
  | 'InvalidAggregation'
  | 'InvalidArgumentType'
  | 'InvalidArgumentValue'
  | 'InvalidClauseComposition'
  | 'InvalidNumberLiteral'
  | 'InvalidNumberOfArguments'
  | 'InvalidParameterUse'
  | 'InvalidRelationshipPattern'
  | 'InvalidUnicodeCharacter'
  | 'InvalidUnicodeLiteral'
  | 'MapElementAccessByNonString'
  | 'MemoryLimit'
  | 'MissingParameter'
  | 'NegativeIntegerArgument'
  | 'NestedAggregation'
  | 'NoExpressionAlias'
  | 'NoVariablesInScope'
  | 'NonConstantExpression'
  | 'NumberOutOfRange'
  | 'ProcedureNotFound'
  | 'ReadOnly'
  | 'RelationshipUniquenessViolation'
  | 'TextLimit'
  | 'TimeLimit'
  | 'UndefinedVariable'
  | 'UnexpectedSyntax'
  | 'UnknownFunction'
  | 'VariableAlreadyBound'
  | 'VariableTypeConflict'
  | 'WorkLimit';

export class CypherError extends RemanenceError {
  readonly type: ErrorType;
  readonly phase: Phase;
  readonly detail: ErrorDetail;

  constructor(type: ErrorType, phase: Phase, detail: ErrorDetail, message: string, hint?: string) {
    super('invalid', message, { details: { type, phase, detail }, ...(hint === undefined ? {} : { hint }) });
    this.type = type;
    this.phase = phase;
    this.detail = detail;
  }
}

/** A part of the text: from its first character up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_LINE_LENGTH = 120;

/** A place for human readers: line, column, and the line with a caret below. */
function place(text: string, { start }: Span): { readonly where: string; readonly picture: string } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const column = start - lineStart;
  const from = Math.max(0, column - MAX_LINE_LENGTH / 2);
  const shown = line.slice(from, from + MAX_LINE_LENGTH).replaceAll('\t', ' ');
  const lineNumber = text.slice(0, lineStart).split('\n').length;
  return { where: `line ${lineNumber}, column ${column + 1}`, picture: `${shown}\n${' '.repeat(column - from)}^` };
}

/** An error in the text itself, found before anything runs. */
export function textError(
  text: string,
  at: Span,
  detail: ErrorDetail,
  message: string,
  { type = 'SyntaxError', hint }: { readonly type?: ErrorType; readonly hint?: string } = {},
): CypherError {
  const { where, picture } = place(text, at);
  return new CypherError(type, 'compile time', detail, `${message} (${where})\n${picture}`, hint);
}

export const runtimeError = (type: ErrorType, detail: ErrorDetail, message: string, hint?: string): CypherError =>
  new CypherError(type, 'runtime', detail, message, hint);

export const typeError = (detail: ErrorDetail, message: string): CypherError =>
  runtimeError('TypeError', detail, message);
