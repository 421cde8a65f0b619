// Fills up a small separate disk. Mounting it needs root; otherwise the tests are skipped with a message.
import { execFile, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import { RemanenceError } from '../src/errors.ts';
import { openSqliteStore } from '../src/stores/sqlite/store.ts';
import { startServer } from './http-server.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { MAIN } from './stdio-client.ts';

const mount = (folder: string, size = '8m'): string | null => {
  if (process.platform !== 'linux') return 'it needs Linux';
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  return status === 0 ? null : (stderr ?? 'mount is missing').trim();
};
const unmount = (folder: string) => spawnSync('umount', ['--lazy', folder]);

const probe = temporaryFolder();
const why = mount(probe);
if (why === null) unmount(probe);
else process.stderr.write(`full disk: skipped, ${why}\n`);
rmSync(probe, { recursive: true, force: true });

describe.skipIf(why !== null)('a full disk', () => {
  let disk: string;
  let ballast: string;
  let engine: Engine;
  beforeEach(async () => {
    disk = temporaryFolder();
    expect(mount(disk)).toBeNull();
    ballast = join(disk, 'ballast');
    writeFileSync(ballast, Buffer.alloc(2_000_000, 1));
    engine = await openFolder(join(disk, 'data'));
  });
  afterEach(async () => {
    await engine.close();
    unmount(disk);
    rmSync(disk, { recursive: true, force: true });
  });

  /** Writes until nothing fits; returns what was acknowledged, and the error. */
  async function fill(): Promise<{ ids: string[]; error: unknown }> {
    const ids: string[] = [];
    for (let i = 0; i < 5000; i++) {
      try {
        // The same text each time needs no embedding; the metadata takes the space.
        const metadata = { i, bulk: `${i} `.repeat(1500) };
        ids.push((await engine.memories.store(OWNER, { content: 'The hold is filled.', metadata })).memory.id);
      } catch (error) {
        return { ids, error };
      }
    }
    throw new Error('the disk never became full');
  }

  it('refuses writes with the reason, loses nothing, answers reads, and recovers', async () => {
    const { ids, error } = await fill();
    expect(error).toBeInstanceOf(RemanenceError);
    expect(error).toMatchObject({
      code: 'storage',
      message: expect.stringContaining('full'),
      hint: expect.any(String),
    });
    expect(ids.length).toBeGreaterThan(20);
    for (const id of ids) expect((await engine.memories.get(OWNER, id)).content).toBe('The hold is filled.');
    expect(await engine.retrieval.byWords(OWNER, 'hold', 1)).toHaveLength(1);
    expect(await engine.retrieval.byMeaning(OWNER, 'a full ship', 1)).toHaveLength(1);
    expect((await engine.memories.counts(OWNER)).memories).toBe(ids.length);

    rmSync(ballast);
    await engine.memories.store(OWNER, { content: 'There is room again.' });
    expect((await engine.memories.counts(OWNER)).memories).toBe(ids.length + 1);
    expect(await engine.check()).toEqual([]);
  });

  it('lets no export or normalisation finish halfway', async () => {
    const { ids } = await fill();
    const path = join(disk, 'all.jsonl');
    await expect(engine.exporting.toFile(OWNER, path)).rejects.toMatchObject({ code: 'storage' });
    expect(spawnSync('ls', ['-A', disk], { encoding: 'utf8' }).stdout).not.toContain('all.jsonl');
    // If the job itself cannot be stored, it does not start; if its end cannot be, it ends with the error.
    const refused = ({ message: error }: Error) => ({ state: 'failed', error, result: null });
    const job = await engine.normalising
      .start(OWNER)
      .then(({ ended }) => ended)
      .catch(refused);
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('full'), result: null });
    expect((await engine.memories.counts(OWNER)).memories).toBe(ids.length);

    rmSync(ballast);
    expect(await engine.check()).toEqual([]);
    expect(await engine.exporting.toFile(OWNER, path)).toMatchObject({ memories: ids.length });
    rmSync(path);
    const again = await (await engine.normalising.start(OWNER)).ended;
    expect(again).toMatchObject({ state: 'completed', result: { duplicatesMerged: ids.length - 1 } });
  });

  it('is reported by health, doctor, metrics and the log until there is space again', async () => {
    const dataDir = join(disk, 'data');
    const server = await startServer(dataDir);
    const main = async (command: string) =>
      promisify(execFile)(process.execPath, [MAIN, command, '--data-dir', dataDir]);
    const failing = async (command: string) =>
      main(command).then(
        () => 'it ended well',
        ({ stdout }: { stdout: string }) => stdout,
      );
    const ready = async () => fetch(`${server.operations}/health/ready`);
    const metrics = async () => (await fetch(`${server.operations}/metrics`)).text();
    const overall = async () => (await fetch(`${server.url}/health`)).json();
    try {
      expect((await ready()).status).toBe(200);
      expect(await metrics()).toMatch(/^remanence_writable 1$/m);

      await fill();
      await expect.poll(async () => (await ready()).status).toBe(503);
      expect(await (await ready()).json()).toMatchObject({
        reason: expect.stringContaining('disk is full'),
        checks: { store: { status: 'ok' }, disk: { status: 'failed' } },
      });
      expect(await overall()).toMatchObject({ status: 'degraded' });
      expect(await metrics()).toMatch(/^remanence_writable 0$/m);
      expect(await failing('doctor')).toMatch(/^BAD {2}disk: .*\n +Nothing can be written\. The disk is full/m);
      expect(await failing('health')).toMatch(/^unhealthy: .*disk is full/m);
      expect(await engine.status(OWNER)).toMatchObject({ disk: { writes: 'failed', isShort: true } });
      expect(server.stderr().match(/warn Nothing can be written/g)).toHaveLength(1);

      rmSync(ballast);
      await expect.poll(async () => (await ready()).status).toBe(200);
      expect(await overall()).toMatchObject({ status: 'healthy' });
      expect(await metrics()).toMatch(/^remanence_writable 1$/m);
      expect((await main('doctor')).stdout).toMatch(/^ok {3}disk: /m);
    } finally {
      server.process.kill('SIGTERM');
      await server.exited;
    }
  });

  it('leaves a read-only server ready', async () => {
    await fill();
    const server = await startServer(join(disk, 'data'), ['--read-only']);
    try {
      const answer = await fetch(`${server.operations}/health/ready`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ checks: { disk: { reason: expect.stringContaining('full') } } });
    } finally {
      server.process.kill('SIGTERM');
      await server.exited;
    }
  });
});

describe.skipIf(why !== null)('a nearly full disk', () => {
  it('is announced once, and again only when it recurs', async () => {
    const disk = temporaryFolder();
    expect(mount(disk, '64m')).toBeNull();
    const ballast = join(disk, 'ballast');
    const store = await openSqliteStore(join(disk, 'data', 'remanence.db'));
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const warnings = () => written.mock.calls.filter(([line]) => String(line).includes('almost full')).length;
    vi.useFakeTimers({ toFake: ['performance'] });
    const look = () => {
      vi.advanceTimersByTime(10_000);
      return store.disk();
    };
    try {
      expect(await look()).toMatchObject({ writes: 'ok', isShort: false, problem: null });
      for (const times of [1, 2]) {
        writeFileSync(ballast, Buffer.alloc(((await look()).room?.freeBytes ?? 0) - 2_000_000, 1));
        expect(await look()).toMatchObject({ writes: 'ok', isShort: true, problem: expect.stringMatching(/ 2 MB/) });
        await look();
        expect(warnings()).toBe(times);
        rmSync(ballast);
        expect(await look()).toMatchObject({ writes: 'ok', isShort: false, problem: null });
      }
    } finally {
      vi.useRealTimers();
      written.mockRestore();
      await store.close();
      unmount(disk);
      rmSync(disk, { recursive: true, force: true });
    }
  });
});
