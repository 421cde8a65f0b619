// Says which database could not be reached when one is opened, and why. Only whoever gave the address gets to read it: the
// errors of a running server name no host, since any of its clients reads them.
import { messageOf, RemanenceError } from '../../../errors.ts';
import type { Connecting } from './connecting.ts';
import { asStoreError, DatabaseFailure, isOfNetwork } from './failure.ts';

const CAUSES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNREFUSED: 'nothing answers at this port',
  EHOSTUNREACH: 'there is no route to this host',
  ENETUNREACH: 'there is no route to this host',
  ENOENT: 'no server socket exists there',
};

/** What the opening of a database failed with, after this many milliseconds. */
export function asOpeningError(error: unknown, { address, timeoutMs }: Connecting, ms: number): unknown {
  const failure = new DatabaseFailure(error);
  if (!isOfNetwork(failure)) return asStoreError(failure);
  const late = Math.ceil(ms) >= timeoutMs ? `it did not answer within ${timeoutMs / 1000} s` : null;
  const cause = CAUSES[failure.code ?? ''] ?? late ?? messageOf(error);
  return new RemanenceError('unavailable', `The database at ${placeOf(address)} cannot be reached: ${cause}.`, {
    // The driver gives no code to what it refuses itself: a missing password, or a server without TLS.
    hint:
      failure.code === undefined && late === null
        ? 'Check --database: host, port, password and sslmode.'
        : 'Check the host and port in --database, and that the database is running there.',
    details: { retry: true, ...(failure.code === undefined ? {} : { sqlstate: failure.code }) },
    cause: error,
  });
}

const DEFAULT_PORT = 5432;

/** Its host and port, or the folder of its socket. */
function placeOf(address: string): string {
  const { hostname, port, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `${host || 'localhost'}:${port || DEFAULT_PORT}`;
}
