// A fake node-llama-cpp for tests, which answers with its input.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The optional package itself: npm install --no-save --ignore-scripts node-llama-cpp. */
export const isLlamaInstalled = existsSync('node_modules/node-llama-cpp');

const LIBRARY = `
const model = {
  createContext: async (options) => ({ getSequence: () => options }),
  tokenize: (text) => text.split(/(?=\\s)/),
  detokenize: (tokens) => tokens.join(''),
};
export const getLlama = async () => ({ loadModel: async () => model, dispose: async () => {} });
export class LlamaChat {
  #context;
  constructor({ contextSequence }) { this.#context = contextSequence; }
  async generateResponse(history, { signal, onToken, ...options }) {
    const last = history.at(-2).text;
    if (last.endsWith('Say nothing.')) return { response: ' ' };
    if (last.endsWith('Fail.')) throw new Error('out of memory');
    if (last.endsWith('Take your time.')) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { response: 'Too late.' };
    }
    onToken([1, 2]);
    return { response: JSON.stringify({ history, options, context: this.#context }) };
  }
}`;

/** The name to load it by. */
export function fakeLlama(folder: string): string {
  const path = join(folder, 'llama.mjs');
  writeFileSync(path, LIBRARY);
  return pathToFileURL(path).href;
}
