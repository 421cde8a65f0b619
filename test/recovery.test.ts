// A damaged store, and how to recover it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Engine } from '../src/engine/engine.ts';
import { command } from './command.ts';
import { behead, falsify, scramble } from './damage.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

let folder: string;
let dataDir: string;
let store: string;
let copy: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  store = join(dataDir, 'remanence.db');
  copy = join(folder, 'copy.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (at = dataDir) => openFolder(at, {}, { tends: false });
const run = (...input: string[]) => {
  const given = input.includes('--data-dir') ? input : [...input, '--data-dir', dataDir];
  return command(given);
};
/** In a separate process, beside this one's engine, which has the store open. */
const restoreBeside = () => {
  const args = [MAIN, 'restore', copy, '--yes', '--data-dir', dataDir];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout };
};
const fill = async (engine: Engine, count = 200) => {
  const texts = Array.from({ length: count }, (_, n) => `Buoy ${n} lies off pier ${n}. ${'Fog and rain. '.repeat(20)}`);
  // Without vectors: only texts are damaged here.
  await engine.memories.storeMany(
    OWNER,
    texts.map((content) => ({ content })),
  );
};
const openPlain = () => openEngine(readConfig({ dataDir }, {}), { tends: false, embeds: false });
const kept = () => readdirSync(dataDir).filter((name) => name.includes('before-restore'));

describe('a server whose store is damaged', () => {
  it('says so in its state and once in its log, until a restore has fixed it', async () => {
    const before = await openPlain();
    await fill(before);
    await before.close();
    expect(await run('backup', copy)).toMatchObject({ status: 0 });
    const engine = await openPlain();
    const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect((await engine.status(OWNER)).disk).toMatchObject({ writes: 'ok' });
      scramble(store, 20, 1000);
      const list = () => engine.memories.list(OWNER, { limit: 200, offset: 0 });
      await expect(list()).rejects.toMatchObject({ code: 'storage' });
      await expect(list()).rejects.toMatchObject({ code: 'storage' });
      expect((await engine.status(OWNER)).disk).toMatchObject({
        writes: 'failed',
        problem: 'The database is damaged. Run remanence doctor.',
      });
      const lines = logged.mock.calls.filter(([line]) => String(line).includes('the database is damaged'));
      expect(lines).toHaveLength(1);
      expect(restoreBeside()).toMatchObject({ status: 0 });
      expect((await engine.status(OWNER)).disk).toMatchObject({ writes: 'ok' });
      expect((await engine.memories.counts(OWNER)).memories).toBe(200);
    } finally {
      logged.mockRestore();
      await engine.close();
    }
  });
});

describe('a store that is lost, with backups left', () => {
  it('is not silently recreated', async () => {
    const engine = await openPlain();
    await fill(engine, 3);
    await engine.close();
    mkdirSync(join(dataDir, 'backups'));
    const backup = join(dataDir, 'backups', 'remanence-2026-01-01.db');
    expect(await run('backup', backup)).toMatchObject({ status: 0 });
    for (const file of readdirSync(dataDir).filter((name) => name.startsWith('remanence.db'))) {
      rmSync(join(dataDir, file));
    }
    await expect(openPlain()).rejects.toMatchObject({
      code: 'storage',
      hint: expect.stringContaining(`remanence restore ${backup}`),
    });
    expect(await run('doctor')).toMatchObject({ status: 1, stdout: expect.stringContaining('missing or empty') });
    expect(await run('restore', backup, '--yes')).toMatchObject({ status: 0 });
    const restored = await openPlain();
    expect((await restored.memories.counts(OWNER)).memories).toBe(3);
    await restored.close();
  });
});

describe('a restore over a damaged store', () => {
  beforeEach(async () => {
    const engine = await openPlain();
    await fill(engine);
    await engine.close();
    expect(await run('backup', copy)).toMatchObject({ status: 0 });
  });

  it('keeps the damaged file byte for byte, and says so', async () => {
    scramble(store, 20, 60);
    const before = readFileSync(store);
    expect(await run('restore', copy, '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The damaged file it replaced is kept'),
    });
    expect(readFileSync(join(dataDir, kept()[0] ?? '')).equals(before)).toBe(true);
    const engine = await openPlain();
    expect((await engine.memories.counts(OWNER)).memories).toBe(200);
    expect(await engine.check()).toEqual([]);
    await engine.close();
  });

  it('is picked up by servers that had it open', async () => {
    const server = new StdioClient(['--data-dir', dataDir]);
    await server.initialize();
    await server.call('store_memory', { content: 'Written after the backup.' });
    scramble(store, 20, 60);
    expect(await run('restore', copy, '--yes')).toMatchObject({ status: 0 });
    expect((await server.call('list_memories', { limit: 1 })).value.total).toBe(200);
    await server.call('store_memory', { content: 'Life goes on.' });
    expect(await server.close()).toBe(0);
    const engine = await openPlain();
    expect(await engine.retrieval.byWords(OWNER, 'life', 1)).toHaveLength(1);
    await engine.close();
  });

  it('that cannot be written moves it away, and servers that had it open refuse to continue', async () => {
    const server = await openPlain();
    await server.memories.counts(OWNER);
    behead(store);
    expect(restoreBeside()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('The damaged file it replaced is kept'),
    });
    await expect(server.memories.store(OWNER, { content: 'Into the void.' })).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('replaced'),
      hint: expect.stringContaining('Restart'),
    });
    await server.close();
    const engine = await openPlain();
    expect((await engine.memories.counts(OWNER)).memories).toBe(200);
    await engine.close();
  });
});

describe('doctor', () => {
  const damage = async () => {
    const engine = await openPlain();
    await fill(engine);
    await engine.close();
    mkdirSync(join(dataDir, 'backups'));
    await run('backup', join(dataDir, 'backups', 'good.db'));
    writeFileSync(join(dataDir, 'backups', 'newer.db'), 'garbage '.repeat(1000));
  };

  it.each([
    ['in the middle', (file: string) => scramble(file, 20, 60)],
    ['in its header', behead],
    ['in its schema', (file: string) => scramble(file, 0, 0)],
  ])('finds a file that is damaged %s, and names the newest intact backup', async (_, harm) => {
    await damage();
    harm(store);
    const { status, stdout } = await run('doctor');
    expect(status).toBe(1);
    expect(stdout).toContain('BAD  database');
    const command = `remanence restore ${join(dataDir, 'backups', 'good.db')} --data-dir ${dataDir}`;
    expect(stdout).toContain(command);
    // Each line of the advice is indented alike.
    expect(stdout).toMatch(/^ {5}The newest backup .*\n {5}Newer memories may still be readable/m);
    rmSync(join(dataDir, 'backups'), { recursive: true });
    expect(await run('doctor')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`remanence salvage --data-dir ${dataDir}`),
    });
  });

  it('reports a file where the data folder should be', async () => {
    await damage();
    const { status, stdout } = await run('doctor', '--data-dir', store);
    expect(status).toBe(1);
    expect(stdout).toContain(`${store} is a file, not a folder.`);
    expect(stdout).toContain(`Pass its folder: --data-dir ${dataDir}`);
  });
});

describe('a folder whose model cannot be loaded', () => {
  it('still allows revoking tokens, listing cubes and saving everything', async () => {
    const engine = await open();
    await engine.memories.store(OWNER, { content: 'The harbour opens at six.' });
    await engine.cubes.register(OWNER, { id: 'logbook' }, join(dataDir, 'logbook'));
    const { shelf, author } = await engine.cubes.open(OWNER, 'logbook', 'write');
    await shelf.memories.store(author, { content: 'A whale at noon.' });
    await engine.close();
    expect(await run('user', 'add', 'ada')).toMatchObject({ status: 0 });
    expect(await run('user', 'token', 'ada')).toMatchObject({ status: 0 });
    writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ model: join(folder, 'no-such-model') }));
    expect(await run('user', 'revoke', 'ada')).toMatchObject({ status: 0, stdout: '1 token revoked.\n' });
    expect(JSON.parse((await run('cube', 'list', '--json')).stdout)).toMatchObject([
      {},
      { id: 'logbook', memories: 1 },
    ]);
    expect(await run('audit')).toMatchObject({ status: 0, stdout: expect.stringContaining('token.revoke') });
    expect(await run('export', join(folder, 'all.jsonl'))).toMatchObject({ status: 0 });
    expect(await run('backup', copy)).toMatchObject({ status: 0 });
    expect(await run('restore', copy, '--yes')).toMatchObject({ status: 0 });
    const { status, stdout } = await run('doctor');
    expect(status).toBe(1);
    expect(stdout).toMatch(/ok {3}database/);
    expect(stdout).toMatch(/BAD {2}embedding model/);
  });
});

describe('a connection', () => {
  it.runIf(process.platform === 'linux')('keeps its locks when the file is opened again', async () => {
    const engine = await openPlain();
    await fill(engine, 1);
    const { ino } = statSync(store);
    const locks = () =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((line) => line.includes(`:${ino} `));
    expect(locks()).not.toEqual([]);
    const again = await openPlain();
    expect(locks()).not.toEqual([]);
    await again.close();
    await engine.close();
  });
});

describe('a memory whose text was changed on disk', () => {
  let id: string;
  beforeEach(async () => {
    const engine = await open();
    const [first] = await engine.memories.storeMany(OWNER, [
      { content: 'The harbour pilot comes aboard at buoy seven.' },
      { content: 'The harbour gate closes at nine in the evening.' },
    ]);
    id = first?.id ?? '';
    await engine.close();
    expect(falsify(store, 'pilot comes aboard at buoy seven', 'pilot comes aboard at buoy eight')).toBeGreaterThan(0);
  });

  it('is never returned, and does not block the others', async () => {
    const engine = await open();
    const { found } = await engine.retrieval.recall(OWNER, 'Where does the harbour pilot come aboard?', { limit: 5 });
    expect(found.map(({ memory }) => memory.content)).toEqual(['The harbour gate closes at nine in the evening.']);
    expect((await engine.memories.list(OWNER, { limit: 9, offset: 0 })).memories).toHaveLength(1);
    await expect(engine.memories.get(OWNER, id)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('damaged on disk'),
      hint: expect.stringContaining('remanence doctor'),
    });
    expect(
      JSON.stringify(await engine.graph.query(OWNER, 'MATCH (m:Memory) RETURN m.content', { rows: 9, timeMs: 9000 })),
    ).not.toContain('eight');
    const lines: string[] = [];
    for await (const line of engine.exporting.lines(OWNER)) lines.push(line);
    expect(lines.join()).not.toContain('eight');
    expect(await engine.memories.remove(OWNER, id)).toBe(true);
    expect(await engine.check()).toEqual([]);
    await engine.close();
  });

  it('is named by doctor', async () => {
    expect(await run('doctor')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`the memory ${id} was altered on disk`),
    });
  });
});
