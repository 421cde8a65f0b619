// A restore of several files, killed at any moment.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Engine } from '../src/engine/engine.ts';
import { carryOut, stage } from '../src/stores/sqlite/backup/exchange.ts';
import { finishRestore, restoreStore } from '../src/stores/sqlite/backup/restore.ts';
import { RestoreJournal } from '../src/stores/sqlite/backup/restore-journal.ts';
import { command } from './command.ts';
import { holdLock } from './lock-holder.ts';
import { OWNER, temporaryFolder } from './open.ts';
import { type Pristine, pristine } from './pristine.ts';
import { MAIN } from './stdio-client.ts';

const CUBES = ['logbook', 'recipes'];
/** Each kind of moment with each backup, some of them twice. */
const ROUNDS = 9;
const SHORT_TIMEOUT_MS = 500;
let folder: string;
let dataDir: string;
let house: Pristine;
const open = (tends = false) => openEngine(readConfig({ dataDir }, {}), { tends, embeds: false });
const copyOf = (name: string) => join(folder, `${name}.db`);

beforeAll(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  for (const name of ['monday', 'tuesday']) {
    const engine = await open();
    for (const id of CUBES)
      await engine.cubes.register(OWNER, { id }, join(folder, 'cubes', `${id}.db`)).catch(() => {});
    await write(engine, name);
    await engine.close();
    expect(await command(['backup', copyOf(name), '--data-dir', dataDir])).toMatchObject({ status: 0 });
  }
  house = pristine(folder);
});
beforeEach(() => house.putBack());
afterAll(() => house.dispose());

async function write(engine: Engine, content: string): Promise<void> {
  await engine.memories.store(OWNER, { content });
  for (const id of CUBES) {
    const { shelf, author } = await engine.cubes.open(OWNER, id, 'write');
    await shelf.memories.store(author, { content });
  }
}

/** The newest memory of the store and of each cube. */
async function newest(engine: Engine): Promise<string[]> {
  const of = async (id: string) => {
    const { shelf, actor } = await engine.cubes.open(OWNER, id);
    return (await shelf.memories.list(actor, { limit: 1, offset: 0 })).memories[0]?.content ?? 'nothing';
  };
  return Promise.all(['default', ...CUBES].map(of));
}

const journals = () => readdirSync(dataDir).filter((name) => /^\.restoring-\d+\.json$/.test(name));
const workshops = () =>
  [dataDir, join(folder, 'cubes')].flatMap((path) =>
    readdirSync(path).filter((name) => /^\.restoring-\d+-/.test(name)),
  );

describe('a restore of several files', () => {
  it('that is killed at any time has restored all of them or none', async () => {
    let finished = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const source = copyOf(round % 2 === 0 ? 'monday' : 'tuesday');
      const child = spawn(process.execPath, [MAIN, 'restore', source, '--yes', '--data-dir', dataDir], {
        stdio: 'ignore',
      });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      // Staging takes most of the time; the interesting moments start with the journal.
      if (round % 3 > 0)
        await Promise.race([expect.poll(() => journals().length, { interval: 1 }).toBe(1), gone]).catch(() => {});
      await new Promise((resolve) =>
        setTimeout(resolve, round % 3 > 0 ? Math.random() * 60 : 200 + Math.random() * 400),
      );
      child.kill('SIGKILL');
      await gone;
      const begun = journals().length > 0;
      const engine = await open();
      const found = await newest(engine);
      await engine.close();
      expect(new Set(found).size).toBe(1);
      expect(journals()).toEqual([]);
      if (begun) {
        finished++;
        expect(found[0]).toBe(round % 2 === 0 ? 'monday' : 'tuesday');
      }
    }
    process.stderr.write(`${finished} of ${ROUNDS} restores were killed midway and completed\n`);
  });

  it('that was interrupted between two files is completed by a running server', async () => {
    const server = await open(true);
    const store = join(dataDir, 'remanence.db');
    const [cube = ''] = readdirSync(join(folder, 'monday.cubes')).filter((name) => name.startsWith('logbook'));
    const staged = [
      await stage(join(folder, 'cubes', 'logbook.db'), join(folder, 'monday.cubes', cube)),
      await stage(store, copyOf('monday')),
    ];
    const [first] = staged;
    if (!first) throw new Error('nothing is staged');
    RestoreJournal.begin(store, staged).pause();
    await carryOut(first, Date.now());
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    renameSync(join(dataDir, journals()[0] ?? ''), join(dataDir, `.restoring-${dead}.json`));
    await expect.poll(() => newest(server)).toEqual(['monday', 'monday', 'tuesday']);
    await expect.poll(() => [...journals(), ...workshops()]).toEqual([]);
    // Later writes are not overwritten when a second process finds the journal.
    await server.memories.store(OWNER, { content: 'written since' });
    await finishRestore(store, Date.now());
    expect((await newest(server))[0]).toBe('written since');
    await server.close();
  });

  it('that cannot restore one of them rolls back the others', async () => {
    const store = join(dataDir, 'remanence.db');
    const holder = await holdLock(store);
    const restoring = restoreStore(store, copyOf('monday'), Date.now(), SHORT_TIMEOUT_MS);
    await expect(restoring).rejects.toMatchObject({ code: 'storage' });
    await holder.release();
    const engine = await open();
    expect(await newest(engine)).toEqual(['tuesday', 'tuesday', 'tuesday']);
    await engine.close();
    expect([...journals(), ...workshops()]).toEqual([]);
  });

  it('is left to its own process while that runs', async () => {
    const store = join(dataDir, 'remanence.db');
    const staged = [await stage(store, copyOf('monday'))];
    const journal = RestoreJournal.begin(store, staged);
    await finishRestore(store, Date.now());
    expect(journals()).toHaveLength(1);
    expect(staged.every(({ copy }) => existsSync(copy))).toBe(true);
    journal.end();
  });
});
