#!/usr/bin/env node
// Nothing of the program is loaded before the version is known: an older Node.js may not be able to read it.
import { whyNotNode } from './node-version.ts';

const reason = whyNotNode(process.versions.node);
if (reason === null) {
  const { run } = await import('./cli/program.ts');
  await run(process.argv);
} else {
  process.stderr.write(`remanence: ${reason}\n`);
  process.exitCode = 1;
}
