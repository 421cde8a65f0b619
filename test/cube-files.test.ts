// Cubes with their own files.
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memgos } from '../src/contracts/memgos/contract.ts';
import type { Actor } from '../src/engine/access/actor.ts';
import { Cubes } from '../src/engine/cubes/cubes.ts';
import type { Engine } from '../src/engine/engine.ts';
import { toMem } from '../src/engine/ids.ts';
import type { Shelf } from '../src/engine/shelf.ts';
import { locateCube } from '../src/providers/files/cube-files.ts';
import { OwnFolder } from '../src/providers/files/own-folder.ts';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { connectContract } from './contract-client.ts';
import { type OpenEngine, openFolder, openTestEngine, temporaryFolder } from './open.ts';

let open: OpenEngine;
let other: Engine;
const elsewhere = temporaryFolder();
beforeAll(async () => {
  open = await openTestEngine();
  // Like another process on the same folder.
  other = await openFolder(open.dataDir);
});
afterAll(async () => {
  await other.close();
  await open.dispose();
  rmSync(elsewhere, { recursive: true, force: true });
});

const owner = () => ({ who: 'local', roots: [open.dataDir] });
const add = async (engine: Engine, cube: string, content: string) => {
  const { shelf, author } = await engine.cubes.open(owner(), cube, 'write');
  return (await shelf.memories.store(author, { content })).memory;
};

describe('a cube with its own file', () => {
  it('is used by several processes at once, and each finds what the others stored', async () => {
    await open.engine.cubes.register(owner(), { id: 'logbook' }, join(open.dataDir, 'cubes', 'logbook.db'));
    const [mine, theirs] = await Promise.all([
      add(open.engine, 'logbook', 'The mate saw a whale at noon.'),
      add(other, 'logbook', 'The cook saw an albatross at noon.'),
    ]);
    for (const engine of [open.engine, other]) {
      const { found } = await engine.cubes.search(owner(), 'Who saw what at noon?', { limit: 10 });
      expect(new Set(found.map(({ memory }) => memory.id))).toEqual(new Set([mine.id, theirs.id]));
      expect(found.every(({ cube }) => cube === 'logbook')).toBe(true);
      expect(await engine.cubes.count(owner())).toBe(2);
    }
    expect((await open.engine.memories.counts(owner())).memories).toBe(0);
  });

  it('obeys access rules like any other', async () => {
    await open.engine.users.add(owner(), { id: 'ann', role: 'user' });
    const { token } = await open.engine.users.issueToken(owner(), 'ann', 1);
    const ann = await open.engine.access.authenticate(token);
    expect((await open.engine.cubes.search(ann, 'noon', { limit: 10 })).found).toEqual([]);
    expect(await open.engine.cubes.count(ann)).toBe(0);
    const { found } = await open.engine.cubes.search(owner(), 'whale', { limit: 1 });
    const question = { user: 'ann', resource: 'memory', id: toMem(found[0]?.memory.id ?? ''), action: 'read' } as const;
    expect((await open.engine.access.check(ann, question)).allowed).toBe(false);
    await open.engine.cubes.registry.share(owner(), 'logbook', 'ann');
    const again = await open.engine.access.authenticate(token);
    expect((await open.engine.cubes.search(again, 'noon', { limit: 10 })).found).toHaveLength(2);
    expect((await open.engine.access.check(again, question)).allowed).toBe(true);
  });

  it('must be inside the allowed folders, even through links, and is never the store itself', async () => {
    const register = (path: string) => open.engine.cubes.register(owner(), { id: 'x' }, path);
    mkdirSync(join(elsewhere, 'deep'));
    writeFileSync(join(open.dataDir, 'text.md'), 'A file, and no folder.');
    symlinkSync(elsewhere, join(open.dataDir, 'link'));
    for (const path of [
      elsewhere,
      join(open.dataDir, 'link', 'deep'),
      `${open.dataDir}/../outside`,
      `${open.dataDir}2/a`,
    ])
      await expect(register(path)).rejects.toMatchObject({ code: 'forbidden' });
    // A folder with the name of the settings file would prevent every server from starting.
    for (const name of [
      'remanence.db',
      'remanence.db-wal',
      'config.json',
      'config.json/cube.db',
      'Config.JSON',
      'REMANENCE.db',
      'exports/x.db',
      'bin',
      'backups/x.db',
      'logbook-before-schema-7.db',
      'remanence-before-restore-x.db',
      'a\0b',
      'text.md/x.db',
    ])
      await expect(register(join(open.dataDir, name))).rejects.toMatchObject({ code: 'invalid' });
    expect(existsSync(join(open.dataDir, 'config.json'))).toBe(false);
    symlinkSync(join(open.dataDir, 'remanence.db'), join(open.dataDir, 'alias.db'));
    await expect(register(join(open.dataDir, 'alias.db'))).rejects.toMatchObject({ code: 'invalid' });
    await expect(open.engine.cubes.registry.find(owner(), 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is not made for a caller or an id that is refused', async () => {
    const path = join(open.dataDir, 'cubes', 'refused.db');
    const register = (actor: Actor, id: string) => open.engine.cubes.register(actor, { id }, path);
    await expect(register({ ...owner(), role: 'guest' }, 'refused')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(register(owner(), 'no id')).rejects.toMatchObject({ code: 'invalid' });
    expect(existsSync(path)).toBe(false);
  });

  it('that is lost is not silently recreated', async () => {
    const path = join(open.dataDir, 'cubes', 'lost.db');
    await open.engine.cubes.register(owner(), { id: 'lost' }, path);
    rmSync(path);
    const fresh = await openFolder(open.dataDir);
    await expect(add(fresh, 'lost', 'Written into nothing.')).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining(path),
    });
    expect(await fresh.cubes.register(owner(), { id: 'lost' }, path)).toMatchObject({ isNew: false });
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    await add(fresh, 'lost', 'Begun anew.');
    expect(await fresh.cubes.figures(owner(), await fresh.cubes.registry.find(owner(), 'lost'))).toMatchObject({
      total: 1,
    });
    await fresh.close();
    rmSync(path);
  });

  it('is never the store itself, even if the data folder is a link', async () => {
    const link = join(elsewhere, 'data');
    symlinkSync(open.dataDir, link);
    const store = join(link, 'remanence.db');
    await expect(locateCube(store, undefined, new OwnFolder(elsewhere, [store]))).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('at an impossible path is refused without failing the server', async () => {
    const path = join(open.dataDir, 'x'.repeat(300), 'cube.db');
    await expect(open.engine.cubes.register(owner(), { id: 'long' }, path)).rejects.toMatchObject({
      code: 'invalid',
      hint: expect.stringContaining('shorter'),
    });
  });

  it('that cannot be opened says so, and does not block searches of others', async () => {
    const path = join(open.dataDir, 'cubes', 'gone');
    await open.engine.cubes.register(owner(), { id: 'gone' }, path);
    rmSync(path, { recursive: true });
    mkdirSync(join(path, 'cube.db'), { recursive: true });
    const fresh = await openFolder(open.dataDir);
    const { found, note } = await fresh.cubes.search(owner(), 'noon', { limit: 10 });
    expect(found).toHaveLength(2);
    expect(note).toContain('The cube gone could not be searched');
    expect(await fresh.cubes.figures(owner(), await fresh.cubes.registry.find(owner(), 'gone'))).toBeNull();
    await expect(fresh.cubes.search(owner(), 'noon', { cubes: ['gone'], limit: 1 })).rejects.toMatchObject({
      code: 'storage',
    });
    await fresh.close();
  });

  it('is tended even if another one is broken', async () => {
    const { engine, dataDir, dispose } = await openTestEngine({ keepRemoved: 0 }, { tends: false });
    const shelves = [];
    for (const id of ['broken', 'sound']) {
      await engine.cubes.register({ who: 'local' }, { id }, join(dataDir, 'cubes', `${id}.db`));
      shelves.push((await engine.cubes.open({ who: 'local' }, id)).shelf);
    }
    const [broken, sound] = shelves;
    if (!broken || !sound) throw new Error('not opened');
    vi.spyOn(broken.store.embeddings, 'pendingCount').mockRejectedValue(new Error('a damaged page'));
    const memory = await add(engine, 'sound', 'The tide turns at noon.');
    await sound.store.forgetting.discard(memory.id, {}, 0);
    await expect(engine.cubes.tend(new AbortController().signal)).rejects.toThrow(/broken\.db: a damaged page$/);
    expect(await sound.store.forgetting.discarded({})).toBe(0);
    await dispose();
  });

  it('may hold any memory while it fails to open', async () => {
    const { engine } = open;
    const path = join(open.dataDir, 'cubes', 'failing.db');
    await engine.cubes.registry.register(owner(), { id: 'failing' }, path);
    const { shelf } = await engine.cubes.open(owner(), 'default');
    let fail = (_: Error): void => {};
    const opening = vi.fn(() => new Promise<Shelf>((_, reject) => (fail = reject)));
    const cubes = new Cubes(engine.cubes.registry, shelf, { locate: async () => path, open: opening });
    const opened = cubes.open(owner(), 'failing').catch(() => null);
    await vi.waitFor(() => expect(opening).toHaveBeenCalled());
    const gone = cubes.gone(['unknown']);
    fail(new Error('a damaged page'));
    expect(await gone).toEqual(new Set());
    expect(await opened).toBeNull();
    expect(await cubes.gone(['unknown'])).toEqual(new Set(['unknown']));
  });

  it('with vectors of another model is refused, and not kept open', async () => {
    const path = join(open.dataDir, 'cubes', 'foreign.db');
    const { engine, dispose } = await openTestEngine();
    await engine.cubes.register(owner(), { id: 'foreign' }, path);
    const { shelf } = await engine.cubes.open(owner(), 'foreign');
    await shelf.store.embeddings.adopt({ name: 'another', dimensions: 7 });
    await dispose();
    await open.engine.cubes.registry.register(owner(), { id: 'foreign' }, path);
    const closing = vi.spyOn(Database.prototype, 'close');
    await expect(open.engine.cubes.open(owner(), 'foreign')).rejects.toMatchObject({ code: 'conflict' });
    expect(closing.mock.contexts).toMatchObject([{ path }]);
    closing.mockRestore();
  });

  it('that is lost is reported by health_check, with its path only for callers who see every cube', async () => {
    const path = join(open.dataDir, 'cubes', 'away.db');
    await open.engine.cubes.register(owner(), { id: 'away' }, path);
    await open.engine.cubes.registry.share(owner(), 'away', 'ann');
    await add(open.engine, 'away', 'The spare key is with Ida.');
    const fresh = await openFolder(open.dataDir);
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    await expect(fresh.cubes.open(owner(), 'away')).rejects.toMatchObject({ message: expect.stringContaining(path) });
    expect(await fresh.cubes.unopened(owner())).toContain('away');
    const { token } = await fresh.users.issueToken(owner(), 'ann', 1);
    const ann = await fresh.access.authenticate(token);
    await expect(fresh.cubes.open(ann, 'away')).rejects.toMatchObject({ message: 'The cube away cannot be opened.' });
    const { note } = await fresh.cubes.search(ann, 'Where is the spare key?', { limit: 1 });
    expect(note).toContain('The cube away could not be searched');
    expect(note).not.toContain(open.dataDir);
    const served = await connectContract(memgos, fresh, owner());
    const { value } = await served.call('health_check');
    expect(value.health.status).toBe('degraded');
    expect(value.health.problems).toContain('The cube away cannot be opened.');
    await served.close();
    await fresh.close();
  });
});
