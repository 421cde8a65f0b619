// Bundles collect.ts, which uses the product's own parser, and runs it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'remanence-collect-'));
const script = join(folder, 'collect.mjs');
await build({
  entryPoints: [join(here, 'collect.ts')],
  outfile: script,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'warning',
  banner: { js: "import { createRequire as __make } from 'node:module'; const require = __make(import.meta.url);" },
});
const { status } = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
  cwd: dirname(dirname(here)),
  stdio: 'inherit',
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
