import { asRemanenceError, DAMAGED, RemanenceError } from '../../errors.ts';

const AGAIN = 'What was imported stays: run the same import again, and it is not added twice.';

/** The codes of errors of what is imported itself, such as a line that names a cube where the caller may not write. */
const OF_ONE: ReadonlySet<string> = new Set(['invalid', 'not_found', 'forbidden']);

/** Why an import goes on without this one; throws a failure of the store or the model, which ends it. */
export function whyLeftOut(thrown: unknown): string {
  const error = asRemanenceError(thrown);
  if (!OF_ONE.has(error.code) && error.details?.reason !== DAMAGED) throw thrown;
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}

/** The codes of errors that another try may not meet. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'storage', 'not_ready', 'internal']);

/** The error that ended an import, with what it had done by then and how to go on. */
export function stoppedImport(
  thrown: unknown,
  soFar: string,
  counts: Readonly<Record<string, number>>,
): RemanenceError {
  const error = asRemanenceError(thrown);
  const why = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const hint = PASSING.has(error.code) ? [error.hint ?? '', AGAIN].join(' ').trim() : error.hint;
  return new RemanenceError(error.code, `${why} The import stopped ${soFar}.`, {
    ...(hint === undefined ? {} : { hint }),
    details: { ...error.details, ...counts },
    cause: thrown,
  });
}
