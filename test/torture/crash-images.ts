// Power cuts. synchronous = FULL guarantees that a commit is on disk before it is acknowledged: the log up to there is
// flushed. So an image of the files at any moment holds everything acknowledged, even if the log loses any part after
// the last acknowledged commit, or if pages that a checkpoint was moving into the file are old or torn: the log still
// has them.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Agent, startAgent } from './agent.ts';
import { memoryOperations } from './memory-operations.ts';
import type { Plan } from './operation.ts';
import { createPlace, type Place } from './place.ts';
import { freeze } from './signals.ts';
import type { Tally } from './tally.ts';
import { type Log, readLog } from './wal.ts';
import { World } from './world.ts';

const PROFILE = 'long-term-memory';
const OPERATIONS = memoryOperations.filter(({ profile, sweeps }) => profile === PROFILE && !sweeps);
const IMAGES_A_FOLDER = 60;
const VARIANTS = 3;
const SECTOR = 512;

interface Moment {
  readonly database: Buffer;
  readonly log: Log;
}

const capture = ({ database }: Place): Moment => ({ database: readFileSync(database), log: readLog(database) });

export async function crashImages(tally: Tally, random: Random, count: number): Promise<void> {
  for (let left = count; left > 0; left -= IMAGES_A_FOLDER) {
    const world = new World(random.fork());
    const agent = await startAgent(random.pick(['stdio', 'HTTP']), world.place, { profile: PROFILE });
    try {
      await agent.call('memory_add', { type: 'design', content: world.texts.text('first') });
      world.adopt();
      for (let i = Math.min(left, IMAGES_A_FOLDER); i > 0; i--) await cutPower(world, agent, tally);
    } finally {
      await agent.kill('SIGKILL');
      world.place.remove();
    }
  }
}

async function cutPower(world: World, agent: Agent, tally: Tally): Promise<void> {
  const { random, place } = world;
  // Nothing is in flight here: the whole log is acknowledged.
  const before = capture(place);
  const certain = new Map(world.ledger.expected);
  const plans: Plan[] = [];
  for (let i = random.int(1, 3); i > 0; i--) {
    const plan = random.pick(OPERATIONS).plan(world);
    if (plan && plans.every((other) => isApart(plan, other))) plans.push(plan);
  }
  const heard = new Set<Plan>();
  const answers = plans.map((plan) =>
    plan.act(agent.call).then(
      () => heard.add(plan),
      (error: unknown) => tally.blame('a crash image', { wrong: [`a write failed: ${error}`] }),
    ),
  );
  await delay(random.next() * 40);
  const thaw = await freeze(agent.process);
  const acknowledged = new Set(heard);
  const after = capture(place);
  thaw();
  await Promise.all(answers);
  tally.operations += plans.length;
  tally.acknowledged += heard.size;

  const images = [after, ...Array.from({ length: VARIANTS }, () => ({ ...after, ...torn(random, before, after) }))];
  for (const [i, image] of images.entries()) {
    const isWhole = i === 0;
    const left = new World(random, createPlace());
    try {
      writeFileSync(left.place.database, image.database);
      writeFileSync(`${left.place.database}-wal`, image.log.bytes);
      left.ledger.acknowledge(certain);
      for (const plan of plans) {
        if (isWhole && acknowledged.has(plan)) left.ledger.acknowledge(plan.changes);
        else left.ledger.suspect('a write before the power cut', plan.changes);
      }
      tally.powerCuts++;
      tally.blame(isWhole ? 'an image of the files' : 'an image with a torn tail', left.examine());
    } finally {
      left.place.remove();
    }
  }
  for (const plan of heard) world.ledger.acknowledge(plan.changes);
  await world.learn(agent.process);
}

/** Two plans that touch different data. */
const isApart = (one: Plan, other: Plan): boolean => [...one.changes.keys()].every((fact) => !other.changes.has(fact));

/** What a disk may hold afterwards if only the state before was certainly flushed. */
function torn(random: Random, before: Moment, after: Moment): Partial<Moment> {
  // The log was restarted: the file was flushed before that, and nothing is known about the log's new part.
  if (after.log.salt !== before.log.salt) return {};
  // A checkpoint moves pages only after the log is flushed; each sector of a page may be old or new.
  if (!after.database.equals(before.database)) return { database: mixed(random, before.database, after.database) };
  return { log: { ...after.log, bytes: cut(random, after.log.bytes, before.log.end) } };
}

function mixed(random: Random, old: Buffer, fresh: Buffer): Buffer {
  const result = Buffer.from(fresh);
  for (let at = 0; at < Math.min(old.length, fresh.length); at += SECTOR) {
    if (random.chance(0.5)) old.copy(result, at, at, at + SECTOR);
  }
  return result;
}

/** Cut at any unflushed byte, or with sectors that never arrived. */
function cut(random: Random, bytes: Buffer, flushed: number): Buffer {
  if (random.chance(0.5)) return bytes.subarray(0, random.int(flushed, bytes.length));
  const result = Buffer.from(bytes);
  for (let i = random.int(1, 4); i > 0 && flushed < result.length; i--) {
    const at = random.int(flushed, result.length - 1);
    const end = Math.min(at + SECTOR, result.length);
    if (random.chance(0.5)) result.fill(0, at, end);
    else for (let b = at; b < end; b++) result[b] = random.int(0, 255);
  }
  return result;
}
