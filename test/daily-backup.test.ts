// Automatic daily backups.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assets } from '../src/assets.ts';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Engine } from '../src/engine/engine.ts';
import { BackingUp } from '../src/engine/maintenance/backing-up.ts';
import { backUpStore } from '../src/stores/sqlite/backup/backup.ts';
import { StoreKeeper } from '../src/stores/sqlite/backup/keeper.ts';
import { openSqliteStore } from '../src/stores/sqlite/store.ts';
import { falsify, scramble } from './damage.ts';
import { OWNER, temporaryFolder } from './open.ts';

const DAY = 86_400_000;
let dataDir: string;
let store: string;
let engine: Engine;
let now: number;
beforeEach(async () => {
  dataDir = temporaryFolder();
  store = join(dataDir, 'remanence.db');
  now = Date.parse('2026-03-01T09:00:00Z');
  engine = await open();
  await engine.cubes.register(OWNER, { id: 'logbook' }, join(dataDir, 'logbook'));
  await engine.memories.store(OWNER, { content: 'The first of many.' });
});
afterEach(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const open = () => openEngine(readConfig({ dataDir }, {}), { tends: false, embeds: false });
const keeper = (backups: number | 'off' = 3) =>
  new StoreKeeper({ file: store, folder: join(dataDir, 'backups'), backups, script: assets.backupWorker });
/** One process's upkeep; each call is another process. */
async function tend(keeping = keeper()): Promise<void> {
  const shared = await openSqliteStore(store);
  await new BackingUp(keeping, shared, { now: () => now }).run(new AbortController().signal);
  await shared.close();
}
const made = () => {
  const folder = join(dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

describe('a daily backup', () => {
  it('is made once a day, and only if something has changed', async () => {
    await tend();
    expect(made()).toEqual(['remanence-2026-03-01.cubes', 'remanence-2026-03-01.db']);
    await engine.memories.store(OWNER, { content: 'Later the same day.' });
    await tend();
    expect(made()).toHaveLength(2);
    now += DAY;
    await tend();
    expect(made()).toContain('remanence-2026-03-02.db');
    now += DAY;
    await tend();
    expect(made()).not.toContain('remanence-2026-03-03.db');
    const { shelf, author } = await engine.cubes.open(OWNER, 'logbook', 'write');
    await shelf.memories.store(author, { content: 'Only in a cube.' });
    await tend();
    expect(made()).toContain('remanence-2026-03-03.db');
    expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'backups', 'remanence-2026-03-03.db')).mode & 0o777).toBe(0o600);
  });

  it('replaces the oldest one, but no file that somebody else put there', async () => {
    mkdirSync(join(dataDir, 'backups'));
    writeFileSync(join(dataDir, 'backups', 'mine.db'), 'mine');
    for (let day = 0; day < 4; day++, now += DAY) {
      await engine.memories.store(OWNER, { content: `Of day ${day}.` });
      await tend(keeper(2));
    }
    expect(made()).toEqual([
      'mine.db',
      'remanence-2026-03-03.cubes',
      'remanence-2026-03-03.db',
      'remanence-2026-03-04.cubes',
      'remanence-2026-03-04.db',
    ]);
  });

  it('is made by only one of several processes', async () => {
    await Promise.all([tend(), tend(), tend()]);
    expect(made()).toHaveLength(2);
  });

  it('does not block the event loop', { timeout: 240_000, retry: 2 }, async () => {
    const database = new DatabaseSync(store);
    database.exec(`INSERT INTO audit (at, who, action, subject, outcome)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000) SELECT i, 'ada', 'memory.add', 's' || i, 'ok' FROM n`);
    database.close();
    const began = performance.now();
    backUpStore(store, join(dataDir, 'inline.db'));
    const inline = performance.now() - began;
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await tend();
    clearInterval(beat);
    expect(made()).toHaveLength(2);
    expect(longest).toBeLessThan(inline / 2);
  });

  it('is skipped if the disk has too little free space', async () => {
    await tend(
      new StoreKeeper({
        file: store,
        folder: join(dataDir, 'backups'),
        backups: 3,
        script: assets.backupWorker,
        freeOn: async () => 10_000,
      }),
    );
    expect(made()).toEqual([]);
  });

  it('of a damaged store is not kept, and replaces no good one', async () => {
    await tend(keeper(1));
    const [, good] = made();
    await engine.memories.store(OWNER, { content: 'The anchor weighs two tons.' });
    await engine.close();
    expect(falsify(store, 'weighs two tons', 'weighs ten tons')).toBeGreaterThan(0);
    now += DAY;
    await tend(keeper(1));
    expect(made()).toEqual(['remanence-2026-03-01.cubes', good]);
    scramble(store, 30, 60);
    await tend(keeper(1)).catch(() => {});
    expect(made()).toEqual(['remanence-2026-03-01.cubes', good]);
    engine = await openEngine(readConfig({ dataDir: temporaryFolder() }, {}), { tends: false, embeds: false });
  });

  it('is not made when it is off', async () => {
    await tend(keeper('off'));
    expect(made()).toEqual([]);
  });
});
