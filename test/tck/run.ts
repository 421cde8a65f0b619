// Runs every feature below a folder and prints the results: by folder, each failure with its reason, then the sum.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readFeature } from './gherkin.ts';
import { run } from './scenario.ts';

export { scale } from './scale.ts';

interface Outcome {
  readonly folder: string;
  readonly name: string;
  readonly reason: string | null;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function tck(folder: string, filter = ''): Promise<number> {
  const features = join(folder, 'features');
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.feature'),
  );
  const outcomes: Outcome[] = [];
  for (const file of files.toSorted()) {
    if (!file.includes(filter)) continue;
    for (const scenario of readFeature(readFileSync(join(features, file), 'utf8'))) {
      const reason = await run(scenario, folder);
      const name = `${relative(features, join(features, file)).replace('.feature', '')} ${scenario.name}`;
      outcomes.push({ folder: dirname(file), name, reason });
    }
  }
  report(outcomes);
  return outcomes.filter(({ reason }) => reason !== null).length;
}

function report(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ reason }) => reason !== null);
  for (const { name, reason } of failed) print(`FAILED ${name}\n       ${reason}`);
  print('');
  for (const folder of new Set(outcomes.map((each) => each.folder))) {
    const inside = outcomes.filter((each) => each.folder === folder);
    const passed = inside.filter(({ reason }) => reason === null).length;
    print(`${folder.padEnd(40)} ${passed} of ${inside.length} (${((100 * passed) / inside.length).toFixed(1)} %)`);
  }
  const share = (100 * (outcomes.length - failed.length)) / outcomes.length;
  print(`\n${share.toFixed(1)} %`);
  print(`${outcomes.length - failed.length} passed, ${failed.length} failed of ${outcomes.length}`);
}
