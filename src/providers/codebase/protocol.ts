// What a code base and the threads that read it say to each other.
import { z } from 'zod';
import type { ParsedFile } from '../../engine/code/ports.ts';

export const ReaderOptions = z.object({
  /** The folder with the grammars. */
  grammars: z.string(),
  /** web-tree-sitter.wasm. */
  runtime: z.string(),
});
export type ReaderOptions = z.infer<typeof ReaderOptions>;

export const ReadRequest = z.object({
  root: z.string(),
  path: z.string(),
  /** No grammar: one has failed on this file before. */
  plain: z.boolean(),
});
export type ReadRequest = z.infer<typeof ReadRequest>;

/** Our own thread made it: it is checked by the compiler, not once more for each of a thousand files. */
const parsed = z.custom<ParsedFile | null>(() => true);

export const ReadAnswer = z.union([z.object({ parsed }), z.object({ error: z.string(), crashed: z.boolean() })]);
export type ReadAnswer = z.infer<typeof ReadAnswer>;
