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
/** `details.reason` of a storage error about one damaged memory: the others can be read. */
export const DAMAGED = 'DAMAGED';

const MAX_SHOWN_CHARACTERS = 200;
const MAX_TEXT_CHARACTERS = 2000;
/** The end of a text says what is wrong with what it quotes. */
const END_CHARACTERS = 300;

/** What the caller passed, as answers repeat it. */
export const shown = (given: string): string =>
  given.length <= MAX_SHOWN_CHARACTERS ? given : `${given.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed()}…`;

/** Without the middle of a text that quotes more of what the caller passed than anybody reads. */
function withoutMiddle(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const beginning = text.slice(0, MAX_TEXT_CHARACTERS - END_CHARACTERS);
  return `${beginning.toWellFormed()}…${text.slice(-END_CHARACTERS).toWellFormed()}`;
}

const withoutMiddles = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? withoutMiddle(value) : value]),
  );

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
    super(withoutMiddle(message), { cause: options.cause });
    this.code = code;
    this.hint = options.hint === undefined ? undefined : withoutMiddle(options.hint);
    this.details = options.details === undefined ? undefined : withoutMiddles(options.details);
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
