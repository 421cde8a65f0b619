// Bundles the page into dist/web: index.html, and assets whose names contain a hash of their content.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BROWSERS = ['chrome123', 'firefox128', 'safari17.5'];

const shared = {
  absWorkingDir: ROOT,
  outdir: 'dist/web/assets',
  bundle: true,
  metafile: true,
  minify: true,
  platform: 'browser',
  target: BROWSERS,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  legalComments: 'none',
  logLevel: 'warning',
};

/** Returns what went into the page. */
export async function bundlePage({ write }) {
  const esbuild = await import('esbuild');
  // The worker is a separate file: the page's policy forbids workers made from text.
  const worker = await esbuild.build({ ...shared, write, entryPoints: { layout: 'web/graph/layout-worker.ts' } });
  const page = await esbuild.build({
    ...shared,
    write,
    entryPoints: { app: 'web/main.tsx', page: 'web/styles/page.css', icon: 'web/icon.svg' },
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    define: { LAYOUT_WORKER: JSON.stringify(assetOf(worker.metafile, 'web/graph/layout-worker.ts')) },
  });
  const outputs = { ...worker.metafile.outputs, ...page.metafile.outputs };
  if (write) writeIndex(page.metafile);
  return { outputs };
}

function writeIndex(metafile) {
  const places = {
    app: assetOf(metafile, 'web/main.tsx'),
    styles: assetOf(metafile, 'web/styles/page.css'),
    icon: assetOf(metafile, 'web/icon.svg'),
  };
  // Preload the first view's chunks together, not one import after the other.
  const preloads = [...neededBy(metafile, ['web/main.tsx', 'web/views/search.tsx'])];
  const html = readFileSync(join(ROOT, 'web/index.html'), 'utf8');
  mkdirSync(join(ROOT, 'dist/web'), { recursive: true });
  writeFileSync(
    join(ROOT, 'dist/web/index.html'),
    html
      .replace('{preloads}', preloads.map((asset) => `<link rel="modulepreload" href="${asset}">`).join('\n'))
      .replace(/\{(\w+)\}/g, (_, name) => places[name]),
  );
}

function neededBy({ outputs }, sources) {
  const needed = new Set();
  const visit = (file) => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') visit(path);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (sources.includes(entryPoint)) visit(file);
  return [...needed].map((file) => `/assets/${basename(file)}`);
}

function assetOf({ outputs }, source) {
  const found = Object.entries(outputs).find(
    ([, output]) =>
      output.entryPoint === source || (output.inputs[source] && !output.entryPoint && source.endsWith('.svg')),
  );
  if (!found) throw new Error(`The page has no asset built from ${source}.`);
  return `/assets/${basename(found[0])}`;
}
