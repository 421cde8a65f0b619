// Turns errors of the database and the network into RemanenceErrors. `details.retry` says whether a retry helps.
import { messageOf, RemanenceError } from '../../../errors.ts';

/** What the driver threw: a database error with its SQLSTATE, a network error with its name, or one with neither. */
export class DatabaseFailure extends Error {
  readonly code: string | undefined;
  /** The driver stopped waiting: whether the server will still answer is unknown. */
  readonly isLate: boolean;

  constructor(cause: unknown, isLate = false) {
    super(messageOf(cause), { cause });
    this.isLate = isLate;
    this.code = codeOf(cause);
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const ABORTED = '25P02';
/** Whether a statement failed only because one before it in its transaction did. */
export const isAborted = (error: unknown): boolean => codeOf(error) === ABORTED;

/** An error after `ms` or later is a late answer: the driver waits a little longer than that. */
export const failing = async <T>(work: Promise<T>, ms = Number.POSITIVE_INFINITY): Promise<T> => {
  const since = performance.now();
  try {
    return await work;
  } catch (error) {
    throw new DatabaseFailure(error, performance.now() - since >= ms);
  }
};

const LOST = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
  'ENOENT',
]);
/** Serialization failure, deadlock, and a scope swept away between two statements. */
const COLLISIONS = new Set(['40001', '40P01', '23503']);

/** A statement that the connection does not know, or knows already, and one whose columns have changed since. */
const UNPREPARED = new Set(['26000', '42P05', '0A000']);

const AGAIN = 'Try again in a moment.';

interface Meaning {
  readonly code: 'unavailable' | 'storage' | 'conflict';
  readonly message: string;
  readonly hint: string;
  readonly retry: boolean;
}

const LATE: Meaning = {
  code: 'unavailable',
  message: 'The database took too long to answer.',
  hint: `${AGAIN} --database-timeout sets how long to wait.`,
  retry: true,
};

const MEANINGS: readonly (readonly [RegExp, Meaning])[] = [
  [
    /^53100$/,
    {
      code: 'storage',
      message: "The database's disk is full.",
      hint: 'Free some space on its machine.',
      retry: false,
    },
  ],
  [
    /^53300$/,
    {
      code: 'unavailable',
      message: 'The database accepts no more connections.',
      hint: `${AGAIN} A smaller --pool leaves more for others.`,
      retry: true,
    },
  ],
  [/^(?:08|57P0|53)/, { code: 'unavailable', message: 'The database cannot be reached.', hint: AGAIN, retry: true }],
  [/^(?:57014|55P03|25P03|25P04)$/, LATE],
  [
    /^40/,
    { code: 'unavailable', message: 'Too many writers changed the same memory at once.', hint: AGAIN, retry: true },
  ],
  [
    /^28/,
    {
      code: 'storage',
      message: 'The database refuses this user.',
      hint: 'Check the user and password in --database.',
      retry: false,
    },
  ],
  [
    /^3D000$/,
    { code: 'storage', message: 'The database does not exist.', hint: 'Create it: createdb NAME', retry: false },
  ],
  [
    /^42501$/,
    {
      code: 'storage',
      message: 'The role of --database lacks a permission.',
      hint: 'The PostgreSQL guide lists the permissions it needs.',
      retry: false,
    },
  ],
  [
    /^25006$/,
    { code: 'storage', message: 'The database is read-only.', hint: 'Name its primary in --database.', retry: false },
  ],
  [
    /^23505$/,
    { code: 'conflict', message: 'This already exists.', hint: 'Look it up instead of adding it.', retry: false },
  ],
];

const UNREACHED: Meaning = {
  code: 'unavailable',
  message: 'The database cannot be reached.',
  hint: AGAIN,
  retry: true,
};

/** Mostly errors of PgBouncer itself, passing or not: only their words tell them apart, so the caller gets to read them. */
const OF_POOLER = '08P01';
const REFUSED_BY_POOLER: Omit<Meaning, 'message'> = {
  code: 'unavailable',
  hint: `${AGAIN} If it names a startup parameter, remove that from --database.`,
  retry: true,
};

/** Whether a kept statement failed for being kept, as it does behind a pooler that does not know of them. */
export const isUnprepared = (error: unknown): boolean =>
  error instanceof DatabaseFailure && UNPREPARED.has(error.code ?? '');

/** Whether the whole transaction can simply be retried. */
export const isCollision = (error: unknown): boolean =>
  error instanceof DatabaseFailure && COLLISIONS.has(error.code ?? '');

export const isTaken = (error: unknown): boolean => error instanceof DatabaseFailure && error.code === '23505';

export const isFull = (error: unknown): boolean => error instanceof DatabaseFailure && error.code === '53100';

/** Whether it is no answer of the database, but none at all. */
export const isOfNetwork = ({ code }: Pick<DatabaseFailure, 'code'>): boolean => code === undefined || LOST.has(code);

/** Whether the connection was lost, so that the outcome of the last statement is unknown. */
export const isLost = (error: unknown): boolean =>
  error instanceof DatabaseFailure && (isOfNetwork(error) || /^(?:08|57P0)/.test(error.code ?? ''));

/** How Citus reports that a worker was lost in the middle of a transaction. If it was committing, that may have been done. */
const WORKER_LOST = 'XX000';
/** A statement sent after it may be the first to be answered; the last is for rows on their way there. */
const AFTER_WORKER_LOST = new Set([WORKER_LOST, ABORTED, '58030']);
const CONNECTION_LOST = '08006';
/** The coordinator of Citus reports a lost worker in this way; the connection to itself is well. */
export const isOfWorker = (error: unknown): boolean =>
  error instanceof DatabaseFailure && /^(?:08|XX000)/.test(error.code ?? '');
export const isUncertain = (error: unknown): boolean => error instanceof DatabaseFailure && error.code === WORKER_LOST;

/** Turns a database failure into a RemanenceError; other errors stay as they are. */
export function asStoreError(error: unknown, isCitus = false): unknown {
  if (!(error instanceof DatabaseFailure)) return error;
  const code = isCitus && AFTER_WORKER_LOST.has(error.code ?? '') ? CONNECTION_LOST : error.code;
  const known =
    code === OF_POOLER
      ? { ...REFUSED_BY_POOLER, message: `The database or its pooler refused: ${error.message}` }
      : MEANINGS.find(([pattern]) => pattern.test(code ?? ''))?.[1];
  const lost = error.isLate ? LATE : UNREACHED;
  const meaning = known ?? (isOfNetwork({ code }) ? lost : null);
  const details = { retry: meaning?.retry ?? false, ...(code === undefined ? {} : { sqlstate: code }) };
  if (meaning === null) {
    return new RemanenceError('storage', `The database failed (${code}): ${error.message}`, {
      details,
      cause: error.cause,
    });
  }
  return new RemanenceError(meaning.code, meaning.message, { hint: meaning.hint, details, cause: error.cause });
}

export const exhausted = (cause: unknown): RemanenceError =>
  new RemanenceError('unavailable', 'All connections to the database are in use.', {
    hint: `${AGAIN} --pool sets how many there are.`,
    details: { retry: true },
    cause,
  });

/** Not `unavailable`, which callers retry: the change might be stored twice. */
export const unsettled = (cause: unknown): RemanenceError =>
  new RemanenceError('conflict', 'The connection broke while this was being stored; it may have been stored.', {
    hint: 'Check whether it was stored before you try again.',
    details: { retry: false },
    cause,
  });
