// Runs a program of test/ against the built server:
//   npm run torture -- [options]    test/torture: kills, crash images, damaged files and other failures
//   npm run fuzz -- [options]       test/fuzz: random calls of every tool
//   npm run outages -- [options]    test/database: servers that share a database, and what may happen to it
//   node scripts/exercise.mjs citus [options]    test/citus: a worker of Citus is killed under writers of many tenants
//   npm run e2e -- [options]        test/e2e: the page in a browser
//   npm run hooks -- [options]      test/hooks: what the hooks recall and propose, and how long they take
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const TEST = join(dirname(dirname(fileURLToPath(import.meta.url))), 'test');
const [name, ...args] = process.argv.slice(2);

// In test/ itself: its imports locate the built server relative to that folder.
const bundle = join(TEST, `.${name}-${process.pid}.mjs`);
await build({
  entryPoints: [join(TEST, name, 'run.ts')],
  outfile: bundle,
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
});
const { main } = await import(pathToFileURL(bundle)).finally(() => rmSync(bundle));
// When interrupted, leave no server and no folder behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
process.exitCode = await main(args);
