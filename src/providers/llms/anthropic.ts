import { z } from 'zod';
import type { Llm, LlmAnswer, LlmRequest } from '../../engine/chat/ports.ts';
import { ask, type EndpointOptions } from './endpoint.ts';

const VERSION = '2023-06-01';

const Piece = z.object({
  delta: z.object({ text: z.string().optional() }).optional(),
  content: z.array(z.object({ text: z.string().optional() })).default([]),
  usage: z.object({ output_tokens: z.number().optional() }).nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/** A server that speaks Anthropic's /v1/messages. */
export class AnthropicLlm implements Llm {
  readonly name: string;
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.name = options.model;
    this.#options = options;
  }

  async answer({ system, turns, maxTokens }: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
    const { model, apiKey } = this.#options;
    const post = {
      path: '/messages',
      headers: { 'anthropic-version': VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
      body: { model, system, messages: turns, max_tokens: maxTokens, stream: true },
    };
    let text = '';
    let tokens: number | null = null;
    const take = (said: z.infer<typeof Piece>) => {
      text += said.delta?.text ?? said.content.map((block) => block.text ?? '').join('');
      tokens = said.usage?.output_tokens ?? tokens;
    };
    await ask(this.#options, post, signal, { schema: Piece, take });
    return { text, tokens };
  }
}
