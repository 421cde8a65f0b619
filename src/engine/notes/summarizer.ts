/** Summarises notes; a port, because it takes a language model. */
export interface Summarizer {
  status(): SummarizerStatus;
  /** Null when there is no model or it takes too long. Never throws. */
  summarize(text: string, signal?: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

export interface SummarizerStatus {
  readonly state: 'off' | 'idle' | 'loading' | 'ready' | 'error';
  /** The model's file; null when none is configured. */
  readonly model: string | null;
  /** Why summaries fail although a model is configured. */
  readonly error: string | null;
  readonly contextTokens: number;
  readonly threads: number;
  readonly maxTokens: number;
  readonly temperature: number;
}
