import { z } from 'zod';
import type { Llm, LlmAnswer, LlmRequest } from '../../engine/chat/ports.ts';
import { ask, type EndpointOptions } from './endpoint.ts';

const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).optional(),
        message: z.object({ content: z.string().nullish() }).optional(),
      }),
    )
    .default([]),
  usage: z.object({ completion_tokens: z.number().optional() }).nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/** Any server that speaks OpenAI's /v1/chat/completions: Ollama, LM Studio, vLLM, llama.cpp, OpenAI itself. */
export class OpenAiLlm implements Llm {
  readonly name: string;
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    this.name = options.model;
    this.#options = options;
  }

  async answer({ system, turns, maxTokens }: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
    const { model, apiKey } = this.#options;
    const post = {
      path: '/chat/completions',
      headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: {
        model,
        messages: [{ role: 'system', content: system }, ...turns],
        max_tokens: maxTokens,
        stream: true,
        stream_options: { include_usage: true },
      },
    };
    let text = '';
    let tokens: number | null = null;
    const take = (said: z.infer<typeof Piece>) => {
      const [choice] = said.choices;
      text += choice?.delta?.content ?? choice?.message?.content ?? '';
      tokens = said.usage?.completion_tokens ?? tokens;
    };
    await ask(this.#options, post, signal, { schema: Piece, take });
    return { text, tokens };
  }
}
