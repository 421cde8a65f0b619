// Vectors of the static table for filling large stores: the model would take hours for a million memories. What is
// measured afterwards uses the model.
import * as z from 'zod';
import { type Embedder, type Engine, staticTable } from '../src/index.ts';

export const Vectors = z.enum(['model', 'static']);
export type Vectors = z.infer<typeof Vectors>;

/** This build or another one. */
export type Library = Pick<typeof import('../src/index.ts'), 'openEngine' | 'readConfig' | 'threadedParts'>;

export interface Opened {
  readonly engine: Engine;
  /** From now on the model makes all vectors. */
  filled(): void;
}

export async function openForFilling(
  { openEngine, readConfig, threadedParts }: Library,
  settings: Record<string, unknown>,
  vectors: Vectors,
): Promise<Opened> {
  const config = readConfig(settings, {});
  if (vectors === 'model') return { engine: await openEngine(config), filled: () => {} };
  const parts = threadedParts(config);
  const { embedder, filled } = fromTable(parts.embedder);
  return { engine: await openEngine(config, { parts: { ...parts, embedder } }), filled };
}

/** An embedder that answers from the static table until the store is filled. */
function fromTable(model: Embedder): { embedder: Embedder; filled: () => void } {
  const table = staticTable();
  let isFilling = true;
  const embedder: Embedder = {
    succeeds: model.succeeds,
    hasFirstVectors: model.hasFirstVectors,
    status: () => model.status(),
    query: (text, signal) => model.query(text, signal),
    judge: async (question, passage, signal) => model.judge?.(question, passage, signal) ?? null,
    // Comparing each new memory would take hours, too.
    compare: async (earlier, later, signal) => (isFilling ? null : (model.compare?.(earlier, later, signal) ?? null)),
    close: () => model.close(),
    passages: async (text, signal) =>
      isFilling ? [{ text, vector: table.vector(text) }] : model.passages(text, signal),
    bulk: async (texts, signal) => (isFilling ? texts.map((text) => table.vector(text)) : model.bulk(texts, signal)),
  };
  return {
    embedder,
    filled: () => {
      isFilling = false;
    },
  };
}
