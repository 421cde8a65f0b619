// Presents every error as the contract defines it: type, code, details, timestamp.
import type { ErrorCode, RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';
import { tools } from './tools.ts';

type ErrorType =
  | 'validation_error'
  | 'authentication_error'
  | 'authorization_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'internal_error'
  | 'network_error';

const KINDS: Readonly<Record<ErrorCode, { readonly type: ErrorType; readonly code: string }>> = {
  invalid: { type: 'validation_error', code: 'INVALID_PARAMETER' },
  conflict: { type: 'validation_error', code: 'CONFLICT' },
  unauthenticated: { type: 'authentication_error', code: 'INVALID_TOKEN' },
  forbidden: { type: 'authorization_error', code: 'ACCESS_DENIED' },
  not_found: { type: 'not_found_error', code: 'NOT_FOUND' },
  rate_limited: { type: 'rate_limit_error', code: 'RATE_LIMIT_EXCEEDED' },
  not_ready: { type: 'network_error', code: 'NOT_READY' },
  unavailable: { type: 'network_error', code: 'SERVICE_UNAVAILABLE' },
  storage: { type: 'internal_error', code: 'STORAGE_ERROR' },
  cancelled: { type: 'internal_error', code: 'CANCELLED' },
  internal: { type: 'internal_error', code: 'INTERNAL_ERROR' },
};

interface Told {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function presentError(error: RemanenceError, tool: string): ToolFailure {
  const kind = KINDS[error.code];
  const { message, code, details } = inputProblem(error, tool) ?? plainProblem(error, kind.code);
  const envelope = {
    success: false,
    error: {
      type: kind.type,
      message,
      code,
      details: { ...details, ...(error.hint === undefined ? {} : { hint: error.hint }) },
      timestamp: new Date().toISOString(),
    },
  };
  return { text: JSON.stringify(envelope), data: envelope };
}

/** Where to look for what was not found. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['memory', 'search_memories and context_search show the ids of memories.'],
  ['cube', 'list_cubes shows the cubes you can use; register_cube adds one.'],
]);

function plainProblem({ message, details = {} }: RemanenceError, code: string): Told {
  const { resource, reason, ...rest } = details;
  if (typeof resource === 'string') {
    const hint = HINTS.get(resource);
    const more = hint === undefined ? rest : { ...rest, hint };
    return { message, code: `${resource.toUpperCase()}_NOT_FOUND`, details: more };
  }
  return { message, code: typeof reason === 'string' ? reason : code, details: rest };
}

/** What is wrong with one parameter. */
function inputProblem({ code, message, details = {} }: RemanenceError, tool: string): Told | null {
  const { field, missing, ...rest } = details;
  if (code !== 'invalid' || typeof field !== 'string') return null;
  const expected_type = (field.includes('.') ? undefined : typeOf(tool, field)) ?? rest.expected;
  if (missing === true) {
    const parameter = field;
    return {
      message: `Required parameter '${field}' is missing`,
      code: 'MISSING_PARAMETER',
      details: { parameter, expected_type },
    };
  }
  const kind =
    rest.allowed !== undefined
      ? 'INVALID_VALUE'
      : rest.minimum !== undefined || rest.maximum !== undefined
        ? 'OUT_OF_RANGE'
        : rest.expected !== undefined
          ? 'INVALID_TYPE'
          : 'INVALID_PARAMETER';
  return { message, code: kind, details: { parameter: field, expected_type, ...rest } };
}

/** The parameter's type in the tool's schema. */
function typeOf(tool: string, parameter: string): unknown {
  const properties: unknown = tools.find(({ name }) => name === tool)?.inputSchema.properties;
  const property: unknown = Reflect.get(Object(properties), parameter.split('.')[0] ?? '');
  return Reflect.get(Object(property), 'type');
}
