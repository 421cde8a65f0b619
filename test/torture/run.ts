// Tortures the built program, round by round, and reports what it lost.
import { parseArgs } from 'node:util';
import { Random } from '../random.ts';
import { crashImages } from './crash-images.ts';
import { damagedFiles } from './damaged-files.ts';
import { fewDescriptors } from './few-descriptors.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import { stoppedProcess } from './stopped-process.ts';
import { markdownTable, Tally, textTable } from './tally.ts';

type Round = (tally: Tally, random: Random, times: number) => Promise<void>;

/** The size of each round, as a share of the number of kills. */
const ROUNDS: Readonly<Record<string, { readonly round: Round; readonly share: number }>> = {
  kills: { round: kills, share: 1 },
  'crash images': { round: crashImages, share: 0.3 },
  'damaged files': { round: damagedFiles, share: 0.05 },
  'stopped process': { round: stoppedProcess, share: 0.03 },
  'full disk': { round: fullDisk, share: 0.01 },
  'few descriptors': { round: fewDescriptors, share: 0.01 },
};

const USAGE = `Usage: npm run torture -- [--kills 300] [--seed N] [--round NAME] [--markdown]
Rounds: ${Object.keys(ROUNDS).join(', ')}`;

/** The exit code: 1 if anything was lost, resurrected, damaged or wrong. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      round: { type: 'string', multiple: true, default: Object.keys(ROUNDS) },
      markdown: { type: 'boolean', default: false },
    },
  });
  const [count, seed] = [Number(values.kills), Number(values.seed)];
  const unknown = values.round.filter((name) => !(name in ROUNDS));
  if (!(count > 0) || !Number.isInteger(seed) || unknown.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  process.stderr.write(`torture: seed ${seed}, ${count} kills\n`);
  const tallies: Tally[] = [];
  for (const [name, { round, share }] of Object.entries(ROUNDS)) {
    if (!values.round.includes(name)) continue;
    const tally = new Tally(name);
    tallies.push(tally);
    const started = performance.now();
    await round(tally, new Random(seed), Math.ceil(count * share)).catch((error: unknown) => {
      tally.blame('the round itself', {
        wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
      });
    });
    tally.seconds = (performance.now() - started) / 1000;
    for (const failure of tally.failures) process.stderr.write(`${failure}\n`);
    if (tally.skipped !== null) process.stderr.write(`${name}: skipped, ${tally.skipped}\n`);
  }
  process.stdout.write(`${values.markdown ? markdownTable(tallies) : textTable(tallies)}\n`);
  return tallies.some(({ failed }) => failed) ? 1 : 0;
}
