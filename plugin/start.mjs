// Starts Remanence: the program that this plugin lies beside, else the one on the PATH, else the one that npm has.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const isWindows = process.platform === 'win32';

/** Null where the plugin was installed without the program. */
export function mainBeside() {
  const main = join(HERE, '..', 'dist', 'main.js');
  return existsSync(main) ? main : null;
}

/** A relative entry of the PATH would run what lies in the project. */
function onPath(name) {
  const names = isWindows ? [`${name}.cmd`, `${name}.exe`] : [name];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => names.map((each) => join(folder, each))).find((path) => existsSync(path)) ?? null;
}

export const commandOnPath = () => onPath('remanence');

/** What runs the package that npm has; null without npx. In the plugin's own folder, npm reads no .npmrc of the project. */
function byNpx() {
  const command = onPath('npx');
  if (!command) return null;
  const { version } = JSON.parse(readFileSync(join(HERE, '.claude-plugin', 'plugin.json'), 'utf8'));
  return { command, args: [`--prefix=${HERE}`, '-y', `remanence@${version}`] };
}

/** Windows starts `.cmd` files only by a shell, which takes a line apart at its spaces. */
export function start(command, args, stdio) {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  return isWindows ? spawn(quoted(command), args.map(quoted), { stdio, shell: true }) : spawn(command, args, { stdio });
}

/** A project that the user names counts more than that of the folder; the hooks have it so, too. */
function withoutAuto(args) {
  const at = args.indexOf('--project');
  return process.env.REMANENCE_PROJECT && args[at + 1] === 'auto' ? args.toSpliced(at, 2) : args;
}

function fail(reason) {
  process.stderr.write(`remanence: ${reason}\nInstall it: npm install -g remanence\n`);
  process.exitCode = 1;
}

function startElsewhere(own) {
  const found = commandOnPath();
  const way = found ? { command: found, args: [] } : byNpx();
  if (!way) return fail('neither remanence nor npx is on the PATH');
  const program = start(way.command, [...way.args, ...own], 'inherit');
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
  program.on('error', (error) => fail(error.message));
  program.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

// The path in argv may lead through a link, that of the module does not.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const main = mainBeside();
  const own = withoutAuto(process.argv.slice(2));
  if (main) {
    process.argv.splice(1, process.argv.length, main, ...own);
    await import(pathToFileURL(main).href);
  } else startElsewhere(own);
}
