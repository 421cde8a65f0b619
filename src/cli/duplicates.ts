import { readFileSync, realpathSync, statSync } from 'node:fs';
import { openEngine } from '../compose.ts';
import { invalid } from '../errors.ts';
import { configOf, localOwner } from './options.ts';
import { wholeNumber } from './store-command.ts';

interface DuplicateFlags extends Record<string, unknown> {
  readonly language?: string;
  readonly threshold?: string;
  readonly limit: string;
}

const STDIN = 0;

export async function duplicates(file: string | undefined, flags: DuplicateFlags): Promise<void> {
  const threshold = flags.threshold === undefined ? undefined : Number(flags.threshold);
  const limit = wholeNumber('--limit', flags.limit);
  if (threshold !== undefined && !(threshold >= 0 && threshold <= 1))
    throw invalid(`--threshold ${flags.threshold} is not a number from 0 to 1.`);
  if (file !== undefined) checkFile(file);
  const code = readFileSync(file ?? STDIN, 'utf8');
  const from = file === undefined ? undefined : realpathSync(file);
  const config = configOf(flags);
  const engine = await openEngine(config, { tends: false });
  try {
    const options = { language: flags.language, threshold, limit, from };
    const { found, note } = await engine.code.duplicates(localOwner(config), code, options);
    if (found.length === 0) process.stdout.write(`${note ?? 'No similar function is indexed.'}\n`);
    for (const { definition, project, similarity, kind } of found) {
      const place = `${project.name}/${definition.path}:${definition.startLine}`;
      process.stdout.write(`${similarity.toFixed(2)}  ${kind.padEnd(9)}  ${place}  ${definition.signature}\n`);
    }
  } finally {
    await engine.close();
  }
}

function checkFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return;
  throw invalid(
    found ? `${path} is not a file.` : `The file ${path} does not exist.`,
    'Name a file with a function, or pass the code on standard input.',
  );
}
