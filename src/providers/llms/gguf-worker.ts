// The thread of a GGUF model: loads the library and the file, and answers one request at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { type FromGguf, GgufOptions, type GgufRequest, ToGguf } from './gguf-protocol.ts';
import { type ChatItem, LlamaLibrary } from './llama-library.ts';

const options = GgufOptions.parse(workerData);
const post = (message: FromGguf) => parentPort?.postMessage(message);

/** Tokens that the model's template adds to each turn, with a margin. */
const AROUND = 24;

async function load() {
  const { getLlama, LlamaChat } = LlamaLibrary.parse(await import(options.library));
  const llama = await getLlama({
    gpu: options.gpuLayers > 0 ? 'auto' : false,
    build: 'never',
    logLevel: 'disabled',
    progressLogs: false,
  });
  const model = await llama.loadModel({ modelPath: options.model, gpuLayers: options.gpuLayers });
  const context = await model.createContext({ contextSize: options.contextTokens, threads: options.threads });
  const chat = new LlamaChat({ contextSequence: context.getSequence() });
  const length = (text: string) => model.tokenize(text).length + AROUND;

  /** The conversation, cut to leave room for the answer: the library would choose for itself what to leave out. */
  const historyOf = ({ system, turns, cuts, maxTokens }: GgufRequest): ChatItem[] => {
    const before = turns.slice(0, -1);
    const last = turns.at(-1)?.content ?? '';
    const room = [system, ...before.map(({ content }) => content)].reduce(
      (left, text) => left - length(text),
      options.contextTokens - maxTokens - 2 * AROUND,
    );
    const tokens = model.tokenize(last);
    if (tokens.length > room && !cuts) throw new Error(`the prompt is ${tokens.length - room} tokens too long for it`);
    const fitting = tokens.length <= room ? last : model.detokenize(tokens.slice(0, Math.max(room, 0)));
    return [
      { type: 'system', text: system },
      ...before.map(
        ({ role, content }): ChatItem =>
          role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] },
      ),
      { type: 'user', text: fitting },
      { type: 'model', response: [] },
    ];
  };
  return {
    async answer(request: GgufRequest, signal: AbortSignal) {
      const { maxTokens, temperature, topP, repeatPenalty, stop } = request;
      let tokens = 0;
      const { response } = await chat.generateResponse(historyOf(request), {
        maxTokens,
        temperature,
        topP,
        repeatPenalty: { penalty: repeatPenalty },
        customStopTriggers: stop,
        signal,
        stopOnAbortSignal: true,
        onToken: (made) => {
          tokens += made.length;
        },
      });
      return { text: response, tokens };
    },
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

async function answer({ id, request }: Extract<ToGguf, { kind: 'ask' }>): Promise<void> {
  const { signal } = running.get(id) ?? new AbortController();
  try {
    if (model && !signal.aborted) post({ id, ...(await model.answer(request, signal)) });
  } catch (error) {
    post({ id, error: messageOf(error) });
  }
  running.delete(id);
}

parentPort?.on('message', (message: unknown) => {
  const asked = ToGguf.parse(message);
  if (asked.kind === 'cancel') running.get(asked.id)?.abort();
  else if (asked.kind === 'ask') {
    running.set(asked.id, new AbortController());
    queue = queue.then(() => answer(asked));
  } else {
    for (const controller of running.values()) controller.abort();
    queue = queue.then(() => model?.dispose()).then(() => parentPort?.close());
  }
});
if (model) post({ ready: true });
else parentPort?.close();
