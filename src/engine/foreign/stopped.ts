import { asRemanenceError, RemanenceError } from '../../errors.ts';

const AGAIN = 'What was imported stays: run the same import again, and it is not added twice.';

/** The error that ended an import, with what it had done by then and how to go on. */
export function stoppedImport(
  thrown: unknown,
  soFar: string,
  counts: Readonly<Record<string, number>>,
): RemanenceError {
  const error = asRemanenceError(thrown);
  return new RemanenceError(error.code, `${error.message} The import ended ${soFar}.`, {
    hint: error.hint === undefined ? AGAIN : `${error.hint} ${AGAIN}`,
    details: { ...error.details, ...counts },
    cause: thrown,
  });
}
