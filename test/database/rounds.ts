// What can go wrong with a database and the servers that share it. Sixteen writers use two servers throughout each round.
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { DatabaseServer } from './database-server.ts';
import { Member, TIMEOUT_S } from './member.ts';
import type { Tally } from './tally.ts';
import { prepare, Writers } from './writers.ts';

export interface Stage {
  readonly server: DatabaseServer;
  readonly tally: Tally;
  readonly random: Random;
  readonly seconds: number;
  /** Flags for every server. */
  readonly flags: readonly string[];
}

/** How soon /health/ready must follow the state of the database. */
const DOWN_WITHIN_MS = TIMEOUT_S * 1000 + 6000;
const UP_WITHIN_MS = 15_000;
const DEADLOCK_WITHIN_MS = 15_000;

interface Scene extends Stage {
  readonly members: readonly [Member, Member];
  readonly address: string;
  readonly tenant: string;
  readonly until: number;
}

interface Setting {
  readonly address?: string;
  readonly flags?: readonly string[];
  readonly bulk?: () => string;
}

/** Runs the blows while the writers write, then checks that both servers are ready and nothing is lost or stored twice. */
async function underWriters(stage: Stage, blows: (scene: Scene) => Promise<void>, setting: Setting = {}) {
  const { server, tally, seconds } = stage;
  const { address = server.address, bulk } = setting;
  const flags = [...stage.flags, ...(setting.flags ?? [])];
  const tenant = randomUUID();
  const start = () => Member.start(address, tenant, flags);
  const members = await Promise.all([start(), start()]);
  try {
    // The schema, cubes and vector index exist before anything goes wrong.
    await prepare(members, tenant);
    const writers = new Writers(members, tally, bulk);
    try {
      await blows({ ...stage, members, address, tenant, until: performance.now() + seconds * 1000 });
    } finally {
      await writers.stop();
    }
    for (const member of members) await comesBack(member, tally);
    await writers.examine(address, tenant);
    for (const { said } of members)
      if (/^\s+at .+:\d+/m.test(said)) tally.blame('wrong', `a raw stack: ${said.slice(-600)}`);
  } finally {
    await Promise.all(members.map((member) => member.end()));
  }
}

async function goesDown(member: Member, tally: Tally): Promise<void> {
  if ((await member.becomes(false, DOWN_WITHIN_MS)) === null)
    tally.blame('wrong', 'a server without its database says that it is ready, or nothing');
}

async function comesBack(member: Member, tally: Tally): Promise<void> {
  if ((await member.becomes(true, UP_WITHIN_MS)) === null)
    tally.blame('wrong', 'a server whose database is well says that it is not ready');
}

export async function databaseKilled(stage: Stage): Promise<void> {
  if (stage.server.handsOff !== null) return leaveOut(stage);
  await underWriters(stage, async ({ server, members, tally, random, until }) => {
    do {
      await delay(random.int(500, 1500));
      await server.kill();
      tally.blows++;
      await Promise.all(members.map((member) => goesDown(member, tally)));
      await server.startAgain();
      await Promise.all(members.map((member) => comesBack(member, tally)));
    } while (performance.now() < until);
  });
}

export async function serverKilled(stage: Stage): Promise<void> {
  await underWriters(stage, async ({ members, tally, random, until }) => {
    do {
      await delay(random.int(500, 1500));
      const member = random.pick(members);
      await member.kill();
      tally.blows++;
      await member.start();
    } while (performance.now() < until);
  });
}

export async function connectionsCut(stage: Stage): Promise<void> {
  await underWriters(stage, async ({ members, tally, random, until }) => {
    while (performance.now() < until) {
      await delay(random.int(50, 400));
      random.pick(members).way.cut();
      tally.blows++;
    }
  });
}

export async function connectionsSwallowed(stage: Stage): Promise<void> {
  await underWriters(stage, async ({ members, tally, random, until }) => {
    do {
      await delay(random.int(300, 1000));
      const [one, other] = random.shuffle(members);
      if (!one || !other) return;
      one.way.swallow();
      tally.blows++;
      await goesDown(one, tally);
      await comesBack(other, tally);
      // Long enough for calls to give up; what was in flight arrives afterwards.
      await delay(random.int(500, 2000));
      one.way.release();
      await comesBack(one, tally);
    } while (performance.now() < until);
  });
}

/** A lock is held longer than a call waits, until every connection waits for it. */
export async function poolExhausted(stage: Stage): Promise<void> {
  await underWriters(
    stage,
    async ({ server, tally, random, until }) => {
      do {
        await delay(random.int(300, 1000));
        const session = await server.session();
        await session.query('BEGIN; LOCK TABLE memories IN ACCESS EXCLUSIVE MODE');
        tally.blows++;
        await delay(TIMEOUT_S * 1000 + 1500);
        await session.query('COMMIT');
        await session.end();
      } while (performance.now() < until);
    },
    { flags: ['--pool', '2'] },
  );
}

/** Another session takes the same locks in a different order. */
export async function deadlocks(stage: Stage): Promise<void> {
  await underWriters(stage, async ({ server, tally, tenant, until }) => {
    const session = await server.session();
    const counted = async () => {
      const { rows } = await session.query<{ n: string }>(
        'SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()',
      );
      return Number(rows[0]?.n);
    };
    await session.query(`SET remanence.tenant_name = '${tenant}'`);
    const { rows } = await session.query<{ id: number }>('SELECT tenant_id AS id FROM tenants WHERE name = $1', [
      tenant,
    ]);
    await session.query(`SET remanence.tenant = '${rows[0]?.id}'`);
    const before = await counted();
    // Even a short round needs one deadlock. PostgreSQL detects it after a second and counts it a little later.
    while (performance.now() < until || (tally.blows === 0 && performance.now() < until + DEADLOCK_WITHIN_MS)) {
      await session.query('BEGIN');
      await session
        .query('SELECT 1 FROM entities FOR UPDATE')
        .then(() => delay(100))
        .then(() => session.query('SELECT 1 FROM scopes FOR UPDATE'))
        // PostgreSQL picks the victim.
        .catch(() => {});
      await session.query('ROLLBACK');
      await delay(100);
      tally.blows = (await counted()) - before;
    }
    await session.end();
    if (tally.blows === 0) tally.blame('wrong', 'there was no deadlock');
  });
}

const DISK = '64m';
const LEFT_BYTES = 500_000;
const BULK_BYTES = 7500;

export async function diskFull(stage: Stage): Promise<void> {
  const { server, tally } = stage;
  if (server.handsOff !== null) return leaveOut(stage);
  const bulk = () => randomBytes(BULK_BYTES).toString('hex');
  tally.skipped = await server.onSmallDisk(DISK, (address, disk) =>
    underWriters(
      stage,
      async ({ members }) => {
        const ballast = join(disk, 'ballast');
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES), 1));
        tally.blows++;
        await Promise.all(members.map((member) => goesDown(member, tally)));
        const search = await members[0].call({
          profile: 'long-term-memory',
          tool: 'memory_search',
          input: { query: 'station' },
        });
        if (search.kind !== 'done') tally.blame('wrong', 'nothing can be read while the disk is full');
        rmSync(ballast);
        await Promise.all(members.map((member) => comesBack(member, tally)));
        const written = tally.acknowledged;
        await delay(2000);
        if (tally.acknowledged === written) tally.blame('wrong', 'with room again nothing is written');
      },
      { address, bulk },
    ),
  );
  if (tally.refused === 0 && tally.skipped === null) tally.blame('wrong', 'the disk never became full');
}

function leaveOut({ tally, server }: Stage): void {
  tally.skipped = server.handsOff;
}
