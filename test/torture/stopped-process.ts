// Two servers on one folder, one of them stopped while it holds the write lock. The other keeps reading; its writes
// wait, and succeed or say why not.
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Random } from '../random.ts';
import { type Agent, Refused, startAgent } from './agent.ts';
import { memoryOperations } from './memory-operations.ts';
import type { Place } from './place.ts';
import { freeze } from './signals.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const TRIES = 200;
const READ_WITHIN_MS = 3000;
/** SQLite itself gives up after 15 s. */
const WRITE_WITHIN_MS = 25_000;
const STOPS_A_FOLDER = 10;

export async function stoppedProcess(tally: Tally, random: Random, count: number): Promise<void> {
  for (let left = count; left > 0; left -= STOPS_A_FOLDER) {
    const world = new World(random.fork());
    const profile = 'long-term-memory';
    const first = await startAgent('stdio', world.place, { profile });
    const second = await startAgent('HTTP', world.place, { profile });
    try {
      await first.call('memory_add', { type: 'design', content: world.texts.text('first') });
      world.adopt();
      for (let i = Math.min(left, STOPS_A_FOLDER); i > 0; i--) await stopOne(world, first, second, tally);
    } finally {
      await Promise.all([first.kill('SIGKILL'), second.kill('SIGKILL')]);
    }
    tally.blame('after all stops', world.examine());
    world.place.remove();
  }
}

async function stopOne(world: World, first: Agent, second: Agent, tally: Tally): Promise<void> {
  const { random } = world;
  let isWriting = true;
  const busy = (async () => {
    while (isWriting) await write(world, first, tally, 'memory_bulk_add');
  })();
  const thaw = await freezeWithLock(first, world.place, random);
  isWriting = false;
  try {
    const writing = write(world, second, tally, 'memory_add');
    const until = performance.now() + random.int(300, 1500);
    while (performance.now() < until) {
      tally.operations++;
      const read = second.call('memory_search', { query: 'harbour lantern' });
      const late = await Promise.race([read.then(() => false), delay(READ_WITHIN_MS, true)]);
      if (late) {
        tally.blame('one process is stopped', { wrong: [`the other did not read within ${READ_WITHIN_MS} ms`] });
        break;
      }
    }
    thaw();
    await writing;
  } finally {
    thaw();
    await busy;
  }
}

/** Stops it repeatedly until it is stopped while holding the lock. */
async function freezeWithLock(agent: Agent, { database }: Place, random: Random): Promise<() => void> {
  for (let tries = 1; ; tries++) {
    await delay(random.next() * 30);
    const thaw = await freeze(agent.process);
    if (isLocked(database) || tries === TRIES) return thaw;
    thaw();
  }
}

function isLocked(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}

async function write(world: World, agent: Agent, tally: Tally, tool: string): Promise<void> {
  const plan = memoryOperations.find((operation) => operation.tool === tool)?.plan(world);
  if (!plan) throw new Error(`${tool} is unknown`);
  tally.operations++;
  const late = delay(WRITE_WITHIN_MS, 'late' as const, { ref: false });
  const answer = await Promise.race([plan.act(agent.call), late]).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    // Refused because of the lock, so nothing of it may exist.
    if (!error.message.includes('SVC_STORAGE')) tally.blame('one process is stopped', { wrong: [error.message] });
    return 'refused' as const;
  });
  if (answer === 'late') tally.blame('one process is stopped', { wrong: ['a write was never answered'] });
  else if (answer !== 'refused') {
    world.ledger.acknowledge(plan.changes);
    tally.acknowledged++;
  }
}
