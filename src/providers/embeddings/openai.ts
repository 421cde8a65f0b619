import * as z from 'zod';
import type { EmbeddedPassage, Embedder, EmbedderStatus } from '../../engine/memories/embedder.ts';
import { splitText } from '../../engine/text/passages.ts';
import { messageOf } from '../../errors.ts';
import { bearer, type Endpoint, post, unavailable, withoutKey } from '../endpoint.ts';
import { PassageCache } from './cache.ts';
import { unit } from './unit.ts';

export interface OpenAiEmbedderOptions extends Endpoint {
  /** For one attempt. */
  readonly timeoutMs: number;
}

const Answer = z.object({ data: z.array(z.object({ index: z.number(), embedding: z.array(z.number()) })) });
const BATCH = 64;
/** Models behind such endpoints differ in input size; about 300 tokens suits them all. */
const PASSAGE_CHARACTERS = 1200;

/** Any server that speaks OpenAI's /v1/embeddings: Ollama, LM Studio, vLLM, OpenAI itself. */
export class OpenAiEmbedder implements Embedder {
  readonly succeeds = [];
  readonly #options: OpenAiEmbedderOptions;
  readonly #cache = new PassageCache();
  #state: EmbedderStatus['state'] = 'idle';
  #dimensions = 0;
  #error: string | null = null;

  constructor(options: OpenAiEmbedderOptions) {
    this.#options = options;
  }

  status(): EmbedderStatus {
    return {
      state: this.#state,
      model: this.#options.model,
      dimensions: this.#dimensions,
      backend: new URL(this.#options.url).host,
      error: this.#error,
      cache: this.#cache.statistics(),
    };
  }

  passages(text: string, signal?: AbortSignal): Promise<EmbeddedPassage[]> {
    return this.#cache.remember(text, async () => {
      const texts = splitText(text, (piece) => piece.length, PASSAGE_CHARACTERS);
      const passages: EmbeddedPassage[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const batch = texts.slice(start, start + BATCH);
        const vectors = await this.#embed(batch, signal);
        passages.push(...batch.map((piece, i) => ({ text: piece, vector: vectors[i] ?? new Float32Array() })));
      }
      return passages;
    });
  }

  async query(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#embed([text.slice(0, PASSAGE_CHARACTERS * 4)], signal);
    return vector ?? new Float32Array();
  }

  async bulk(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = texts.slice(start, start + BATCH).map((text) => text.slice(0, PASSAGE_CHARACTERS));
      vectors.push(...(await this.#embed(batch, signal)));
    }
    return vectors;
  }

  async close(): Promise<void> {}

  async #embed(texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
    if (this.#state === 'idle') this.#state = 'loading';
    try {
      const answer = Answer.parse(await this.#request(texts, signal));
      if (answer.data.length !== texts.length) {
        throw new Error(`${texts.length} texts were sent and ${answer.data.length} vectors came back`);
      }
      const vectors = answer.data
        .sort((a, b) => a.index - b.index)
        .map(({ embedding }) => unit(Float32Array.from(embedding)));
      this.#state = 'ready';
      this.#error = null;
      this.#dimensions = vectors[0]?.length ?? 0;
      return vectors;
    } catch (error) {
      signal?.throwIfAborted();
      this.#state = 'error';
      const reason = messageOf(error);
      this.#error = withoutKey(this.#options, reason);
      throw unavailable(this.#options, `The embeddings endpoint failed: ${reason}`, error);
    }
  }

  #request(texts: string[], signal?: AbortSignal): Promise<unknown> {
    const { model, apiKey, timeoutMs } = this.#options;
    return post(this.#options, {
      path: '/embeddings',
      headers: bearer(apiKey),
      body: { model, input: texts, encoding_format: 'float' },
      signal,
      attemptMs: timeoutMs,
      read: (response) => response.json(),
    });
  }
}
