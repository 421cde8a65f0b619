// The messages between a code base and its reader threads.
import * as z from 'zod';
import type { Outline, ParsedFile, Snippet } from '../../engine/code/code-base.ts';

export const ReaderOptions = z.object({
  /** Folder with the compressed grammars. */
  grammars: z.string(),
  /** Path of web-tree-sitter.wasm. */
  runtime: z.string(),
  /** The table and tokenizer for provisional vectors, if the model has them. */
  firstVectors: z.object({ table: z.string(), tokenizer: z.string() }).nullable().default(null),
});
export type ReaderOptions = z.input<typeof ReaderOptions>;

export const ReaderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    root: z.string(),
    path: z.string(),
    /** Read without a grammar, because one has failed on this file. */
    plain: z.boolean(),
  }),
  z.object({ kind: z.enum(['snippet', 'outline']), text: z.string(), language: z.string().nullable() }),
]);
export type ReaderRequest = z.infer<typeof ReaderRequest>;

/** Made by our own thread: the compiler checks it, so it is not validated again for each file. */
export const ReaderAnswer = z.union([
  z.object({ parsed: z.custom<ParsedFile | null>(() => true) }),
  z.object({ snippet: z.custom<Snippet>(() => true) }),
  z.object({ outline: z.custom<Outline | null>(() => true) }),
  z.object({
    error: z.string(),
    crashed: z.boolean(),
    /** For lack of time. */
    late: z.literal(true).optional(),
  }),
]);
export type ReaderAnswer = z.infer<typeof ReaderAnswer>;
