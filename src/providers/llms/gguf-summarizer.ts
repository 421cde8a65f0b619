import type { Summarizer, SummarizerStatus } from '../../engine/notes/summarizer.ts';
import { GgufModel, type GgufModelOptions } from './gguf-model.ts';
import type { GgufRequest } from './gguf-protocol.ts';

export interface GgufSummarizerOptions
  extends GgufModelOptions,
    Pick<GgufRequest, 'maxTokens' | 'temperature' | 'topP' | 'repeatPenalty'> {
  readonly instruction: string;
  readonly maxCharacters: number;
  /** How long to wait for a summary. */
  readonly waitMs: number;
}

/** Summaries by a GGUF file on this machine. */
export class GgufSummarizer implements Summarizer {
  readonly #options: GgufSummarizerOptions;
  readonly #model: GgufModel;

  constructor(options: GgufSummarizerOptions) {
    this.#options = options;
    this.#model = new GgufModel(options);
  }

  status(): SummarizerStatus {
    const { model = null, contextTokens, threads, maxTokens, temperature } = this.#options;
    return { ...this.#model.status(), model, contextTokens, threads, maxTokens, temperature };
  }

  async summarize(text: string, signal?: AbortSignal): Promise<string | null> {
    const { model, instruction, maxTokens, temperature, topP, repeatPenalty, maxCharacters, waitMs } = this.#options;
    if (model === undefined) return null;
    const request = {
      system: instruction,
      turns: [{ role: 'user' as const, content: text }],
      cuts: true,
      stop: ['\n\n'],
      maxTokens,
      temperature,
      topP,
      repeatPenalty,
    };
    const made = await this.#model.ask(request, waitMs, signal);
    return 'text' in made ? made.text.trim().slice(0, maxCharacters) || null : null;
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}
