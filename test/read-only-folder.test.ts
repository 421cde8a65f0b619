// A read-only data folder: on a read-only disk, or of another user.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { ON_SERVER, OWNER, openFolder, temporaryFolder } from './open.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

const NOBODY = 65_534;
const AS_READER =
  process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
const CHANGED = 'Another process has changed the database since it was opened; restart this process.';

async function start(folder: string, as: readonly string[] = []): Promise<StdioClient> {
  const server = new StdioClient(['--data-dir', folder], as, as.length > 0 ? { HOME: '/nonexistent' } : {});
  await server.initialize();
  return server;
}

const recalled = async (server: StdioClient): Promise<string> =>
  JSON.stringify(await server.call('recall', { query: 'when does the bridge open' }));

function unlock(folder: string): void {
  chmodSync(folder, 0o755);
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644);
}

// Root may write anywhere, so it runs the commands as somebody else.
describe.skipIf(process.getuid === undefined || ON_SERVER)('a data folder that cannot be written to', () => {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const dataDir = temporaryFolder();
  const remanence = (...args: string[]) =>
    spawnSync(process.execPath, [MAIN, ...args], { ...user, encoding: 'utf8', env: { HOME: '/nonexistent' } });
  const lock = (folder: string) => {
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o444);
    chmodSync(folder, 0o555);
  };
  let id: string;

  beforeAll(async () => {
    const engine = await openFolder(dataDir);
    ({ id } = (await engine.memories.store(OWNER, { content: 'The bridge opens at noon.' })).memory);
    await engine.close();
    lock(dataDir);
  });
  afterAll(() => {
    chmodSync(dataDir, 0o755);
    rmSync(dataDir, { recursive: true });
  });

  it('can be read', () => {
    expect(remanence('show', id, '--data-dir', dataDir)).toMatchObject({ status: 0, stderr: '' });
    expect(remanence('search', 'when does the bridge open', '--data-dir', dataDir).stdout).toContain('at noon');
    expect(remanence('stats', '--data-dir', dataDir)).toMatchObject({ status: 0, stderr: '' });
  });

  it('refuses changes, and says how to go on', () => {
    const { status, stderr } = remanence('forget', id, '--yes', '--data-dir', dataDir);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`${dataDir} cannot be written to; nothing was changed`),
    ]);
    expect(stderr).toContain(`cp -r ${dataDir} COPY, then --data-dir COPY.`);
  });

  it('tells a server that reads it to start again once its owner has changed it', async () => {
    const folder = temporaryFolder();
    copyFileSync(join(dataDir, 'remanence.db'), join(folder, 'remanence.db'));
    lock(folder);
    const reader = await start(folder, AS_READER);
    expect(await recalled(reader)).toContain('at noon');
    unlock(folder);
    const owner = await start(folder);
    expect(await recalled(reader)).toContain('at noon');
    await owner.call('store_memory', { content: 'The bridge opens at one, too.' });
    expect(await recalled(reader)).toContain(CHANGED);
    await owner.close();
    // SQLite usually does so itself.
    for (const log of ['-wal', '-shm']) rmSync(join(folder, `remanence.db${log}`), { force: true });
    lock(folder);
    expect(await recalled(reader)).toContain(CHANGED);
    const next = await start(folder, AS_READER);
    expect(await recalled(next)).toContain('at one, too');
    await Promise.all([reader.kill(), next.kill()]);
    unlock(folder);
    rmSync(folder, { recursive: true });
  });

  it('names a copy as the way to read what is in use by another user, or was not closed properly', () => {
    const left = temporaryFolder();
    const file = join(left, 'remanence.db');
    copyFileSync(join(dataDir, 'remanence.db'), file);
    chmodSync(file, 0o600);
    // What a killed server leaves, without the index of its log.
    const server = new Database(file);
    server.run("INSERT INTO settings (key, value) VALUES ('a', 'b')");
    const log = readFileSync(`${file}-wal`);
    server.close();
    writeFileSync(`${file}-wal`, log);
    rmSync(`${file}-shm`, { force: true });
    lock(left);
    const { status, stderr } = remanence('show', id, '--data-dir', left);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('is in use by another user, or was not closed properly'),
    ]);
    expect(stderr).toContain(`cp -r ${left} `);
    chmodSync(left, 0o755);
    rmSync(left, { recursive: true });
  });

  it('is not said to be created by doctor where it cannot be', () => {
    const { status, stdout } = remanence('doctor', '--data-dir', join(dataDir, 'new'));
    expect(status).toBe(1);
    expect(stdout).toContain('BAD  data folder');
    expect(stdout).toContain('cannot be created there');
    expect(stdout).not.toContain('the first server creates it');
  });
});
