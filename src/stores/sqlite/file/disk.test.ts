import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLock } from '../../../../test/lock-holder.ts';
import { Database } from './database.ts';
import { Disk } from './disk.ts';

describe('a disk check', () => {
  let folder: string;
  let database: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-disk-'));
    database = new Database(join(folder, 'db'));
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const look = () => new Disk(database).look();

  it('writes, and reports the free space', async () => {
    const { writes, room } = await look();
    expect(writes).toBe('ok');
    expect(room?.freeBytes).toBeGreaterThan(0);
    expect(room?.totalBytes).toBeGreaterThan(room?.freeBytes ?? 0);
    expect(database.get("SELECT value FROM settings WHERE key = 'write_probe'")).toBeDefined();
  });

  it('repeats its answer if asked again at once, without another write', async () => {
    const disk = new Disk(database);
    const [first, second] = await Promise.all([disk.look(), disk.look()]);
    expect(second).toBe(first);
    database.run("DELETE FROM settings WHERE key = 'write_probe'");
    expect(await disk.look()).toBe(first);
    expect(database.get("SELECT value FROM settings WHERE key = 'write_probe'")).toBeUndefined();
  });

  it('reports that writes fail, and why', async () => {
    database.run(
      "CREATE TRIGGER broken BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END",
    );
    expect(await look()).toMatchObject({ writes: 'failed', problem: expect.stringContaining('on fire') });
    database.run('DROP TRIGGER broken');
    expect(await look()).toMatchObject({ writes: 'ok' });
  });

  it('reports a lock held by another process as busy, not failed', async () => {
    const holder = await holdLock(join(folder, 'db'));
    expect(await look()).toMatchObject({ writes: 'busy', problem: expect.stringContaining('Another process') });
    await holder.release();
    expect(await look()).toMatchObject({ writes: 'ok' });
  });

  it('reports no free space for a store that is not on a disk', async () => {
    const inMemory = new Database(':memory:');
    expect(await new Disk(inMemory).look()).toEqual({ writes: 'ok', problem: null, room: null, isShort: false });
    inMemory.close();
  });
});
