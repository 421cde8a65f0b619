// Malicious backups, restored by a user who trusts them.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEngine } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { cubesFolder } from '../src/data-folder.ts';
import { copyPathOf } from '../src/stores/sqlite/backup/copies.ts';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { command } from './command.ts';
import { behead } from './damage.ts';
import { OWNER, temporaryFolder } from './open.ts';

let folder: string;
let dataDir: string;
let store: string;
let crafted: string;
beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  store = join(dataDir, 'remanence.db');
  crafted = join(folder, 'crafted.db');
  await (await open()).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openEngine(readConfig({ dataDir }, {}), { tends: false, embeds: false });
const run = async (name: string, path: string) => {
  const { status, stdout, stderr } = await command([
    ...[name, path, '--data-dir', dataDir, '--json'],
    ...(name === 'restore' ? ['--yes'] : []),
  ]);
  return { status, stderr, said: stdout === '' ? null : JSON.parse(stdout) };
};

/** A backup that claims to be of this data folder, with a cube of that id at that path. */
function craft(id: string, path: string, { withCopy = true, sql = '' } = {}): void {
  const database = new Database(crafted);
  database.run("INSERT INTO settings (key, value) VALUES ('backed_up_from', ?)", store);
  database.run(
    'INSERT INTO cubes (id, name, path, owner, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)',
    ...[id, id, path, 'local'],
  );
  if (sql) database.run(sql);
  database.close();
  if (!withCopy) return;
  const copy = id.includes('/')
    ? join(cubesFolder(crafted), copyPathOf({ cubes: ['x'], path }, '').replace(/^x/, id))
    : copyPathOf({ cubes: [id], path }, cubesFolder(crafted));
  mkdirSync(join(copy, '..'), { recursive: true });
  new Database(copy).close();
}

function otherDatabase(path: string): Buffer {
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE t (x); INSERT INTO t VALUES ('precious'); PRAGMA user_version = 7");
  database.close();
  return readFileSync(path);
}

const cubePath = (id: string) => {
  const database = new DatabaseSync(store, { readOnly: true });
  const path = database.prepare('SELECT path FROM cubes WHERE id = ?').get(id)?.path;
  database.close();
  return path;
};

describe('a crafted backup', () => {
  it('cannot choose which file a restore writes to', async () => {
    const victim = join(folder, 'victim.db');
    const before = otherDatabase(victim);
    craft('evil', victim);
    const { status, said } = await run('restore', crafted);
    expect(status).toBe(0);
    expect(readFileSync(victim).equals(before)).toBe(true);
    expect(said.cubes).toMatchObject([{ cubes: ['evil'], path: expect.stringContaining(join(dataDir, 'cubes')) }]);
    expect(cubePath('evil')).toBe(said.cubes[0].path);
  });

  it('cannot choose it over a damaged store either', async () => {
    const victim = join(folder, 'victim.db');
    const fresh = join(folder, 'fresh.db');
    const before = otherDatabase(victim);
    behead(store);
    chmodSync(store, 0o644);
    craft('evil', victim);
    const { status, said } = await run('restore', crafted);
    expect(status).toBe(0);
    expect(readFileSync(victim).equals(before)).toBe(true);
    // What was moved aside is readable only by its owner.
    expect(statSync(said.kept).mode & 0o777).toBe(0o600);

    rmSync(crafted);
    rmSync(cubesFolder(crafted), { recursive: true });
    behead(store);
    craft('evil', fresh);
    expect(await run('restore', crafted)).toMatchObject({ status: 0 });
    expect(existsSync(fresh)).toBe(false);
  });

  it('cannot claim another store as a cube that the live store does not know', async () => {
    const victim = join(folder, 'other', 'remanence.db');
    const other = new Database(victim);
    other.run("INSERT INTO settings (key, value) VALUES ('mine', 'precious')");
    other.close();
    const before = readFileSync(victim);
    // Its log appears and disappears.
    const names = () => readdirSync(join(folder, 'other')).filter((name) => !/-(?:wal|shm)$/.test(name));
    craft('evil', victim);
    expect(await run('restore', crafted)).toMatchObject({ status: 0 });
    expect(readFileSync(victim).equals(before)).toBe(true);
    expect(names()).toEqual(['remanence.db']);
  });

  it('with a cube id that escapes the folder is refused', async () => {
    mkdirSync(join(folder, 'escape'));
    craft('../../escape/x', join(folder, 'cube.db'));
    const { status, stderr } = await run('restore', crafted);
    expect({ status, stderr }).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not a valid cube id'),
    });
    expect(cubePath('../../escape/x')).toBeUndefined();
    expect(copyPathOf({ cubes: ['../../escape/x'], path: '/p' }, '/data/cubes')).toMatch(/^\/data\/cubes\/[^/]+\.db$/);
  });

  it('attaches no cube to a file it has no copy of', async () => {
    const victim = join(folder, 'victim.db');
    new Database(victim).close();
    craft('evil', victim, { withCopy: false });
    const { status, said } = await run('restore', crafted);
    expect(status).toBe(0);
    expect(cubePath('evil')).toMatch(join(dataDir, 'cubes'));
    expect(said.left).toEqual([{ cubes: ['evil'], path: cubePath('evil') }]);
  });

  it.each([
    ['trigger', "CREATE TRIGGER spy AFTER INSERT ON memories BEGIN UPDATE cubes SET path = '/tmp/x.db'; END"],
    ['view', 'CREATE VIEW spy AS SELECT content FROM memories'],
  ])('with a %s of its own is refused', async (type, sql) => {
    craft('evil', join(folder, 'cube.db'), { sql });
    expect(await run('restore', crafted)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`it holds a ${type} "spy"`),
    });
  });

  it('does not overwrite a file that is not a store with a cube', async () => {
    craft('evil', join(folder, 'cube.db'));
    const target = copyPathOf({ cubes: ['evil'], path: join(folder, 'cube.db') }, join(dataDir, 'cubes'));
    mkdirSync(join(dataDir, 'cubes'));
    const before = otherDatabase(target);
    expect(await run('restore', crafted)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is not a Remanence store'),
    });
    expect(readFileSync(target).equals(before)).toBe(true);
    expect(cubePath('evil')).toBeUndefined();
  });
});

describe('a restore of a file that an earlier restore kept', () => {
  it("finds the cubes' files where they still are", async () => {
    const empty = join(folder, 'empty.db');
    expect(await run('backup', empty)).toMatchObject({ status: 0 });
    const engine = await open();
    const path = join(folder, 'project', 'logbook.db');
    await engine.cubes.register(OWNER, { id: 'logbook' }, path);
    await engine.close();
    const { said } = await run('restore', empty);
    expect(cubePath('logbook')).toBeUndefined();
    expect(await run('restore', said.kept)).toMatchObject({ status: 0 });
    expect(cubePath('logbook')).toBe(path);
    // The same file from elsewhere could belong to anybody.
    copyFileSync(said.kept, join(folder, 'moved.db'));
    await run('restore', empty);
    await run('restore', join(folder, 'moved.db'));
    expect(cubePath('logbook')).toMatch(join(dataDir, 'cubes'));
  });
});

describe('a database of another program', () => {
  it.each([
    ['DELETE', 0],
    ['DELETE', 7],
    ['WAL', 7],
  ])('in %s mode with version %i is refused and left unchanged', (mode, version) => {
    const path = join(folder, 'other', 'app.db');
    mkdirSync(join(folder, 'other'));
    const other = new DatabaseSync(path);
    other.exec(`PRAGMA journal_mode = ${mode}; CREATE TABLE t (x); PRAGMA user_version = ${version}`);
    other.close();
    const before = readFileSync(path);
    expect(() => new Database(path)).toThrow('is the database of another program');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(folder, 'other'))).toEqual(['app.db']);
  });

  it('is recognised even by what is still in its log', () => {
    const path = join(folder, 'app.db');
    const other = new DatabaseSync(path);
    other.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); PRAGMA user_version = 7');
    expect(() => new Database(path)).toThrow('is the database of another program');
    expect(other.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n).toBe(1);
    other.close();
  });
});
