// Indexes the same code base with Remanence and with indexers from npm, one after the other, each into a fresh index:
//   node bench/beside-others.mjs FOLDER [--runs 3]
// Installs the others into a temporary folder. Wall time and processor time (of all child processes) are medians.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MAIN = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'main.js');
const TIMEOUT_MS = 600_000;
/** Each one's command for a full index: files, symbols and calls, without vectors. */
const OTHERS = [
  { name: '@colbymchenry/codegraph', version: '1.6.1', args: (root) => ['init', '--yes', root], leaves: '.codegraph' },
  { name: '@optave/codegraph', version: '3.11.2', args: (root) => ['build', root], leaves: '.codegraph' },
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder of a code base.');
const work = mkdtempSync(join(tmpdir(), 'remanence-beside-'));

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Wall time and processor time of the command and its children, in seconds. */
function timed(args) {
  const started = performance.now();
  const run = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@" > /dev/null 2>&1 < /dev/null', 'bash', ...args],
    {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      env: { ...process.env, CI: '1', DO_NOT_TRACK: '1' },
    },
  );
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status ?? run.signal}`);
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(run.stderr) ?? [];
  return { wall: (performance.now() - started) / 1000, cpu: Number(user) + Number(system) };
}

function measure(name, argsOf, forget) {
  const runs = Array.from({ length: Number(values.runs) }, (_, i) => {
    const run = timed(argsOf(i));
    forget?.();
    return run;
  });
  const [wall, cpu] = ['wall', 'cpu'].map((part) =>
    median(runs.map((run) => run[part]))
      .toFixed(2)
      .padStart(8),
  );
  process.stdout.write(`${name.padEnd(30)} ${wall} ${cpu}\n`);
}

try {
  // A copy, because the others write into the folder they read.
  const root = join(work, basename(resolve(folder)));
  cpSync(resolve(folder), root, { recursive: true, filter: (path) => basename(path) !== '.codegraph' });
  process.stdout.write(`${'indexer'.padEnd(30)}   wall s    cpu s\n`);
  const data = (i) => ['--data-dir', join(work, `data-${i}`)];
  measure('remanence', (i) => [process.execPath, MAIN, 'index', root, '--no-vectors', ...data(i)]);
  for (const { name, version, args, leaves } of OTHERS) {
    const prefix = join(work, name.replace(/\W/g, '-'));
    const install = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
    if (spawnSync('npm', install, { stdio: 'ignore', timeout: TIMEOUT_MS }).status !== 0) {
      process.stdout.write(`${name} ${version} could not be installed\n`);
      continue;
    }
    const command = join(prefix, 'node_modules', '.bin', 'codegraph');
    const forget = () => rmSync(join(root, leaves), { recursive: true, force: true });
    measure(`${name} ${version}`, () => [command, ...args(root)], forget);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
