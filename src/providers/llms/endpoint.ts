// Calls a language model over HTTP: retries when it is busy, but not when it refuses or hangs.
import type { z } from 'zod';
import { messageOf, RemanenceError } from '../../errors.ts';
import { eventData } from './events.ts';

export interface EndpointOptions {
  /** Up to and including /v1. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** The limit for a complete answer. */
  readonly timeoutMs: number;
  /** The number of tries in all, and the pause before the second; it doubles unless the server names another. */
  readonly attempts: number;
  readonly pauseMs: number;
}

interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const LONGEST_PAUSE_MS = 30_000;

/** Reads the server's answer, in pieces if it streams. Every failure is one error with a hint. */
export async function ask<T extends { readonly error?: { readonly message: string } | undefined }>(
  options: EndpointOptions,
  post: Post,
  signal: AbortSignal | undefined,
  { schema, take }: { readonly schema: z.ZodType<T>; take(piece: T): void },
): Promise<void> {
  const { url, model, apiKey, timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await answered(options, post, both);
    for await (const said of saidBy(response)) {
      const piece = schema.parse(said);
      if (piece.error) throw new Error(piece.error.message);
      take(piece);
    }
  } catch (error) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `no complete answer in ${timeoutMs / 1000} s` : messageOf(error);
    // Some servers repeat a key that they refuse.
    const said = apiKey ? reason.replaceAll(apiKey, '[key]') : reason;
    throw new RemanenceError('unavailable', `The language model failed: ${said}`, {
      hint: `Check that ${url} is up and serves ${model}.`,
      cause: error,
    });
  }
}

async function* saidBy(response: Response): AsyncGenerator<unknown> {
  const isStream = response.headers.get('content-type')?.includes('event-stream');
  if (isStream && response.body) yield* eventData(response.body);
  else yield await response.json();
}

async function answered(options: EndpointOptions, post: Post, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await sent(options, post, signal).catch((error: unknown) => {
      if (signal.aborted || attempt >= options.attempts) throw error;
      return null;
    });
    if (response?.ok) return response;
    if (response) {
      const isBusy = response.status === 429 || response.status >= 500;
      const said = (await response.text()).slice(0, 200);
      if (!isBusy || attempt >= options.attempts) throw new Error(`${response.status} ${said}`);
    }
    const pause = named(response?.headers.get('retry-after') ?? null) ?? options.pauseMs * 2 ** (attempt - 1);
    await rest(Math.min(pause, LONGEST_PAUSE_MS), signal);
  }
}

const sent = ({ url }: EndpointOptions, { path, headers, body }: Post, signal: AbortSignal): Promise<Response> =>
  fetch(`${url.replace(/\/$/, '')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // Memories go only to the configured endpoint, never to where it redirects.
    redirect: 'error',
    signal,
  });

/** `Retry-After` is a number of seconds or a date. */
function named(header: string | null): number | null {
  if (header === null) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
