// Starts Remanence: the program that this plugin lies beside, else the one on the PATH, else the one that npm has.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const isWindows = process.platform === 'win32';

/** Null where the plugin was installed without the program. */
export function mainBeside() {
  const main = join(HERE, '..', 'dist', 'main.js');
  return existsSync(main) ? main : null;
}

/** A command that is not beside the plugin. */
export function commandElsewhere() {
  const names = isWindows ? ['remanence.cmd', 'remanence.exe'] : ['remanence'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
  if (onPath) return { command: onPath, args: [] };
  const { version } = JSON.parse(readFileSync(join(HERE, '.claude-plugin', 'plugin.json'), 'utf8'));
  return { command: isWindows ? 'npx.cmd' : 'npx', args: ['-y', `remanence@${version}`] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const main = mainBeside();
  if (main) {
    process.argv[1] = main;
    await import(pathToFileURL(main).href);
  } else {
    const { command, args } = commandElsewhere();
    const program = spawn(command, [...args, ...process.argv.slice(2)], { stdio: 'inherit', shell: isWindows });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program.kill(signal));
    program.on('error', (error) => {
      process.stderr.write(`remanence: ${error.message}\nInstall it: npm install -g remanence\n`);
      process.exitCode = 1;
    });
    program.on('exit', (code) => {
      process.exitCode = code ?? 1;
    });
  }
}
