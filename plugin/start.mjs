// Starts Remanence: the program beside this plugin, else the one on the PATH, else the published package.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const isWindows = process.platform === 'win32';

/** Null if the plugin was installed without the program. */
export function mainBeside() {
  const main = join(HERE, '..', 'dist', 'main.js');
  return existsSync(main) ? main : null;
}

/** Skips relative PATH entries, which would run files of the project. */
function onPath(name) {
  const names = isWindows ? [`${name}.cmd`, `${name}.exe`] : [name];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => names.map((each) => join(folder, each))).find((path) => existsSync(path)) ?? null;
}

export const commandOnPath = () => onPath('remanence');

/** Runs the published package; null without npx. In the plugin's own folder npm does not read the project's .npmrc. */
function byNpx() {
  const command = onPath('npx');
  if (!command) return null;
  const { version } = JSON.parse(readFileSync(join(HERE, '.claude-plugin', 'plugin.json'), 'utf8'));
  return { command, args: [`--prefix=${HERE}`, '-y', `remanence@${version}`] };
}

/** Windows starts `.cmd` files only through a shell, which splits the line at spaces. */
export function start(command, args, stdio) {
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  return isWindows ? spawn(quoted(command), args.map(quoted), { stdio, shell: true }) : spawn(command, args, { stdio });
}

/** A project named by the user takes precedence over the folder's, as in the hooks. */
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

// The path in argv may contain links; the module's path does not.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const main = mainBeside();
  const own = withoutAuto(process.argv.slice(2));
  if (main) {
    process.argv.splice(1, process.argv.length, main, ...own);
    await import(pathToFileURL(main).href);
  } else startElsewhere(own);
}
