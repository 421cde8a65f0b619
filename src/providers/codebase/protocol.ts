// What a code base and the threads that read it say to each other.
import { z } from 'zod';
import type { Outline, ParsedFile, Snippet } from '../../engine/code/code-base.ts';

export const ReaderOptions = z.object({
  /** The folder with the compressed grammars. */
  grammars: z.string(),
  /** web-tree-sitter.wasm. */
  runtime: z.string(),
  /** What first vectors are made with, where the model has it: the table and its tokenizer. */
  firstVectors: z.object({ table: z.string(), tokenizer: z.string() }).nullable().default(null),
});
export type ReaderOptions = z.input<typeof ReaderOptions>;

export const ReaderRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    root: z.string(),
    path: z.string(),
    /** No grammar: one has failed on this file before. */
    plain: z.boolean(),
  }),
  z.object({ kind: z.enum(['snippet', 'outline']), text: z.string(), language: z.string().nullable() }),
]);
export type ReaderRequest = z.infer<typeof ReaderRequest>;

/** Our own thread made it: it is checked by the compiler, not once more for each of a thousand files. */
export const ReaderAnswer = z.union([
  z.object({ parsed: z.custom<ParsedFile | null>(() => true) }),
  z.object({ snippet: z.custom<Snippet>(() => true) }),
  z.object({ outline: z.custom<Outline | null>(() => true) }),
  z.object({ error: z.string(), crashed: z.boolean() }),
]);
export type ReaderAnswer = z.infer<typeof ReaderAnswer>;
