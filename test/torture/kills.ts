// kill -9 at a random moment of every writing operation.
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Agent, Refused, startAgent } from './agent.ts';
import { runCommand, startCommand } from './command.ts';
import { commandOperations } from './command-operations.ts';
import { cubeOperations } from './cube-operations.ts';
import { examine } from './exam.ts';
import { fileOperations } from './file-operations.ts';
import { memoryOperations } from './memory-operations.ts';
import type { CommandOperation, ToolOperation } from './operation.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const toolOperations: readonly ToolOperation[] = [...memoryOperations, ...cubeOperations, ...fileOperations];
const operations = [...toolOperations, ...commandOperations];

/** Kills per folder, before it is examined and the next one starts. */
const KILLS_A_FOLDER = 50;

export async function kills(tally: Tally, random: Random, count: number): Promise<void> {
  const pace = new Pace(random);
  let deck: (ToolOperation | CommandOperation)[] = [];
  while (tally.kills < count) {
    const world = new World(random.fork());
    try {
      await furnish(world, tally);
      for (let left = Math.min(KILLS_A_FOLDER, count - tally.kills); left > 0; ) {
        if (deck.length === 0) deck = random.shuffle(operations);
        const operation = deck.pop();
        if (!operation) continue;
        const name = nameOf(operation);
        const isKilled =
          'tool' in operation
            ? await killServer(world, operation, tally, pace)
            : await killCommand(world, operation, tally, pace);
        if (!isKilled) continue;
        left--;
        tally.kills++;
        tally.blame(`killed during ${name}`, world.examine());
      }
      tally.blame('at the end of a folder', { damaged: await examine(world) });
      await carryOut(world, tally, toolOperations.filter(({ sweeps }) => sweeps).reverse());
    } finally {
      world.place.remove();
    }
  }
}

const nameOf = (operation: ToolOperation | CommandOperation): string =>
  'tool' in operation ? `${operation.profile} ${operation.tool}` : `remanence ${operation.command}`;

/** A folder in which every operation finds data to work on. */
async function furnish(world: World, tally: Tally): Promise<void> {
  const first = await startAgent('stdio', world.place);
  await first.call('get_status');
  await first.close();
  world.adopt();
  await carryOut(
    world,
    tally,
    toolOperations.filter(({ sweeps }) => !sweeps),
  );
}

/** Undisturbed operations: each is acknowledged and does what was requested. */
async function carryOut(world: World, tally: Tally, chosen: readonly ToolOperation[]): Promise<void> {
  for (const profile of new Set(chosen.map((operation) => operation.profile))) {
    const agent = await startAgent('stdio', world.place, { profile });
    try {
      for (const operation of chosen.filter((each) => each.profile === profile)) {
        const plan = operation.plan(world);
        if (!plan) continue;
        await plan.act(agent.call);
        world.ledger.acknowledge(plan.changes);
        tally.operations++;
        tally.acknowledged++;
        tally.blame(`after ${nameOf(operation)}`, await world.examineBeside(agent.process));
      }
      await agent.close();
    } finally {
      await agent.kill('SIGKILL');
    }
  }
}

/** False if the operation has nothing to work on. */
async function killServer(world: World, operation: ToolOperation, tally: Tally, pace: Pace): Promise<boolean> {
  const { random, ledger } = world;
  const agent = await startAgent(world.transport(), world.place, { profile: operation.profile });
  try {
    await acknowledgeSome(world, agent, operation.profile, tally);
    await world.learn(agent.process);
    const plan = operation.plan(world);
    if (!plan) {
      await agent.close();
      return false;
    }
    const name = nameOf(operation);
    const beside = operation.sweeps || random.chance(0.5) ? [] : [storeOf(operation.profile)];
    const asked = [{ name, plan, grain: operation.grain }].concat(
      beside.flatMap((other) => {
        const another = other.plan(world);
        return another ? [{ name: nameOf(other), plan: another, grain: other.grain }] : [];
      }),
    );
    const moment = pace.momentIn(name);
    const started = performance.now();
    const answers = asked.map(async (each) => {
      tally.operations++;
      try {
        await each.plan.act(agent.call);
        if (each.name === name) pace.took(name, performance.now() - started);
        return 'acknowledged';
      } catch (error) {
        if (error instanceof Refused) tally.blame(each.name, { wrong: [`it was refused: ${error.message}`] });
        return error instanceof Refused ? 'refused' : 'unanswered';
      }
    });
    await delay(moment);
    await agent.kill('SIGKILL');
    for (const [i, each] of asked.entries()) {
      const answer = await answers[i];
      if (answer === 'acknowledged') {
        ledger.acknowledge(each.plan.changes);
        tally.acknowledged++;
      } else if (answer === 'unanswered') {
        ledger.suspect(each.name, each.plan.changes, each.grain);
        if (each.name === name) pace.tookLonger(name, moment);
      }
    }
    return true;
  } finally {
    await agent.kill('SIGKILL');
  }
}

const storeOf = (profile: string): ToolOperation => {
  const [first] = toolOperations.filter(
    (operation) =>
      operation.profile === profile &&
      /^(store_memory|memory_add|remember|memory_put|add_memory)$/.test(operation.tool),
  );
  if (!first) throw new Error(`${profile} stores nothing`);
  return first;
};

async function acknowledgeSome(world: World, agent: Agent, profile: string, tally: Tally): Promise<void> {
  for (let i = world.random.int(1, 3); i > 0; i--) {
    const plan = storeOf(profile).plan(world);
    if (!plan) continue;
    await plan.act(agent.call);
    world.ledger.acknowledge(plan.changes);
    tally.operations++;
    tally.acknowledged++;
  }
}

async function killCommand(world: World, operation: CommandOperation, tally: Tally, pace: Pace): Promise<boolean> {
  const plan = operation.plan(world);
  if (!plan) return false;
  const name = nameOf(operation);
  const moment = pace.momentIn(name);
  const started = performance.now();
  const command = startCommand(world.place, plan.args);
  tally.operations++;
  const first = await Promise.race([command.ended, delay(moment, null)]);
  command.kill();
  const { code, stderr } = first ?? (await command.ended);
  if (code === 0) {
    pace.took(name, performance.now() - started);
    world.ledger.acknowledge(plan.changes);
    tally.acknowledged++;
  } else if (code === null) {
    pace.tookLonger(name, moment);
    world.ledger.suspect(name, plan.changes, operation.grain);
    // The next process to open the folder first completes what was started.
    if (operation.isFinishedLater) await runCommand(world.place, 'stats');
  } else tally.blame(name, { wrong: [`it failed with ${code}: ${stderr}`] });
  return true;
}

/** Learns how long each operation takes, so that kills are spread over its whole duration. */
class Pace {
  readonly #random: Random;
  readonly #typical = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random.fork();
  }

  momentIn(name: string): number {
    const typical = this.#typical.get(name) ?? (name.startsWith('remanence ') ? 600 : 40);
    // A command spends its first half on starting.
    const from = name.startsWith('remanence ') ? 0.4 : 0;
    return typical * (from + this.#random.next() * (1.15 - from));
  }

  took(name: string, ms: number): void {
    const known = this.#typical.get(name);
    this.#typical.set(name, known === undefined ? ms : 0.7 * known + 0.3 * ms);
  }

  tookLonger(name: string, ms: number): void {
    if (ms > (this.#typical.get(name) ?? 0)) this.#typical.set(name, ms * 1.3);
  }
}
