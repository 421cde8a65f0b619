import * as z from 'zod';
import { bearer } from '../endpoint.ts';
import type { Dialect } from './endpoint-llm.ts';

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
export const OPENAI: Dialect<z.infer<typeof Piece>> = {
  path: '/chat/completions',
  headers: bearer,
  body: ({ system, turns, maxTokens }) => ({
    messages: [{ role: 'system', content: system }, ...turns],
    max_tokens: maxTokens,
    stream_options: { include_usage: true },
  }),
  piece: Piece,
  read: ({ choices: [choice], usage }) => ({
    text: choice?.delta?.content ?? choice?.message?.content ?? '',
    tokens: usage?.completion_tokens,
  }),
};
