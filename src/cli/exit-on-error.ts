import { redactText } from '../engine/secrets/redact.ts';
import { asRemanenceError } from '../errors.ts';

/** Makes a command exit with 2 when it fails, so that 1 can be an answer. */
export const exitOnError =
  <Given extends unknown[]>(action: (...given: Given) => Promise<void>, status = 2) =>
  (...given: Given): Promise<void> =>
    action(...given).catch((thrown) => fail(thrown, status));

/** Prints the reason, then exits even if a transport is already listening. */
export function fail(thrown: unknown, status: number): void {
  const error = asRemanenceError(thrown);
  const reason = redactText(`remanence: ${error.message}${error.hint ? `\n${error.hint}` : ''}\n`).value;
  process.stderr.write(reason, () => process.exit(status));
}
