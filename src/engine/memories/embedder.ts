// The port for models that turn texts into vectors.

export interface EmbedderStatus {
  readonly state: 'idle' | 'loading' | 'ready' | 'error';
  /** Empty when there is no model. */
  readonly model: string;
  readonly dimensions: number;
  /** What runs the model: native, wasm or a remote endpoint. */
  readonly backend: string;
  readonly error: string | null;
  /** The cache of recent embeddings: its use, and its size in memory. */
  readonly cache: { readonly hits: number; readonly misses: number; readonly size: number; readonly bytes: number };
}

export interface EmbeddedPassage {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Whether the model could read the text of a vector. */
export const hasMeaning = (vector: Float32Array): boolean => vector.some((value) => value !== 0);

export interface Embedder {
  /** Models that this one replaces: it adopts their stores automatically. */
  readonly succeeds: readonly string[];
  status(): EmbedderStatus;
  /**
   * The text in passages that fit the model, each with its unit vector; the vector of what the model cannot read is zero
   * (a script or signs that its vocabulary lacks).
   */
  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]>;
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** One unit vector for each text, cut to what fits the model; many at once, on all cores. */
  bulk(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Reads a question and a passage together: the log odds that the passage answers the question; null if the model cannot. */
  judge?(question: string, passage: string, signal?: AbortSignal): Promise<number | null>;
  /** Reads two memories together: the log odds that the later makes the earlier outdated; null if the model cannot. */
  compare?(earlier: string, later: string, signal?: AbortSignal): Promise<number | null>;
  /** Whether code readers make provisional vectors that stand in until the model's own are made. */
  readonly hasFirstVectors?: boolean | undefined;
  close(): Promise<void>;
}
