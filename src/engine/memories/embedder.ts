// What makes vectors of texts.

export interface EmbedderStatus {
  readonly state: 'idle' | 'loading' | 'ready' | 'error';
  /** Empty where there is none. */
  readonly model: string;
  readonly dimensions: number;
  /** What runs the model: native, wasm or a remote endpoint. */
  readonly backend: string;
  readonly error: string | null;
  /** What was embedded lately: how often it was asked for, and how much memory it takes. */
  readonly cache: { readonly hits: number; readonly misses: number; readonly size: number; readonly bytes: number };
}

export interface EmbeddedPassage {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface Embedder {
  /** Models that it was made to take the place of: it takes their stores over by itself. */
  readonly succeeds: readonly string[];
  status(): EmbedderStatus;
  /** The text in stretches that the model can take in whole, each with its unit vector. */
  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]>;
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** One unit vector for the beginning of each text, as much as the model takes in; many at once, on all cores. */
  bulk(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Whether readers of code make vectors that stand for its own until those are made. */
  readonly hasFirstVectors?: boolean | undefined;
  close(): Promise<void>;
}
