// Reads a language model's answer over HTTP, whole or streamed.
import type * as z from 'zod';
import { messageOf } from '../../errors.ts';
import { type Endpoint, post, unavailable } from '../endpoint.ts';
import { eventData } from './events.ts';

export interface EndpointOptions extends Endpoint {
  /** The limit for a complete answer. */
  readonly timeoutMs: number;
}

interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Reads the server's answer, in pieces if it streams. Every failure is one error with a hint. */
export async function ask<T extends { readonly error?: { readonly message: string } | undefined }>(
  options: EndpointOptions,
  request: Request,
  signal: AbortSignal | undefined,
  { schema, take }: { readonly schema: z.ZodType<T>; take(piece: T): void },
): Promise<void> {
  const { timeoutMs } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const both = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    // Once an answer has begun, it is not requested again.
    const response = await post(options, { ...request, signal: both, read: (answer) => answer });
    for await (const event of saidBy(response)) {
      const piece = schema.parse(event);
      if (piece.error) throw new Error(piece.error.message);
      take(piece);
    }
  } catch (error) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `no complete answer in ${timeoutMs / 1000} s` : messageOf(error);
    throw unavailable(options, `The language model failed: ${reason}`, error);
  }
}

async function* saidBy(response: Response): AsyncGenerator<unknown> {
  const isStream = response.headers.get('content-type')?.includes('event-stream');
  if (isStream && response.body) yield* eventData(response.body);
  else yield await response.json();
}
