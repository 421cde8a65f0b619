#!/usr/bin/env node
// Nothing of the program is loaded before the version is known: an older Node.js may not be able to read it.
import { whyNotNode } from './node-version.ts';

const reason = whyNotNode(process.versions.node);
const [, , command, event = '-'] = process.argv;
if (reason !== null) {
  process.stderr.write(`remanence: ${reason}\n`);
  process.exitCode = 1;
} else if (command === 'hook' && !event.startsWith('-')) {
  // A hook has half a second: what only other commands need is not loaded.
  const { careful } = await import('./cli/failing.ts');
  const { hook } = await import('./cli/hook.ts');
  // Clients take 2 for a wish to block what the user does.
  await careful(hook, 1)(event);
} else {
  // Its parts are read at once, which takes more open files than some allow.
  const program = await import('./cli/program.ts').catch((error: unknown) => {
    process.stderr.write(`remanence: the program could not be read: ${String(error)}. See \`ulimit -n\`.\n`);
    process.exitCode = 1;
  });
  await program?.run(process.argv);
}
