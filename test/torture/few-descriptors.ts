// A process that may open only a few files: it answers or refuses in words, and never writes partially.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpClient } from '../http-client.ts';
import { startServer } from '../http-server.ts';
import type { Random } from '../random.ts';
import { type Agent, Refused, startAgent } from './agent.ts';
import { createProject } from './projects.ts';
import { roughness } from './roughness.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const LIMITS = [24, 32, 40, 48, 64, 96];
const WITHIN_MS = 30_000;
const SOCKETS = 100;

const limited = (most: number): string[] => ['sh', '-c', `ulimit -n ${most}; exec "$0" "$@"`];

export async function fewDescriptors(tally: Tally, random: Random, count: number): Promise<void> {
  if (process.platform === 'win32') {
    tally.skipped = 'there is no ulimit';
    return;
  }
  for (let i = 0; i < count; i++) {
    for (const limit of random.shuffle(LIMITS).slice(0, 3)) await overStdio(tally, random, limit);
    await overHttp(tally, random, random.pick([48, 64, 96]));
  }
}

async function overStdio(tally: Tally, random: Random, limit: number): Promise<void> {
  const world = new World(random.fork());
  try {
    // Create the folder before anything is scarce.
    const first = await startAgent('stdio', world.place);
    await store(world, first, tally);
    await first.close();
    world.adopt();
    const agent = await startAgent('stdio', world.place, { before: limited(limit) }).catch((error: unknown) => {
      tally.blame(`${limit} descriptors`, { wrong: roughness('a server', { stderr: String(error) }) });
      return null;
    });
    if (agent) {
      for (let i = 0; i < 20; i++) await store(world, agent, tally);
      await answered(agent.call('index_project', { path: createProject(world).root }), tally, limit);
      await answered(agent.call('search', { query: 'harbour' }), tally, limit);
      await agent.kill('SIGKILL');
      tally.kills++;
      tally.blame(`${limit} descriptors`, { wrong: roughness('a server', { stderr: agent.stderr() }) });
    }
    const { lost, resurrected, damaged } = world.examine();
    // Indexing progress does not matter here.
    const isOther = (line: string) => !line.startsWith('project ');
    tally.blame(`${limit} descriptors`, { lost, resurrected, damaged: damaged.filter(isOther) });
  } finally {
    world.place.remove();
  }
}

async function store(world: World, agent: Agent, tally: Tally): Promise<void> {
  const { name, text } = world.texts.fresh('m');
  tally.operations++;
  const stored = agent.call('store_memory', { content: text });
  if (!(await answered(stored, tally, null))) return;
  world.ledger.acknowledge(new Map([[`memory ${name}`, text]]));
  tally.acknowledged++;
}

/** True if it was done; a refusal is an answer too, silence is not. */
async function answered(call: Promise<unknown>, tally: Tally, limit: number | null): Promise<boolean> {
  const blame = (why: string) => tally.blame(`${limit ?? 'few'} descriptors`, { wrong: [why] });
  const late = delay(WITHIN_MS, 'late' as const, { ref: false });
  try {
    if ((await Promise.race([call, late])) !== 'late') return true;
    blame(`no answer within ${WITHIN_MS} ms`);
  } catch (error) {
    if (error instanceof Refused)
      tally.blame('few descriptors', { wrong: roughness('a tool', { stderr: error.message }) });
    else blame(`the server has ended: ${String(error).slice(0, 400)}`);
  }
  return false;
}

/** Opens more connections than it has descriptors; it must answer again once they are closed. */
async function overHttp(tally: Tally, random: Random, limit: number): Promise<void> {
  const world = new World(random.fork());
  const server = await startServer(world.place.data, ['--ops-port', 'off'], limited(limit));
  try {
    const { hostname, port } = new URL(server.url);
    const client = new HttpClient(`${server.url}/mcp/memory-mcp`);
    const ask = () => client.request('tools/call', { name: 'get_status', arguments: {} });
    await answered(ask(), tally, limit);
    const sockets = Array.from(
      { length: SOCKETS },
      (): Socket => connect(Number(port), hostname).on('error', () => {}),
    );
    await delay(300);
    for (const socket of sockets) socket.destroy();
    await delay(100);
    tally.operations += 2;
    await answered(ask(), tally, limit);
    tally.blame(`${limit} descriptors`, { wrong: roughness('a server', { stderr: server.stderr() }) });
  } finally {
    server.process.kill('SIGKILL');
    await server.exited;
    world.place.remove();
  }
}
