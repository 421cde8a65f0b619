// Bundles the program into dist/: few files to open, so that a client's tools/list is answered at once.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WASM_RUNTIME = ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

/** zod brings its messages in fifty languages; ours are English. */
const englishOnly = {
  name: 'english-only',
  setup(bundler) {
    bundler.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};

export async function build() {
  const { build: bundle } = await import('esbuild');
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const dist = join(ROOT, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await bundle({
    absWorkingDir: ROOT,
    entryPoints: {
      main: 'src/main.ts',
      index: 'src/index.ts',
      'embedding-worker': 'src/providers/embeddings/worker.ts',
      'gguf-worker': 'src/providers/llms/gguf-worker.ts',
      'reading-worker': 'src/providers/codebase/worker.ts',
    },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // Readable names in stack traces; the rest is bytes that every start has to parse.
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [englishOnly],
    chunkNames: 'chunks/[name]-[hash]',
    // Native modules stay where npm put them; everything else is bundled.
    external: Object.keys(dependencies).filter((name) =>
      ['onnxruntime-node', '@photostructure/sqlite', '@parcel/watcher'].includes(name),
    ),
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
  mkdirSync(join(dist, 'onnxruntime-web'), { recursive: true });
  for (const file of WASM_RUNTIME) cpSync(join(runtime, file), join(dist, 'onnxruntime-web', file));
  copyGrammars(join(dist, 'grammars'));
}

/** Only the grammars that the languages name; all of them would take 118 MB. */
function copyGrammars(target) {
  const { resolve } = createRequire(import.meta.url);
  const languages = readFileSync(join(ROOT, 'src/providers/parser/languages.ts'), 'utf8');
  mkdirSync(target, { recursive: true });
  for (const [file, name] of languages.matchAll(/tree-sitter-(\w+)\.wasm/g)) {
    cpSync(resolve(`tree-sitter-wasm/${name}/${file}`), join(target, file));
  }
  cpSync(join(dirname(resolve('web-tree-sitter')), 'web-tree-sitter.wasm'), join(target, 'web-tree-sitter.wasm'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
