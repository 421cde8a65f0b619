// Backup and restore of cubes with their own files.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Engine } from '../src/engine/engine.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { MAIN } from './stdio-client.ts';

let folder: string;
let dataDir: string;
let copy: string;
let project: string;
let engine: Engine;
beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  copy = join(folder, 'copy.db');
  project = join(folder, 'project', 'logbook.db');
  engine = await open();
  await engine.cubes.register(OWNER, { id: 'logbook' }, project);
  await engine.cubes.register(OWNER, { id: 'recipes' }, join(dataDir, 'recipes'));
  await engine.memories.store(OWNER, { content: 'The harbour opens at six.' });
  await add(engine, 'logbook', 'The mate saw a whale at noon.');
  await add(engine, 'recipes', 'Herring is smoked on Fridays.');
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (at = dataDir) => openFolder(at);
const add = async (engine: Engine, cube: string, content: string) => {
  const { shelf, author } = await engine.cubes.open(OWNER, cube, 'write');
  await shelf.memories.store(author, { content });
};
const contents = async (engine: Engine, cube: string) => {
  const { shelf, actor } = await engine.cubes.open(OWNER, cube);
  return (await shelf.memories.list(actor, { limit: 10, offset: 0 })).memories.map(({ content }) => content);
};
const run = (command: string, path: string, at = dataDir) => {
  const input = [MAIN, command, path, '--data-dir', at, '--json', ...(command === 'restore' ? ['--yes'] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, input, { encoding: 'utf8' });
  return { status, stderr, said: status === null || stdout === '' ? null : JSON.parse(stdout) };
};

describe('a backup with cubes in files', () => {
  it('holds each of them, and restores each to its path while servers run', async () => {
    expect(run('backup', copy)).toMatchObject({
      status: 0,
      said: { path: copy, cubes: [{ cubes: ['logbook'], path: project }, { cubes: ['recipes'] }], left: [] },
    });
    expect(readdirSync(folder).sort()).toEqual(['copy.cubes', 'copy.db', 'data', 'project']);
    await add(engine, 'logbook', 'Written behind the backup.');
    await engine.cubes.register(OWNER, { id: 'later' }, join(dataDir, 'later.db'));

    const { status, said } = run('restore', copy);
    expect({ status, said }).toMatchObject({ status: 0, said: { cubes: [{ path: project }, {}], left: [] } });
    expect(await contents(engine, 'logbook')).toEqual(['The mate saw a whale at noon.']);
    const { found } = await engine.cubes.search(OWNER, 'written behind the backup', { limit: 10 });
    expect(found.map(({ memory }) => memory.content)).not.toContain('Written behind the backup.');
    await add(engine, 'logbook', 'Life goes on.');
    expect(await contents(engine, 'logbook')).toHaveLength(2);
    // The cube that is not in the backup keeps its file.
    await expect(engine.cubes.registry.find(OWNER, 'later')).rejects.toMatchObject({ code: 'not_found' });
    expect(existsSync(join(dataDir, 'later.db'))).toBe(true);
    const kept = await openEngine(readConfig({ dataDir: folder }, { CODE_MEMORY_DB_PATH: said.cubes[0].kept }));
    expect((await kept.retrieval.byWords(OWNER, 'behind', 1))[0]?.memory.content).toBe('Written behind the backup.');
    await kept.close();
  });

  it('restores everything after the whole data folder is lost', async () => {
    expect(run('backup', copy)).toMatchObject({ status: 0 });
    await engine.close();
    rmSync(dataDir, { recursive: true });
    rmSync(join(folder, 'project'), { recursive: true });
    expect(run('restore', copy)).toMatchObject({ status: 0, said: { kept: null, cubes: [{ kept: null }, {}] } });
    engine = await open();
    expect(await contents(engine, 'logbook')).toHaveLength(1);
    expect(await contents(engine, 'recipes')).toHaveLength(1);
    expect((await engine.memories.counts(OWNER)).memories).toBe(1);
  });

  it('restored into another data folder creates new files there, and leaves the original ones alone', async () => {
    run('backup', copy);
    const elsewhere = join(folder, 'elsewhere');
    const { said } = run('restore', copy, elsewhere);
    expect(said.cubes.every(({ path }: { path: string }) => path.startsWith(join(elsewhere, 'cubes')))).toBe(true);
    const other = await open(elsewhere);
    await add(other, 'logbook', 'Only elsewhere.');
    expect(await contents(other, 'logbook')).toHaveLength(2);
    await other.close();
    expect(await contents(engine, 'logbook')).toHaveLength(1);
  });

  it('skips a missing or broken file, and reports it in the exit code', async () => {
    await engine.close();
    rmSync(project);
    for (const name of readdirSync(join(dataDir, 'recipes'))) rmSync(join(dataDir, 'recipes', name));
    writeFileSync(join(dataDir, 'recipes', 'cube.db'), 'garbage '.repeat(1000));
    const { status, said } = run('backup', copy);
    expect(status).toBe(1);
    expect(said).toMatchObject({
      cubes: [],
      left: [
        { cubes: ['logbook'], path: project, reason: expect.stringContaining('does not exist') },
        { cubes: ['recipes'], reason: expect.stringContaining('not a database') },
      ],
    });
    expect(existsSync(project)).toBe(false);
    expect(run('restore', copy)).toMatchObject({ status: 0, said: { cubes: [], left: [{}, {}] } });
    engine = await open();
    expect((await engine.memories.counts(OWNER)).memories).toBe(1);
  });

  it('that is damaged anywhere is refused entirely', async () => {
    run('backup', copy);
    const [first = ''] = readdirSync(join(folder, 'copy.cubes'));
    writeFileSync(join(folder, 'copy.cubes', first), 'garbage '.repeat(1000));
    await add(engine, 'recipes', 'Still here.');
    expect(run('restore', copy)).toMatchObject({ status: 2, stderr: expect.stringContaining('not a database') });
    expect(await contents(engine, 'recipes')).toHaveLength(2);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('without its copies of cubes restores the store, and names what is missing', async () => {
    run('backup', copy);
    rmSync(join(folder, 'copy.cubes'), { recursive: true });
    await add(engine, 'logbook', 'Written since.');
    expect(run('restore', copy)).toMatchObject({ status: 0, said: { left: [{ path: project }, {}] } });
    expect(await contents(engine, 'logbook')).toHaveLength(2);
  });

  it('overwrites neither a file nor a folder', () => {
    expect(run('backup', copy)).toMatchObject({ status: 0 });
    rmSync(copy);
    expect(run('backup', copy)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('copy.cubes already exists'),
    });
    expect(existsSync(copy)).toBe(false);
  });
});
