// The parts of node-llama-cpp that are used. It is 700 MB and no dependency, so its own types are not available. Nor is
// it an optional peer: npx would fetch the registry's documents of it and of TypeScript, half a megabyte.
import * as z from 'zod';

interface LlamaModel {
  createContext(options: { contextSize: number; threads: number }): Promise<{ getSequence(): unknown }>;
  tokenize(text: string): number[];
  detokenize(tokens: readonly number[]): string;
}

interface Llama {
  loadModel(options: { modelPath: string; gpuLayers: number }): Promise<LlamaModel>;
  dispose(): Promise<void>;
}

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

/** Applies the model's own template to a conversation. */
interface LlamaChat {
  generateResponse(
    history: readonly ChatItem[],
    options: {
      maxTokens: number;
      temperature: number;
      topP: number;
      repeatPenalty: { penalty: number };
      customStopTriggers: string[];
      signal: AbortSignal;
      stopOnAbortSignal: boolean;
      onToken(tokens: readonly number[]): void;
    },
  ): Promise<{ readonly response: string }>;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';

export const LlamaLibrary = z.object({
  getLlama:
    z.custom<
      (options: { gpu: false | 'auto'; build: 'never'; logLevel: 'disabled'; progressLogs: false }) => Promise<Llama>
    >(isFunction),
  LlamaChat: z.custom<new (options: { contextSequence: unknown }) => LlamaChat>(isFunction),
});
