import { redactText } from '../engine/secrets/redact.ts';
import { asRemanenceError } from '../errors.ts';

/** Makes a command exit with 2 when it fails, so that 1 can be an answer. */
export const exitOnError =
  <Given extends unknown[]>(action: (...given: Given) => Promise<void>, status = 2) =>
  (...given: Given): Promise<void> =>
    action(...given).catch((thrown) => fail(thrown, status));

/** How to find what was not found, by its kind. */
const WAYS: Readonly<Record<string, string>> = {
  user: '`remanence user list` shows the users, `remanence user add NAME` adds one.',
  cube: '`remanence cube list` shows the cubes; agents create them with the tool register_cube.',
};

/** Prints the reason, then exits even if a transport is already listening. */
export function fail(thrown: unknown, status: number): void {
  const error = asRemanenceError(thrown);
  const hint = error.hint ?? WAYS[String(error.details?.resource)];
  const reason = redactText(`remanence: ${error.message}${hint ? `\n${hint}` : ''}\n`).value;
  process.stderr.write(reason, () => process.exit(status));
}
