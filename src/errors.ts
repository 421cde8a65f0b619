export type ErrorCode =
  | 'invalid'
  | 'not_found'
  | 'not_ready'
  | 'conflict'
  | 'forbidden'
  | 'unauthenticated'
  | 'rate_limited'
  | 'storage'
  | 'unavailable'
  | 'cancelled'
  | 'internal';

/** `details.reason` of a storage error that lasts until somebody makes the folder writable. */
export const NOT_WRITABLE = 'NOT_WRITABLE';
/** `details.reason` of a storage error that lasts until somebody frees space. */
export const DISK_FULL = 'DISK_FULL';

/** The one error type of the project: what went wrong and, where possible, how to fix it. */
export class RemanenceError extends Error {
  override readonly name = 'RemanenceError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  /** Details for programs: the field, what was given, what is allowed. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
  }
}

export const invalid = (message: string, hint?: string): RemanenceError =>
  new RemanenceError('invalid', message, hint === undefined ? {} : { hint });

/** `resource` names the kind of what was not found. */
export const notFound = (message: string, resource?: string): RemanenceError =>
  new RemanenceError('not_found', message, resource === undefined ? {} : { details: { resource } });

export const cancelled = (): RemanenceError => new RemanenceError('cancelled', 'The request was cancelled.');

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Converts anything thrown to the one error type; unforeseen errors become `internal`. */
export function asRemanenceError(thrown: unknown): RemanenceError {
  if (thrown instanceof RemanenceError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') return cancelled();
  return new RemanenceError('internal', messageOf(thrown), { cause: thrown });
}
