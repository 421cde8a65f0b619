// Vectors of the static table for filling large stores: the model would take hours for a million memories. What is
// measured afterwards uses the model.
import { type Embedder, staticTable } from '../src/index.ts';

export interface Filling {
  readonly embedder: Embedder;
  end(): void;
}

/** An embedder that answers from the static table until the filling ends. */
export function fillingWithStaticVectors(model: Embedder): Filling {
  const table = staticTable();
  let isFilling = true;
  const embedder: Embedder = {
    succeeds: model.succeeds,
    hasFirstVectors: model.hasFirstVectors,
    status: () => model.status(),
    query: (text, signal) => model.query(text, signal),
    close: () => model.close(),
    passages: async (text, signal) =>
      isFilling ? [{ text, vector: table.vector(text) }] : model.passages(text, signal),
    bulk: async (texts, signal) => (isFilling ? texts.map((text) => table.vector(text)) : model.bulk(texts, signal)),
  };
  return {
    embedder,
    end: () => {
      isFilling = false;
    },
  };
}
