// Answers: JSON that nobody may cache, and errors in one shape.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { asRemanenceError, type ErrorCode, RemanenceError } from '../../errors.ts';
import { log } from '../../log.ts';
import type { HttpContext } from '../authentication.ts';
import type { ApiError } from './error.ts';

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  storage: 500,
  not_ready: 503,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

/** Compressing smaller answers gains nothing. */
const WORTH_PACKING = 4096;
const pack = promisify(gzip);

export async function answer(context: HttpContext, value: unknown, status = 200): Promise<Response> {
  const text = JSON.stringify(value);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const takesGzip = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
  if (!takesGzip || text.length < WORTH_PACKING) return new Response(text, { status, headers });
  const packed = await pack(text);
  return new Response(new Uint8Array(packed), {
    status,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
  });
}

/** Turns anything thrown into an answer. */
export async function refuse(context: HttpContext, thrown: unknown, status?: number): Promise<Response> {
  const error = context.req.raw.signal.aborted
    ? new RemanenceError('cancelled', 'The request was cancelled.')
    : asRemanenceError(thrown);
  if (error.code === 'internal') log.error(`${context.req.path} failed`, { error: error.message, stack: error.stack });
  const response = await answer(context, errorOf(error), status ?? STATUS[error.code]);
  const seconds = error.details?.retry_after_seconds;
  if (typeof seconds === 'number') response.headers.set('retry-after', String(seconds));
  return response;
}

function errorOf({ code, message, hint, details = {} }: RemanenceError): unknown {
  const { field, retry_after_seconds: retryAfter, stored, yours } = details;
  const error: Partial<Record<keyof ApiError['error'], unknown>> = {
    code,
    message,
    hint,
    field,
    retryAfter,
    stored,
    yours,
  };
  return { error: Object.fromEntries(Object.entries(error).filter(([, value]) => value !== undefined)) };
}
