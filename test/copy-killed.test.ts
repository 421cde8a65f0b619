// `remanence copy` to a database and back, killed with SIGKILL and run again.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furnish, manyMemories } from '../src/stores/copying/fixture-everything.ts';
import { SqliteSide } from '../src/stores/copying/sqlite-side.ts';
import { TABLES } from '../src/stores/copying/tables.ts';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { openSqliteStore } from '../src/stores/sqlite/store.ts';
import { temporaryFolder } from './open.ts';
import { MAIN } from './stdio-client.ts';

const SERVER = process.env.TEST_DATABASE;
const MEMORIES = 3000;
const KILLS = 4;
const PATIENCE_MS = 240_000;

/** Resolves with the exit code; null if it was killed, after it reported this many tables. */
function run(args: readonly string[], killAtTable: number | null = null, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    if (killAtTable !== null && said.split('\n').length > killAtTable) child.kill('SIGKILL');
  });
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  );
}

/** A digest of every table, byte for byte. */
async function digests(path: string): Promise<[table: string, digest: string][]> {
  const side = new SqliteSide(await Database.open(path));
  const found: [string, string][] = [];
  for (const table of TABLES) {
    const rows = await side.read(table, null, 1_000_000);
    const text = JSON.stringify(rows, (_, value) =>
      Object.is(value, -0) ? '-0' : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
    found.push([table.name, createHash('sha256').update(text).digest('hex')]);
  }
  await side.close();
  return found;
}

describe.skipIf(SERVER === undefined)('a copy that is killed (needs REMANENCE_TEST_DATABASE)', () => {
  let folder: string;
  let source: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    source = join(folder, 'source.db');
    const store = await openSqliteStore(source);
    await furnish(store);
    await manyMemories(store, MEMORIES);
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The output of `export --embeddings` without its time stamp. */
  async function exported(store: string): Promise<string> {
    const file = join(folder, 'settings', 'exports', `${randomUUID()}.jsonl`);
    const flags = ['export', file, '--embeddings', '--data-dir', join(folder, 'settings')];
    expect(await run(flags, null, { CODE_MEMORY_DB_PATH: store })).toMatchObject({ code: 0 });
    return readFileSync(file, 'utf8').replace(/"exported_at":"[^"]+"/, '');
  }

  it('continues when run again; after the way there and back every table and the export are identical', {
    timeout: PATIENCE_MS,
  }, async () => {
    const back = join(folder, 'back.db');
    const tenant = ['--tenant', randomUUID()];
    const ways = [
      [source, SERVER ?? ''],
      [SERVER ?? '', back],
    ] as const;
    for (const [from, to] of ways) {
      for (let kill = 1; kill <= KILLS; kill++)
        expect(await run(['copy', from, to, ...tenant], kill * 3)).toMatchObject({ code: null });
      expect(await run(['copy', from, to, ...tenant])).toMatchObject({ code: 0 });
    }
    expect(await digests(back)).toEqual(await digests(source));
    expect(await exported(back)).toBe(await exported(source));
    // The snapshots that killed runs leave have names that servers recognise and remove.
    const left = readdirSync(folder).filter((name) => name.startsWith('.copying-'));
    expect(left.every((name) => /^\.copying-\d+-[0-9a-f-]{36}$/.test(name))).toBe(true);
  });
});
