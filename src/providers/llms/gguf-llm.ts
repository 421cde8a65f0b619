import { basename } from 'node:path';
import type { Llm, LlmAnswer, LlmRequest, LlmSilence } from '../../engine/chat/ports.ts';
import { GgufModel, type GgufModelOptions } from './gguf-model.ts';

export interface GgufLlmOptions extends GgufModelOptions {
  readonly model: string;
  readonly temperature: number;
  /** The limit for a complete answer, including loading the model. */
  readonly timeoutMs: number;
}

const TOP_P = 0.9;
const REPEAT_PENALTY = 1.05;

/** Answers by a GGUF file on this machine. */
export class GgufLlm implements Llm {
  readonly name: string;
  readonly contextTokens: number;
  readonly #options: GgufLlmOptions;
  readonly #model: GgufModel;
  #silence: string | null = null;

  constructor(options: GgufLlmOptions) {
    this.name = basename(options.model);
    this.contextTokens = options.contextTokens;
    this.#options = options;
    this.#model = new GgufModel(options);
  }

  problem(): string | null {
    const { error } = this.#model.status();
    return this.#silence ?? (error && this.#without(error));
  }

  async answer({ system, turns, maxTokens }: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer | LlmSilence> {
    const { temperature, timeoutMs } = this.#options;
    const request = {
      system,
      turns,
      cuts: false,
      stop: [],
      maxTokens,
      temperature,
      topP: TOP_P,
      repeatPenalty: REPEAT_PENALTY,
    };
    const answer = await this.#model.ask(request, timeoutMs, signal);
    signal?.throwIfAborted();
    const text = 'text' in answer ? answer.text.trim() : '';
    this.#silence = text === '' ? this.#without('failed' in answer ? answer.failed : 'It returned no text.') : null;
    if (this.#silence !== null) return { silent: this.#silence };
    return { text, tokens: 'text' in answer ? answer.tokens : null };
  }

  /** Users of a shared server see this, so it must not reveal the model's path. */
  #without(reason: string): string {
    return `Chat answers without ${this.name}: ${reason.replaceAll(this.#options.model, this.name)}`;
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}
