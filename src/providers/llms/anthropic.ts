import * as z from 'zod';
import type { Dialect } from './endpoint-llm.ts';

const VERSION = '2023-06-01';

const Piece = z.object({
  delta: z.object({ text: z.string().optional() }).optional(),
  content: z.array(z.object({ text: z.string().optional() })).default([]),
  usage: z.object({ output_tokens: z.number().optional() }).nullish(),
  error: z.object({ message: z.string() }).optional(),
});

/** A server that speaks Anthropic's /v1/messages. */
export const ANTHROPIC: Dialect<z.infer<typeof Piece>> = {
  path: '/messages',
  headers: (apiKey) => ({ 'anthropic-version': VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) }),
  body: ({ system, turns, maxTokens }) => ({ system, messages: turns, max_tokens: maxTokens }),
  piece: Piece,
  read: ({ delta, content, usage }) => ({
    text: delta?.text ?? content.map((block) => block.text ?? '').join(''),
    tokens: usage?.output_tokens,
  }),
};
