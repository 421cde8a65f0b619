#!/usr/bin/env node
// Checks the version before loading the program: an older Node.js may not be able to parse it.
import { nodeVersionProblem } from './node-version.ts';

const reason = nodeVersionProblem(process.versions.node);
const [, , command, event = '-'] = process.argv;
if (reason !== null) {
  process.stderr.write(`remanence: ${reason}\n`);
  process.exitCode = 1;
} else if (command === 'hook' && !event.startsWith('-')) {
  // A hook has half a second, so the parts that only other commands need are not loaded.
  const { exitOnError } = await import('./cli/exit-on-error.ts');
  const { hook } = await import('./cli/hook.ts');
  // Clients would take exit code 2 as a request to block the user's action.
  await exitOnError(hook, 1)(event);
} else {
  // The program's parts are read all at once, which may exceed the limit of open files.
  const program = await import('./cli/program.ts').catch((error: unknown) => {
    process.stderr.write(`remanence: the program could not be loaded: ${String(error)}. See \`ulimit -n\`.\n`);
    process.exitCode = 1;
  });
  await program?.run(process.argv);
}
