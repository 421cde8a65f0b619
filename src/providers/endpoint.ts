// Calls a model over HTTP: retries when it is busy, but not when it refuses.
import { setTimeout } from 'node:timers/promises';
import { RemanenceError } from '../errors.ts';

export interface Endpoint {
  /** Up to and including /v1. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** The number of tries in all, and the pause before the second; it doubles unless the server names another. */
  readonly attempts: number;
  readonly pauseMs: number;
}

interface Post<T> {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
  /** The limit for one attempt; without it, only the signal ends an attempt. */
  readonly attemptMs?: number;
  /** Reads the answer; if that fails, the request is sent again. */
  read(response: Response): Promise<T> | T;
}

const MAX_PAUSE_MS = 30_000;

export const bearer = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {};

export async function post<T>(endpoint: Endpoint, asked: Post<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await asked.read(await sent(endpoint, asked));
    } catch (error) {
      const { isFinal, pauseMs } = error instanceof Declined ? error : { isFinal: false, pauseMs: null };
      if (isFinal || asked.signal?.aborted || attempt >= endpoint.attempts) throw error;
      const pause = Math.min(pauseMs ?? endpoint.pauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
      await setTimeout(pause, undefined, { signal: asked.signal });
    }
  }
}

async function sent(endpoint: Endpoint, { path, headers, body, signal, attemptMs }: Post<unknown>): Promise<Response> {
  const timeout = attemptMs === undefined ? [] : [AbortSignal.timeout(attemptMs)];
  const response = await fetch(`${endpoint.url.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body, wellFormed),
    // Memories go only to the configured endpoint, never to where it redirects.
    redirect: 'manual',
    signal: AbortSignal.any([...(signal ? [signal] : []), ...timeout]),
  });
  if (!response.ok) throw new Declined(response, withoutKey(endpoint, await response.text()).slice(0, 200));
  return response;
}

/** A text may have been cut within an emoji, and strict servers refuse a request with half of one. */
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value);

/** An answer with an error status. */
class Declined extends Error {
  /** Whether retrying would not change it. */
  readonly isFinal: boolean;
  /** The pause that the server asks for, if any. */
  readonly pauseMs: number | null;

  constructor({ status, headers }: Response, said: string) {
    super(`${status} ${said}`);
    this.isFinal = status !== 429 && status < 500;
    this.pauseMs = readPause(headers.get('retry-after'));
  }
}

/** `Retry-After` is a number of seconds or a date. */
function readPause(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Some servers repeat a key that they refuse. */
export const withoutKey = ({ apiKey }: Endpoint, text: string): string =>
  apiKey ? text.replaceAll(apiKey, '[hidden]') : text;

export const unavailable = (endpoint: Endpoint, message: string, cause: unknown): RemanenceError =>
  new RemanenceError('unavailable', withoutKey(endpoint, message), {
    hint: `Check that ${endpoint.url} is up and serves ${endpoint.model}.`,
    cause,
  });
