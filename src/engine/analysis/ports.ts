// What analysis requires from a language model, if one is configured.

export interface JudgingModel {
  /** Short name of the model. */
  readonly name: string;
  /** Its context size, including the answer; null if that is larger than any request. */
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
