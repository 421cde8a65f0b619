// Bundles the program into few files in dist/, so that a client's tools/list is answered quickly.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressInto } from './compress.mjs';
import { bundlePage } from './page.mjs';
import { sbom } from './sbom.mjs';
import { grammarFiles } from './third-parties.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const WASM_RUNTIME = ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs'];
const WASM_BINARY = 'ort-wasm-simd-threaded.wasm';

/** zod ships its messages in fifty languages; we need only English. */
const englishOnly = {
  name: 'english-only',
  setup(bundler) {
    bundler.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};

/** Returns what went into the bundle. */
export async function bundle({ write }) {
  const esbuild = await import('esbuild');
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    write,
    metafile: true,
    entryPoints: {
      main: 'src/main.ts',
      index: 'src/index.ts',
      'backup-worker': 'src/stores/sqlite/backup/backup-worker.ts',
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
    // Keep names for stack traces; minify the rest, which every start has to parse.
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [englishOnly],
    // Its main file is UMD, which bundlers cannot follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    chunkNames: 'chunks/[name]-[hash]',
    // npm installs native modules beside the program; everything else is bundled.
    external: Object.keys(dependencies),
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  const page = await bundlePage({ write });
  return { ...metafile, outputs: { ...metafile.outputs, ...page.outputs } };
}

export async function build() {
  const dist = join(ROOT, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const metafile = await bundle({ write: true });
  const runtime = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));
  mkdirSync(join(dist, 'onnxruntime-web'), { recursive: true });
  for (const file of WASM_RUNTIME) cpSync(join(runtime, file), join(dist, 'onnxruntime-web', file));
  await compressInto(join(dist, 'onnxruntime-web'), [join(runtime, WASM_BINARY)]);
  await copyGrammars(join(dist, 'grammars'));
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(sbom(metafile), null, 2)}\n`);
}

/** Only the grammars that the languages name; all of them would take 118 MB. */
async function copyGrammars(target) {
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(target, { recursive: true });
  await compressInto(
    target,
    grammarFiles().map((path) => resolve(`tree-sitter-wasm/${path}`)),
  );
  cpSync(join(dirname(resolve('web-tree-sitter')), 'web-tree-sitter.wasm'), join(target, 'web-tree-sitter.wasm'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
