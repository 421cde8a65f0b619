import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLock, type LockHolder } from '../../../../test/lock-holder.ts';
import { migrations } from '../migrations/index.ts';
import { Database } from './database.ts';
import { LogFlush } from './log-flush.ts';
import { WriteQueue } from './write-queue.ts';

const TIMEOUT_MS = 700;
/** Work that blocked the event loop would be over, one way or the other, before a timer fires. */
async function stillWaiting(...works: readonly Promise<unknown>[]): Promise<void> {
  const over = works.map((work) =>
    work.then(
      () => 'done',
      () => 'failed',
    ),
  );
  expect(await Promise.race([...over, sleep(50, 'waiting')])).toBe('waiting');
}

const INSERT = 'INSERT INTO audit (at, who, action, outcome) VALUES';

describe('a write while another process holds the lock', () => {
  let folder: string;
  let database: Database;
  let holder: LockHolder;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-writes-'));
    database = new Database(join(folder, 'db'), { timeoutMs: TIMEOUT_MS });
    holder = await holdLock(join(folder, 'db'));
  });
  afterEach(async () => {
    await holder.kill();
    database.close();
    rmSync(folder, { recursive: true });
  });

  const put = (key: string) => database.change(() => database.run(`${INSERT} (0, ?, '', '')`, key));
  const keys = () => database.all('SELECT who FROM audit ORDER BY seq').map(({ who }) => String(who));

  it('does not block the event loop, and reads still work', async () => {
    let isWaiting = true;
    const write = put('test-a').finally(() => {
      isWaiting = false;
    });
    // A write that blocked the event loop would be over before the first of these.
    for (let answered = 0; answered < 10; answered++) {
      await sleep(5);
      expect(keys()).toEqual([]);
      expect(isWaiting).toBe(true);
    }
    await holder.release();
    await write;
    expect(keys()).toEqual(['test-a']);
  });

  it('succeeds once the lock is free, in the order of the calls', async () => {
    const writes = Array.from({ length: 20 }, (_, i) => put(`test-${String(i).padStart(2, '0')}`));
    await sleep(100);
    await holder.release();
    await Promise.all(writes);
    expect(keys()).toEqual([...keys()].sort());
    expect(keys()).toHaveLength(20);
  });

  it('succeeds when the process that held the lock is killed', async () => {
    holder.stop();
    const write = put('test-a');
    await sleep(100);
    await holder.kill();
    await write;
    expect(keys()).toEqual(['test-a']);
  });

  it('gives up when its time is over, and so do those queued behind it', async () => {
    const began = performance.now();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => put(`test-${i}`)));
    expect(performance.now() - began).toBeLessThan(3 * TIMEOUT_MS);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'storage', hint: expect.any(String) } });
    expect(keys()).toEqual([]);
    await holder.release();
    await put('test-again');
    expect(keys()).toEqual(['test-again']);
  });

  it.skipIf(process.platform !== 'linux')('reports which process holds the lock, and what to do', async () => {
    await expect(put('test-a')).rejects.toMatchObject({
      code: 'storage',
      message: `Process ${holder.pid} (node) holds the database; nothing was changed.`,
      hint: expect.stringContaining('Try again'),
    });
    holder.stop();
    await expect(put('test-a')).rejects.toMatchObject({
      message: `Process ${holder.pid} (node) holds the database and is stopped; nothing was changed.`,
      hint: expect.stringMatching(new RegExp(`kill -CONT ${holder.pid}.*try again`)),
    });
    const write = put('test-a');
    holder.resume();
    await holder.release();
    await write;
    expect(keys()).toEqual(['test-a']);
  });

  it('does not block the event loop, even if it compacts or is a long change', async () => {
    const compacted = database.compact();
    const changed = database.changeInSlices(function* (apart) {
      apart.run(`${INSERT} (0, 'test-long', '', '')`);
      yield;
    });
    await stillWaiting(compacted, changed);
    await holder.release();
    await Promise.all([compacted, changed]);
    expect(keys()).toEqual(['test-long']);
  });
});

describe('opening a database that needs a migration', () => {
  it('waits for another writing process without blocking the event loop', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-open-'));
    const path = join(folder, 'db');
    new Database(path).close();
    const holder = await holdLock(path);
    const next = { name: 'next', sql: 'CREATE TABLE next (x TEXT) STRICT' };
    const opening = Database.open(path, { migrations: [...migrations, next] });
    await stillWaiting(opening);
    await holder.release();
    const database = await opening;
    expect(database.get('PRAGMA user_version')?.user_version).toBe(migrations.length + 1);
    database.close();
    rmSync(folder, { recursive: true });
  });
});

describe('writes of one process', () => {
  it('wait for a long change of the same process, however long it takes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-long-'));
    const database = new Database(join(folder, 'db'), { timeoutMs: 100 });
    let short: Promise<unknown> | undefined;
    await database.changeInSlices(function* (apart) {
      short = database.change(() => database.run("UPDATE settings SET value = 'short' WHERE key = 'order'"));
      apart.run("INSERT INTO settings (key, value) VALUES ('order', 'long')");
      for (const until = performance.now() + 400; performance.now() < until; ) yield;
    });
    await short;
    expect(database.get("SELECT value FROM settings WHERE key = 'order'")?.value).toBe('short');
    database.close();
    rmSync(folder, { recursive: true });
  });
});

describe('writes without a pause', () => {
  it('let another process write in between', async () => {
    let isLocked = false;
    const take = () => {
      const isFree = !isLocked;
      isLocked = true;
      return isFree;
    };
    const hold = async () => {
      await sleep(20);
      isLocked = false;
    };
    const queue = () => new WriteQueue(10_000, () => new Error('locked'));
    const [bulk, single] = [queue(), queue()];
    let written = 0;
    const writing = (async () => {
      for (; written < 100; written++) await bulk.run(take, hold);
    })();
    await single.run(take, hold);
    expect(written).toBeLessThan(50);
    written = 100;
    await writing;
  });
});

describe('the log after a delete', () => {
  it('does not hold up the answer while another process keeps reading', async () => {
    let isRead = true;
    const flush = new LogFlush(() => !isRead, 10_000);
    const began = performance.now();
    await flush.flush();
    expect(performance.now() - began).toBeLessThan(5000);
    let isEmptied = false;
    const settled = flush.settled().then(() => {
      isEmptied = true;
    });
    await sleep(50);
    expect(isEmptied).toBe(false);
    isRead = false;
    await settled;
  });

  it('is emptied once another process stops reading it, without blocking the event loop', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'remanence-log-'));
    const path = join(folder, 'db');
    const [database, reader] = [new Database(path), new Database(path)];
    const log = () => database.get('PRAGMA wal_checkpoint(PASSIVE)')?.log;
    await database.change(() => database.run("INSERT INTO settings (key, value) VALUES ('test', 'x')"));
    let flushed: Promise<void> | undefined;
    reader.snapshot(() => {
      reader.get('SELECT count(*) FROM settings');
      // The fastest of several, since a busy machine may delay any of them.
      const times = Array.from({ length: 5 }, () => {
        const began = performance.now();
        flushed = database.flushLog();
        return performance.now() - began;
      });
      expect(Math.min(...times)).toBeLessThan(200);
      expect(log()).toBeGreaterThan(0);
    });
    await flushed;
    expect(log()).toBe(0);
    reader.close();
    database.close();
    rmSync(folder, { recursive: true });
  });
});
