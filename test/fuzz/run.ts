// Random calls of every tool, by several clients at once, over stdio and HTTP, on one data folder.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProject, SHOP } from '../project.ts';
import { Random } from '../random.ts';
import { createPlace, type Place } from '../torture/place.ts';
import { Caller } from './caller.ts';
import { Findings } from './findings.ts';
import { type Client, connectHttp, connectStdio, memoryOf } from './fleet.ts';
import { Harvest } from './harvest.ts';
import { Inputs } from './inputs.ts';
import { MemoryCurve } from './memory.ts';

const USAGE = 'Usage: npm run fuzz -- [--calls 3000] [--seed N] [--deadline 5000]';
const HTTP_CLIENTS = 3;
const SAMPLE_EVERY_MS = 250;

/** The exit code: 1 if a server crashed, hung, answered out of shape or leaked memory. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string', default: '3000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      deadline: { type: 'string', default: '5000' },
    },
  });
  const [calls, seed, deadline] = [Number(values.calls), Number(values.seed), Number(values.deadline)];
  if (!(calls > 0) || !Number.isInteger(seed) || !(deadline > 0)) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  process.stderr.write(`fuzz: seed ${seed}, ${calls} calls\n`);
  const here = process.cwd();
  const place = createPlace();
  try {
    // Relative paths in the calls resolve in the scratch folder, never in this repository.
    furnish(place);
    process.chdir(place.work);
    return await fuzz(place, new Random(seed), { calls, deadline });
  } finally {
    process.chdir(here);
    place.remove();
  }
}

function furnish({ work }: Place): void {
  const shop = createProject('shop', SHOP);
  cpSync(shop.root, join(work, 'shop'), { recursive: true });
  shop.dispose();
  // Hidden, so that indexing the working folder stays fast despite many exports.
  mkdirSync(join(work, '.exports'));
}

async function fuzz(place: Place, random: Random, options: { calls: number; deadline: number }): Promise<number> {
  const findings = new Findings();
  const harvest = new Harvest(random.fork(), place.work);
  const clients: readonly Client[] = [
    await connectStdio(place, []),
    await connectStdio(place, ['--user', 'ada', '--project', 'shop']),
    ...(await connectHttp(place, HTTP_CLIENTS)),
  ];
  try {
    return await drive(clients, findings, { random, harvest, ...options });
  } finally {
    for (const { server } of clients) server.kill('SIGKILL');
  }
}

interface Drive {
  readonly random: Random;
  readonly harvest: Harvest;
  readonly calls: number;
  readonly deadline: number;
}

async function drive(clients: readonly Client[], findings: Findings, options: Drive): Promise<number> {
  const servers = new Map(clients.map((client) => [client.server, { client, curve: new MemoryCurve() }]));
  const sampling = setInterval(() => {
    for (const [server, { curve }] of servers) curve.add(memoryOf(server));
  }, SAMPLE_EVERY_MS);
  const started = performance.now();
  const callers = clients.map((client) => {
    const random = options.random.fork();
    return new Caller(client, { ...options, random, inputs: new Inputs(random, options.harvest), findings });
  });
  await Promise.all(callers.map((caller) => caller.run())).finally(() => clearInterval(sampling));
  const seconds = (performance.now() - started) / 1000;
  for (const { client, curve } of servers.values()) {
    const problem = curve.problem();
    if (problem) findings.blame(`${client.transport}: ${problem}`, curve.describe());
    process.stderr.write(`${client.transport} server: ${curve.describe()}\n`);
    await end(client, findings);
  }
  const { calls, crashes, hangs } = findings;
  process.stdout.write(`${findings.table()}\n\n`);
  process.stdout.write(
    `${calls} calls in ${seconds.toFixed(0)} s: ${crashes} crashes, ${hangs} hangs over ${options.deadline} ms\n`,
  );
  process.stdout.write(findings.problems());
  return findings.failed ? 1 : 0;
}

/** Alive until now, and ends when told to; a logged failure counts as one. */
async function end(client: Client, findings: Findings): Promise<void> {
  if (client.server.exitCode !== null || client.server.signalCode !== null) {
    findings.crashes++;
    findings.blame(`the ${client.transport} server has ended`, client.stderr().slice(-1000));
    return;
  }
  const code = await client.close();
  if (code !== 0) findings.blame(`the ${client.transport} server ended with ${code}`, client.stderr().slice(-1000));
  for (const line of client.stderr().split('\n')) {
    if (/^\S+Z error |^\s+at /.test(line)) findings.blame(`stderr: ${line.slice(0, 60)}`, line.slice(0, 1200));
  }
}
