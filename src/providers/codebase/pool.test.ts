import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assets } from '../../assets.ts';
import { ReaderPool } from './pool.ts';

const options = {
  script: assets.readingWorker,
  grammars: assets.grammars,
  runtime: assets.parserRuntime,
  threads: 2,
  idleMs: 60_000,
};
const pool = new ReaderPool(options);
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'remanence-pool-'));
  writeFileSync(join(root, 'a.txt'), 'plain words\n');
});
afterAll(async () => {
  await pool.close();
  rmSync(root, { recursive: true, force: true });
});

const readTimes = (count: number) => Promise.all(Array.from({ length: count }, () => pool.read(root, 'a.txt')));

describe('readers', () => {
  it('can be started before the first file, and stop without having read any', async () => {
    pool.prepare();
    expect(pool.size).toBe(1);
    await pool.close();
    expect(pool.size).toBe(0);
    pool.prepare();
    expect(await pool.read(root, 'a.txt')).toMatchObject({ language: 'text' });
    expect(pool.size).toBe(1);
  });

  it('stop even if they were started for files that never came', async () => {
    const early = new ReaderPool({ ...options, idleMs: 100 });
    early.prepare();
    expect(early.size).toBe(1);
    await expect.poll(() => early.size, { timeout: 5000 }).toBe(0);
  });

  it('stay for the next file after a few, and stop soon after many, with the memory that they hold', async () => {
    await readTimes(20);
    await delay(1500);
    expect(pool.size).toBeGreaterThan(0);
    await readTimes(300);
    await expect.poll(() => pool.size).toBe(0);
    expect(await pool.read(root, 'a.txt')).toMatchObject({ language: 'text' });
  });
});
