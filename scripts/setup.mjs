// Runs first in `npm start` and `npm test`: installs, prepares the model and builds, each only if needed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ['src', 'web', 'bench', 'scripts', 'package.json', 'package-lock.json'];

const at = (path) => join(ROOT, path);
const changed = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

/** The newest change below a path. */
function newest(path) {
  if (!statSync(at(path)).isDirectory()) return changed(path);
  return Math.max(0, ...readdirSync(at(path)).map((name) => newest(join(path, name))));
}

function step(what, work) {
  process.stderr.write(`remanence: ${what}\n`);
  return work();
}

if (changed('node_modules/.package-lock.json') < changed('package-lock.json')) {
  // No dependency needs install scripts: native parts are prebuilt. `npm ci` would refuse the lock file
  // on a registry that lacks some platform's optional binaries; this installs the same versions.
  const { status } = step('installing dependencies', () =>
    spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    }),
  );
  if (status !== 0) {
    process.stderr.write('remanence: The dependencies could not be installed; what npm says above tells why.\n');
    process.exit(1);
  }
}

const { isPrepared, prepareModel } = await import('./prepare-model.mjs');
if (!isPrepared()) step('preparing the embedding model', prepareModel);

if (changed('dist/main.js') < Math.max(...SOURCES.map(newest))) {
  const { build } = await import('./build.mjs');
  await step('building', build);
}
