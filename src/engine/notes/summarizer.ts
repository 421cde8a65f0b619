/** What makes the summary of a note; a port, since it takes a language model. */
export interface Summarizer {
  status(): SummarizerStatus;
  /** Null where no model is there, or it cannot do it in time. Never fails. */
  summarize(text: string, signal?: AbortSignal): Promise<string | null>;
  close(): Promise<void>;
}

export interface SummarizerStatus {
  readonly state: 'off' | 'idle' | 'loading' | 'ready' | 'error';
  /** The file of the model; null when none is configured. */
  readonly model: string | null;
  /** Why there are no summaries, when there should be. */
  readonly error: string | null;
  readonly contextTokens: number;
  readonly threads: number;
  readonly maxTokens: number;
  readonly temperature: number;
}
