// All calls to the server. A read waits until the server is reachable; a write is never resent automatically.
import { signal } from '@preact/signals';
import type { Reads, Routes } from '../src/transports/api/routes.ts';

type Named<Effect> = { [Name in keyof Routes]: Routes[Name]['effect'] extends Effect ? Name : never }[keyof Routes];
type Asks = Named<'asks'>;
type Changes = Named<'changes'>;

/** An error as the server reports it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly hint: string | null;
  readonly field: string | null;
  /** In a conflict: the stored version. */
  readonly stored: unknown;

  constructor(status: number, told: Told) {
    super(told.message);
    this.status = status;
    this.code = told.code;
    this.hint = told.hint ?? null;
    this.field = told.field ?? null;
    this.stored = told.stored;
  }
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly field?: string | undefined;
  readonly stored?: unknown;
}

/** False from the first unanswered request until one is answered. */
export const isReachable = signal(true);
/** The server requires a token: the login is shown instead of the view. */
export const isSignedOut = signal(false);
/** Counts this window's writes; views reload when it changes. */
export const writes = signal(0);

export async function read<Name extends Reads>(
  name: Name,
  input: Routes[Name]['input'],
  signal?: AbortSignal,
): Promise<Routes[Name]['output']> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(`${pathOf(name)}${queryOf(input)}`, { signal: signal ?? null });
    } catch (error) {
      if (signal?.aborted) throw error;
      const wait = waitBefore(error, attempt);
      if (wait === null) throw error;
      await pause(wait, signal);
    }
  }
}

/** A read whose input is too long for an address. */
export function ask<Name extends Asks>(
  name: Name,
  input: Routes[Name]['input'],
  signal?: AbortSignal,
): Promise<Routes[Name]['output']> {
  const headers = { 'content-type': 'application/json' };
  return send(pathOf(name), { method: 'POST', body: JSON.stringify(input), headers, signal: signal ?? null });
}

export async function write<Name extends Changes>(
  name: Name,
  input: Routes[Name]['input'],
): Promise<Routes[Name]['output']> {
  const headers = { 'content-type': 'application/json' };
  const answer = await send<Routes[Name]['output']>(pathOf(name), {
    method: 'POST',
    body: JSON.stringify(input),
    headers,
  });
  writes.value++;
  return answer;
}

const pathOf = (name: string): string => `/api/${name.replace('.', '/')}`;

async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await answerTo(path, init);
  if (response.status === 204) return JSON.parse('null');
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  if (response.status === 401) isSignedOut.value = true;
  throw new ApiError(response.status, toldIn(text, response));
}

async function answerTo(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...init });
    isReachable.value = true;
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    isReachable.value = false;
    throw new ApiError(0, {
      code: 'unreachable',
      message: 'The server does not answer.',
      hint: 'What you typed is still here. Try again when the server is back.',
    });
  }
}

function toldIn(text: string, response: Response): Told {
  const fallback = { code: 'internal', message: `The server answered ${response.status} ${response.statusText}.` };
  try {
    const { error } = JSON.parse(text);
    return typeof error?.message === 'string' ? error : fallback;
  } catch {
    return fallback;
  }
}

const MAX_WAIT_MS = 4000;

/** The wait before a retry; null if a retry cannot help. */
function waitBefore(error: unknown, attempt: number): number | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 0) return Math.min(MAX_WAIT_MS, 400 * 2 ** attempt);
  if (error.status === 429 && attempt < 3) return 1000 * (attempt + 1);
  return null;
}

/** Waits for `ms`; rejects as soon as the signal aborts. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', end);
  });
}

/** Leaves out empty values; a list repeats its key. */
function queryOf(input: object): string {
  const given = Object.entries(input).flatMap(([key, value]: [string, unknown]) =>
    [value]
      .flat()
      .flatMap((each): [string, string][] =>
        each === null || each === undefined || each === '' ? [] : [[key, String(each)]],
      ),
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
