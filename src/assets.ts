// Finds the package's own files, both from the sources and from the bundle.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('Remanence is not installed completely: its package.json is missing.');
    folder = parent;
  }
  return folder;
}

const root = packageRoot();

export const assets = {
  main: join(root, 'dist', 'main.js'),
  backupWorker: join(root, 'dist', 'backup-worker.js'),
  embeddingWorker: join(root, 'dist', 'embedding-worker.js'),
  ggufWorker: join(root, 'dist', 'gguf-worker.js'),
  readingWorker: join(root, 'dist', 'reading-worker.js'),
  page: join(root, 'dist', 'web'),
  grammars: join(root, 'dist', 'grammars'),
  parserRuntime: join(root, 'dist', 'grammars', 'web-tree-sitter.wasm'),
  wasmRuntime: join(root, 'dist', 'onnxruntime-web'),
  model: join(root, 'models', 'remanence-minilm-1'),
  staticTable: join(root, 'models', 'remanence-minilm-1', 'static.bin'),
};
