// Breaks a PostgreSQL server and the built servers that share it, round by round, and reports what was lost.
import { parseArgs } from 'node:util';
import { Random } from '../random.ts';
import { DatabaseServer } from './database-server.ts';
import {
  connectionsCut,
  connectionsSwallowed,
  databaseKilled,
  deadlocks,
  diskFull,
  poolExhausted,
  type Stage,
  serverKilled,
} from './rounds.ts';
import { startsTogether } from './starts.ts';
import { Tally, table } from './tally.ts';
import { serveVectors } from './vectors.ts';

const ROUNDS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'database killed': databaseKilled,
  'server killed': serverKilled,
  'connections cut': connectionsCut,
  'connections swallowed': connectionsSwallowed,
  'pool exhausted': poolExhausted,
  deadlocks,
  'disk full': diskFull,
  'starts together': startsTogether,
};

const USAGE = `Usage: npm run outages -- --address postgres://… [--server FOLDER] [--seconds 30] [--seed N] [--round NAME]
The role may make databases. FOLDER is one that .ci/postgres.sh has made: only such a server is killed or filled up.
Rounds: ${Object.keys(ROUNDS).join(', ')}`;

/** Returns the exit code: 1 if anything was lost, stored twice, unseen, late or wrong.*/
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      address: { type: 'string' },
      server: { type: 'string' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      round: { type: 'string', multiple: true, default: Object.keys(ROUNDS) },
    },
  });
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  const unknown = values.round.filter((name) => !(name in ROUNDS));
  if (values.address === undefined || !(seconds > 0) || !Number.isInteger(seed) || unknown.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  process.stderr.write(`outages: seed ${seed}, ${seconds} s a round\n`);
  const server = new DatabaseServer(values.address, values.server);
  const vectors = await serveVectors();
  const tallies: Tally[] = [];
  for (const [name, round] of Object.entries(ROUNDS)) {
    if (!values.round.includes(name)) continue;
    const tally = new Tally(name);
    tallies.push(tally);
    const began = performance.now();
    await round({ server, tally, seconds, random: new Random(seed), flags: vectors.flags }).catch((error: unknown) => {
      tally.blame('wrong', error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
    tally.seconds = (performance.now() - began) / 1000;
    for (const failure of tally.failures) process.stderr.write(`${failure}\n`);
    if (tally.skipped !== null) process.stderr.write(`${name}: left out here, ${tally.skipped}\n`);
  }
  vectors.close();
  process.stdout.write(`${table(tallies)}\n`);
  return tallies.some(({ failed }) => failed) ? 1 : 0;
}
