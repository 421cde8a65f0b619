// What analysis asks of a language model, where one is configured.

export interface JudgingModel {
  /** What answers, in a word. */
  readonly name: string;
  /** What it takes in at once, the answer included; null where that is more than it is ever sent. */
  readonly contextTokens: number | null;
  answer(
    request: {
      readonly system: string;
      readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
      readonly maxTokens: number;
    },
    signal?: AbortSignal,
  ): Promise<{ readonly text: string } | { readonly silent: string }>;
}
