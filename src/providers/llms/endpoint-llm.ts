import type * as z from 'zod';
import type { Llm, LlmAnswer, LlmRequest } from '../../engine/chat/ports.ts';
import { messageOf, RemanenceError } from '../../errors.ts';
import { ask, type EndpointOptions } from './endpoint.ts';

/** The differences between protocols. */
export interface Dialect<T> {
  readonly path: string;
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  body(request: LlmRequest): Readonly<Record<string, unknown>>;
  /** The response, whole or in pieces. */
  readonly piece: z.ZodType<T>;
  /** The text that a piece adds, and the tokens it reports so far. */
  read(piece: T): { readonly text: string; readonly tokens: number | undefined };
}

export interface EndpointLlmOptions extends EndpointOptions {
  /** The endpoint's default when undefined. */
  readonly temperature: number | undefined;
}

/** A language model behind an endpoint. */
export class EndpointLlm<T extends { readonly error?: { readonly message: string } | undefined }> implements Llm {
  readonly name: string;
  readonly contextTokens = null;
  readonly #options: EndpointLlmOptions;
  readonly #dialect: Dialect<T>;
  #problem: string | null = null;

  constructor(options: EndpointLlmOptions, dialect: Dialect<T>) {
    this.name = options.model;
    this.#options = options;
    this.#dialect = dialect;
  }

  problem(): string | null {
    return this.#problem;
  }

  async answer(request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
    const { model, apiKey, temperature } = this.#options;
    const { path, headers, body, piece, read } = this.#dialect;
    const post = { path, headers: headers(apiKey), body: { model, temperature, stream: true, ...body(request) } };
    let text = '';
    let tokens: number | null = null;
    const take = (said: T) => {
      const added = read(said);
      text += added.text;
      tokens = added.tokens ?? tokens;
    };
    try {
      await ask(this.#options, post, signal, { schema: piece, take });
      if (text.trim() === '') throw new RemanenceError('unavailable', 'The language model returned an empty answer.');
      this.#problem = null;
      return { text, tokens };
    } catch (thrown) {
      // A caller that aborted says nothing about the model.
      if (!signal?.aborted) this.#problem = messageOf(thrown);
      throw thrown;
    }
  }

  async close(): Promise<void> {}
}
