// Fills a small separate disk: writes report it, reads continue, writes resume with free space. Mounting needs root.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../open.ts';
import type { Random } from '../random.ts';
import { type Agent, Refused, startAgent } from './agent.ts';
import { createPlace } from './place.ts';
import type { Tally } from './tally.ts';
import { World } from './world.ts';

const SIZE = '8m';
const BALLAST = 2_000_000;
const MAX_WRITES = 2000;

export async function fullDisk(tally: Tally, random: Random, count: number): Promise<void> {
  for (let i = 0; i < count && tally.skipped === null; i++) {
    const disk = temporaryFolder();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { encoding: 'utf8' });
    if (mounted.status !== 0) tally.skipped = (mounted.stderr ?? 'there is no mount').trim();
    try {
      if (tally.skipped === null) await fillUp(new World(random.fork(), createPlace(disk)), tally);
    } finally {
      if (mounted.status === 0) spawnSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  }
}

async function fillUp(world: World, tally: Tally): Promise<void> {
  const { random, place } = world;
  const ballast = join(place.root, 'ballast');
  writeFileSync(ballast, Buffer.alloc(BALLAST, 1));
  let agent = await startAgent('stdio', place);
  try {
    await store(world, agent, tally);
    world.adopt();
    let writes = 0;
    // The metadata takes the space, so that it fills up quickly.
    while (writes < MAX_WRITES && (await store(world, agent, tally, `${writes} `.repeat(random.int(500, 3000)))))
      writes++;
    if (writes === MAX_WRITES) throw new Error('the disk never became full');
    for (let i = 0; i < 10; i++) {
      await store(world, agent, tally);
      tally.operations++;
      await agent.call('search_text', { query: 'harbour' });
    }
    if (random.chance(0.5)) {
      tally.kills++;
      await agent.kill('SIGKILL');
      tally.blame('killed on a full disk', world.examine());
      rmSync(ballast);
      agent = await startAgent('stdio', place);
    } else rmSync(ballast);
    if (!(await store(world, agent, tally))) tally.blame('with room again', { wrong: ['writes are still refused'] });
    await agent.close();
    tally.blame('after the disk was full', world.examine());
  } finally {
    await agent.kill('SIGKILL');
  }
}

/** False if it was refused; then nothing of it may exist. */
async function store(world: World, agent: Agent, tally: Tally, bulk = ''): Promise<boolean> {
  const { name, text } = world.texts.fresh('m');
  tally.operations++;
  try {
    await agent.call('store_memory', { content: text, metadata: { bulk } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const isClear = error.message.startsWith('Database error') && error.message.includes('full');
    if (!isClear) tally.blame('on a full disk', { wrong: [`it was refused with "${error.message}"`] });
    return false;
  }
  world.ledger.acknowledge(new Map([[`memory ${name}`, text]]));
  tally.acknowledged++;
  return true;
}
