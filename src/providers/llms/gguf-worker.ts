// The thread of a GGUF model: it loads the library and the file, and completes one prompt at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { type FromGguf, GgufOptions, ToGguf } from './gguf-protocol.ts';
import { LlamaLibrary } from './llama-library.ts';

const options = GgufOptions.parse(workerData);
const post = (message: FromGguf) => parentPort?.postMessage(message);

/** What a prompt takes beside the text: the instruction, and some room for rounding. */
const MARGIN = 32;

async function load() {
  const { getLlama, LlamaCompletion } = LlamaLibrary.parse(await import(options.library));
  const llama = await getLlama({
    gpu: options.gpuLayers > 0 ? 'auto' : false,
    build: 'never',
    logLevel: 'disabled',
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: options.model, gpuLayers: options.gpuLayers });
  const context = await model.createContext({ contextSize: options.contextTokens, threads: options.threads });
  const completion = new LlamaCompletion({ contextSequence: context.getSequence() });

  /** The prompt with as much of the text as fits the model beside the answer. */
  const promptOf = (instruction: string, text: string): string => {
    const around = (content: string) => `${instruction}\n\nContent:\n${content}\n\nSummary:`;
    const room = options.contextTokens - options.maxTokens - model.tokenize(around('')).length - MARGIN;
    const tokens = model.tokenize(text);
    return around(tokens.length <= room ? text : model.detokenize(tokens.slice(0, Math.max(room, 0))));
  };
  return {
    complete: (instruction: string, text: string, signal: AbortSignal) =>
      completion.generateCompletion(promptOf(instruction, text), {
        maxTokens: options.maxTokens,
        temperature: options.temperature,
        topP: options.topP,
        repeatPenalty: { penalty: options.repeatPenalty },
        customStopTriggers: ['\n\n'],
        signal,
        stopOnAbortSignal: true,
      }),
    dispose: () => llama.dispose(),
  };
}

const model = await load().catch((error) => {
  const installed = !(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND');
  post({ failed: messageOf(error), installed });
  return null;
});
const running = new Map<number, AbortController>();
let queue = Promise.resolve();

async function answer({ id, instruction, text }: Extract<ToGguf, { kind: 'complete' }>): Promise<void> {
  const { signal } = running.get(id) ?? new AbortController();
  try {
    if (model && !signal.aborted) post({ id, text: await model.complete(instruction, text, signal) });
  } catch (error) {
    post({ id, error: messageOf(error) });
  }
  running.delete(id);
}

parentPort?.on('message', (message: unknown) => {
  const asked = ToGguf.parse(message);
  if (asked.kind === 'cancel') running.get(asked.id)?.abort();
  else if (asked.kind === 'complete') {
    running.set(asked.id, new AbortController());
    queue = queue.then(() => answer(asked));
  } else {
    for (const controller of running.values()) controller.abort();
    queue = queue.then(() => model?.dispose()).then(() => parentPort?.close());
  }
});
if (model) post({ ready: true });
else parentPort?.close();
