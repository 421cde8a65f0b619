// Kills a worker of Citus with SIGKILL again and again while writers store memories of many tenants, and counts what is lost.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { asRemanenceError } from '../../src/errors.ts';
import { sql } from '../../src/stores/postgres/server/sql.ts';
import { openDatabase } from '../../src/stores/postgres/store.ts';
import { DatabaseServer } from '../database/database-server.ts';
import { Tally, table } from '../database/tally.ts';
import { serveVectors } from '../database/vectors.ts';
import { OWNER, temporaryFolder } from '../open.ts';

const USAGE = `Usage: node scripts/exercise.mjs citus --address postgres://… --worker FOLDER [--tenants 100] [--seconds 30]
The tables are distributed. FOLDER is that of a worker made by test/citus/cluster.sh; it is killed and started again.`;

const WRITERS = 16;
const TIMEOUT_S = 5;
const UP_MS = 8000;
const DOWN_MS = 3000;
const PAUSE_MS = 50;

interface Tenant {
  readonly name: string;
  readonly worker: number;
  readonly engine: Engine;
  /** The ids of acknowledged memories, and the texts of those refused with `retry: true`. */
  readonly stored: Set<string>;
  readonly refused: Set<string>;
}

/** Returns the exit code: 1 if anything was lost, stored twice, or stored although it was refused. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      address: { type: 'string' },
      worker: { type: 'string' },
      tenants: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '30' },
    },
  });
  const { address, worker } = values;
  const [count, seconds] = [Number(values.tenants), Number(values.seconds)];
  if (address === undefined || worker === undefined || !(count > 0) || !(seconds > 0)) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const tally = new Tally('worker killed');
  const vectors = await serveVectors();
  const folder = temporaryFolder();
  const tenants: Tenant[] = [];
  try {
    for (let i = 0; i < count; i++)
      tenants.push(await openTenant(address, `${folder}-${i}`, { dataDir: folder, ...vectors.settings }));
    tenants.sort((a, b) => a.worker - b.worker);
    process.stderr.write(`tenants by port of their worker: ${JSON.stringify(sumBy(tenants, () => 1))}\n`);
    await killUnderWriters(new DatabaseServer(address, worker), tenants, tally, seconds);
    process.stderr.write(`acknowledged by port: ${JSON.stringify(sumBy(tenants, ({ stored }) => stored.size))}\n`);
    for (const tenant of tenants) await examine(address, tenant, tally);
  } finally {
    await Promise.all(tenants.map(({ engine }) => engine.close()));
    vectors.close();
    rmSync(folder, { recursive: true });
  }
  for (const failure of tally.failures) process.stderr.write(`${failure}\n`);
  process.stdout.write(`${table([tally])}\n`);
  return tally.failed ? 1 : 0;
}

const reaching = (address: string, tenant: string) => ({
  ...{ address, tenant, pool: 2, timeoutMs: TIMEOUT_S * 1000, migrates: false },
});

async function openTenant(address: string, name: string, settings: Record<string, unknown>): Promise<Tenant> {
  const config = { ...settings, database: address, tenant: name, pool: 2, databaseTimeout: TIMEOUT_S };
  const engine = await openEngine(readConfig(config, {}), { tends: false });
  await engine.memories.store(OWNER, { content: `The first memory of ${name}.` });
  const database = await openDatabase(reaching(address, name));
  const place = await database.get(sql`SELECT nodeport FROM citus_shards
    WHERE shardid = get_shard_id_for_distribution_column('memories', ${database.tenant}::int)`);
  await database.close();
  return { name, engine, worker: Number(place?.nodeport), stored: new Set(), refused: new Set() };
}

async function killUnderWriters(
  server: DatabaseServer,
  tenants: readonly Tenant[],
  tally: Tally,
  seconds: number,
): Promise<void> {
  const began = performance.now();
  const isOver = () => performance.now() - began > seconds * 1000;
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer, tenants, tally, isOver));
  while (!isOver()) {
    await delay(UP_MS);
    await server.kill();
    tally.blows++;
    await delay(DOWN_MS);
    await server.startAgain();
  }
  await Promise.all(writing);
  tally.seconds = (performance.now() - began) / 1000;
}

/** Each writer has tenants of its own, of one worker, so that the tenants of the other go on. */
async function write(writer: number, tenants: readonly Tenant[], tally: Tally, isOver: () => boolean): Promise<void> {
  const own = tenants.filter((_, i) => Math.floor((i * WRITERS) / tenants.length) === writer);
  for (let i = 0; own.length > 0 && !isOver(); i++) {
    const tenant = own[i % own.length];
    if (tenant) await store(tenant, `The GatewayService of station ${writer} wrote note ${i} down.`, tally);
  }
}

async function store({ engine, stored, refused }: Tenant, content: string, tally: Tally): Promise<void> {
  const began = performance.now();
  tally.calls++;
  try {
    stored.add((await engine.memories.store(OWNER, { content })).memory.id);
    tally.acknowledged++;
  } catch (thrown) {
    const { code, details, message } = asRemanenceError(thrown);
    if (details?.retry === true) {
      refused.add(content);
      tally.again++;
    } else if (code === 'conflict') tally.unknown++;
    else tally.blame('wrong', message);
    await delay(PAUSE_MS);
  }
  tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
}

async function examine(address: string, { name, stored, refused }: Tenant, tally: Tally): Promise<void> {
  const database = await openDatabase(reaching(address, name));
  const rows = await database.all(sql`SELECT id, content FROM memories WHERE tenant_id = ${database.tenant}`);
  await database.close();
  const ids = new Set(rows.map(({ id }) => String(id)));
  const texts = rows.map(({ content }) => String(content));
  for (const id of stored) if (!ids.has(id)) tally.blame('lost', `${id} of ${name}`);
  for (const [i, text] of texts.entries()) if (texts.indexOf(text) !== i) tally.blame('twice', `${text} of ${name}`);
  for (const text of refused)
    if (texts.includes(text)) tally.blame('wrong', `refused, and stored all the same: ${text}`);
}

function sumBy(tenants: readonly Tenant[], value: (tenant: Tenant) => number): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const tenant of tenants) sums[tenant.worker] = (sums[tenant.worker] ?? 0) + value(tenant);
  return sums;
}
