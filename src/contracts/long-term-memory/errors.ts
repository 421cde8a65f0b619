// Presents every error in the contract's envelope: what went wrong, why, and how to fix it.
import { readId, toUuid } from '../../engine/ids.ts';
import type { ErrorCode, RemanenceError } from '../../errors.ts';
import type { ToolFailure } from '../contract.ts';

type Category = 'VALIDATION_ERROR' | 'NOT_FOUND' | 'CONFLICT' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_ERROR';

const CATEGORY: Readonly<Record<ErrorCode, Category>> = {
  invalid: 'VALIDATION_ERROR',
  forbidden: 'VALIDATION_ERROR',
  unauthenticated: 'VALIDATION_ERROR',
  rate_limited: 'SERVICE_UNAVAILABLE',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  not_ready: 'SERVICE_UNAVAILABLE',
  unavailable: 'SERVICE_UNAVAILABLE',
  storage: 'SERVICE_UNAVAILABLE',
  cancelled: 'SERVICE_UNAVAILABLE',
  internal: 'INTERNAL_ERROR',
};

const CODE: Readonly<Record<ErrorCode, string>> = {
  invalid: 'VAL_INVALID_INPUT',
  forbidden: 'VAL_FORBIDDEN',
  unauthenticated: 'VAL_UNAUTHENTICATED',
  rate_limited: 'SVC_RATE_LIMITED',
  not_found: 'NF_NOT_FOUND',
  conflict: 'CON_CONFLICT',
  not_ready: 'SVC_NOT_READY',
  unavailable: 'SVC_UNAVAILABLE',
  storage: 'SVC_STORAGE',
  cancelled: 'SVC_CANCELLED',
  internal: 'INT_ERROR',
};

const SUGGESTION: Readonly<Record<Category, string>> = {
  VALIDATION_ERROR: 'Fix the input as the message and the details say, and call again.',
  NOT_FOUND: 'Verify that it exists: memory_search finds memories by their text and shows their ids.',
  CONFLICT: 'Read the current state, then try again.',
  SERVICE_UNAVAILABLE: 'Try again in a moment.',
  INTERNAL_ERROR: 'Try again; if it persists, check the server log and report it.',
};

export function presentError(error: RemanenceError): ToolFailure {
  const category = CATEGORY[error.code];
  const field = inputProblem(error);
  const envelope = {
    status: 'error',
    error: {
      code: field?.code ?? CODE[error.code],
      category,
      message: field?.message ?? error.message,
      details: { ...error.details, ...jobIn(error) },
      suggestion: error.hint ?? field?.suggestion ?? SUGGESTION[category],
    },
  };
  return { text: JSON.stringify(envelope), data: envelope };
}

/** The running job, by the id that normalize_status takes. */
function jobIn({ details = {} }: RemanenceError): { job?: string } {
  const id = readId(details.job);
  return id === null ? {} : { job: toUuid(id) };
}

/** What is wrong with one field, in the terms of the contract. */
function inputProblem({ code, details = {}, message }: RemanenceError) {
  const { field, provided, missing, allowed, minimum, maximum, format } = details;
  if (code !== 'invalid' || typeof field !== 'string') return null;
  if (missing === true) {
    return {
      code: 'VAL_MISSING_FIELD',
      message: `Field '${field}' is required but was not provided.`,
      suggestion: `Include '${field}' in the call.`,
    };
  }
  if (Array.isArray(allowed)) {
    const name = field === 'type' ? 'memory type' : field;
    return {
      code: field === 'type' ? 'VAL_INVALID_TYPE' : 'VAL_INVALID_VALUE',
      message: `Invalid ${name} '${String(provided)}'. Must be one of: ${allowed.join(', ')}.`,
      suggestion: 'Use one of the allowed values listed in the details.',
    };
  }
  if (minimum !== undefined || maximum !== undefined) {
    const bound = minimum === undefined ? `at most ${maximum}` : `at least ${minimum}`;
    const isList = provided === 'a value of type array';
    const unit = isList ? ' items' : typeof provided === 'string' ? ' characters' : '';
    const suggestion = provided === '' ? `Pass a non-empty '${field}'.` : `Pass '${field}' with ${bound}${unit}.`;
    return { code: 'VAL_OUT_OF_RANGE', message, suggestion };
  }
  if (format === 'uuid') {
    return {
      code: 'VAL_INVALID_UUID',
      message,
      suggestion: `Pass '${field}' as the UUID that another tool returned.`,
    };
  }
  return { code: 'VAL_INVALID_VALUE', message, suggestion: `Fix '${field}' and call again.` };
}
