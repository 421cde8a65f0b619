// Measures the query engine:
//   npm run tck -- <folder> [part of a file name]   the openCypher TCK in that folder
//   npm run tck -- scale                            times on 100 000 nodes and 500 000 edges
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const [what, more] = process.argv.slice(2);

const { outputFiles } = await build({
  entryPoints: [join(ROOT, 'test/tck/run.ts')],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { tck, scale } = await import(`data:text/javascript;base64,${code}`);

if (what === 'scale') await scale();
else if (what && existsSync(join(what, 'features'))) await tck(what, more);
else {
  console.error('Usage: npm run tck -- <folder of the TCK, with features/ in it> [part of a file name] | scale');
  process.exit(2);
}
