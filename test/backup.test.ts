// Backup and restore of a store while others write to it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../src/stores/sqlite/file/database.ts';
import { migrations } from '../src/stores/sqlite/migrations/index.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

let folder: string;
let dataDir: string;
let copy: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'data');
  copy = join(folder, 'copy.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, path: string, at = dataDir) => {
  const input = [MAIN, command, path, '--data-dir', at, ...(command === 'restore' ? ['--yes'] : [])];
  const { status, stdout, stderr } = spawnSync(process.execPath, input, { encoding: 'utf8' });
  return { status, stdout, stderr };
};
const open = (at = dataDir) => openFolder(at);

/** Writes numbered memories as fast as it can, and prints the last acknowledged number. */
const WRITER = `
const { openEngine, readConfig } = await import(${JSON.stringify(pathToFileURL(join(dirname(MAIN), 'index.js')).href)});
const engine = await openEngine(readConfig({ dataDir: process.argv[2] }, {}));
for (let n = 0; ; n += 100) {
  const batch = Array.from({ length: 100 }, (_, i) => ({ content: 'A note of the log.', metadata: { n: n + i } }));
  await engine.memories.storeMany({ who: 'local' }, batch);
  process.stdout.write((n + 99) + '\\n');
}`;

class Writer {
  acknowledged = -1;
  readonly #process: ChildProcess;

  constructor(at: string) {
    // A file, because threads of a command-line script do not start.
    const script = join(dirname(at), 'writer.mjs');
    writeFileSync(script, WRITER);
    this.#process = spawn(process.execPath, [script, at], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.acknowledged = Number(text.trim().split('\n').at(-1));
    });
  }

  stop(): Promise<unknown> {
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    return gone;
  }
}

describe('a backup during hundreds of writes a second', () => {
  it('is a snapshot: it holds everything acknowledged before it and nothing later', async () => {
    const writer = new Writer(dataDir);
    await expect.poll(() => writer.acknowledged, { interval: 20 }).toBeGreaterThan(500);
    const [before, began] = [writer.acknowledged, performance.now()];
    // Not spawnSync, so that the writer's acknowledgements are read meanwhile.
    const child = spawn(process.execPath, [MAIN, 'backup', copy, '--data-dir', dataDir]);
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
    await expect.poll(() => performance.now() - began).toBeGreaterThan(1000);
    const [later, seconds] = [writer.acknowledged, (performance.now() - began) / 1000];
    await writer.stop();
    const rate = (later - before) / seconds;
    process.stderr.write(`${Math.round(rate)} writes a second during the backup\n`);
    // Hundreds to thousands on an idle machine; the backup must be right on a busy one too.
    expect(rate).toBeGreaterThan(0);

    const elsewhere = join(folder, 'elsewhere');
    expect(run('restore', copy, elsewhere)).toMatchObject({ status: 0 });
    const engine = await open(elsewhere);
    const { memories } = await engine.memories.list(OWNER, { limit: 1_000_000, offset: 0 });
    const numbers = memories.map(({ metadata }) => Number(metadata.n)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, i) => i));
    expect(numbers.length % 100).toBe(0);
    expect(numbers.length).toBeGreaterThan(before);
    expect(numbers.length).toBeLessThanOrEqual(later + 101);
    expect(await engine.check()).toEqual([]);
    expect((await engine.status(OWNER)).pending).toBe(0);
    await engine.close();
  });
});

describe('a restore', () => {
  it('is visible to a running server in lists and searches, and the server keeps writing', async () => {
    const server = new StdioClient(['--data-dir', dataDir]);
    await server.initialize();
    await server.call('store_memory', { content: 'The ferry to Kökar leaves at noon.', user_id: 'ada' });
    expect(run('backup', copy)).toMatchObject({ status: 0, stdout: expect.stringContaining('checked') });
    await server.call('store_memory', { content: 'Herring is smoked on Fridays.', user_id: 'bob' });
    const search = async (query: string) => JSON.stringify((await server.call('search', { query, limit: 5 })).value);
    expect(await search('when is fish prepared')).toContain('Herring');

    const { status, stdout } = run('restore', copy);
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('before-restore') });
    expect((await server.call('list_memories', {})).value.total).toBe(1);
    expect(await search('when is fish prepared')).not.toContain('Herring');
    expect(await search('boat timetable')).toContain('ferry');
    await server.call('store_memory', { content: 'Seals sleep on the skerries.', user_id: 'cleo' });
    const found = await search('where do animals rest');
    expect(found).toContain('Seals');
    const whole = (await server.call('list_memories', { user_id: 'cleo' })).value;
    expect(JSON.stringify(whole)).toContain('Seals');
    expect(await server.close()).toBe(0);

    const kept = readdirSync(dataDir).filter((name) => name.includes('before-restore'));
    expect(kept).toHaveLength(1);
    expect(run('restore', join(dataDir, kept[0] ?? ''))).toMatchObject({ status: 0 });
    const engine = await open();
    expect(await engine.retrieval.byWords(OWNER, 'herring', 1)).toHaveLength(1);
    expect(await engine.check()).toEqual([]);
    await engine.close();
  });

  it('of another store keeps each memory with its owner', async () => {
    const [ours, theirs] = [await open(), await open(join(folder, 'theirs'))];
    await ours.memories.store({ who: 'local', user: 'ada' }, { content: 'Belongs to Ada.' });
    await theirs.memories.store({ who: 'local', user: 'bob' }, { content: 'Belongs to Bob.' });
    expect((await ours.retrieval.byWords(OWNER, 'belongs', 1))[0]?.memory.scope.user).toBe('ada');
    await theirs.close();
    expect(run('backup', copy, join(folder, 'theirs'))).toMatchObject({ status: 0 });
    expect(run('restore', copy)).toMatchObject({ status: 0 });
    expect((await ours.retrieval.byWords(OWNER, 'belongs', 1))[0]?.memory).toMatchObject({
      content: 'Belongs to Bob.',
      scope: { user: 'bob' },
    });
    await ours.close();
  });

  it('refuses a file that is not a backup, and leaves the store unchanged', async () => {
    const engine = await open();
    await engine.memories.store(OWNER, { content: 'Still here.' });
    const path = (name: string) => join(folder, name);
    writeFileSync(path('garbage.db'), 'garbage '.repeat(1000));
    for (const [name, sql] of [
      ['other.db', 'CREATE TABLE t (x)'],
      [
        'newer.db',
        'CREATE TABLE memories (x); CREATE TABLE passages (x); CREATE TABLE settings (x); PRAGMA user_version = 999',
      ],
    ] as const) {
      const database = new DatabaseSync(path(name));
      database.exec(sql);
      database.close();
    }
    for (const [name, why] of [
      ['nothing.db', 'the file does not exist'],
      ['garbage.db', 'not a database'],
      ['other.db', 'not a Remanence store'],
      ['newer.db', 'newer Remanence'],
    ] as const)
      expect(run('restore', path(name))).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
    expect((await engine.memories.counts(OWNER)).memories).toBe(1);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
    await engine.close();
  });

  it('repairs a folder with a broken database, and keeps the broken file', async () => {
    const engine = await open();
    await engine.memories.store(OWNER, { content: 'Saved in time.' });
    await engine.close();
    expect(run('backup', copy)).toMatchObject({ status: 0 });
    writeFileSync(join(dataDir, 'remanence.db'), 'garbage '.repeat(1000));
    expect(run('restore', copy)).toMatchObject({ status: 0, stdout: expect.stringContaining('kept') });
    const mended = await open();
    expect((await mended.memories.counts(OWNER)).memories).toBe(1);
    await mended.close();
  });
});

describe('a backup', () => {
  it('is readable only by its owner, overwrites nothing, and gets a generated name in a folder', async () => {
    await (await open()).close();
    expect(run('backup', copy)).toMatchObject({ status: 0 });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(run('backup', copy)).toMatchObject({ status: 2, stderr: expect.stringContaining('already exists') });
    expect(run('backup', join(folder, 'backups', 'x.db'))).toMatchObject({
      status: 2,
      stderr: `remanence: The folder ${join(folder, 'backups')} does not exist.\nCreate it, or name another.\n`,
    });
    mkdirSync(join(folder, 'backups'));
    expect(run('backup', join(folder, 'backups'))).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'backups'))).toEqual([expect.stringMatching(/^remanence-.*\.db$/)]);
    for (const name of ['exports', 'backups']) mkdirSync(join(dataDir, name), { recursive: true });
    for (const path of [dataDir, join(dataDir, 'mine.db'), join(dataDir, 'exports', 'mine.db')])
      expect(run('backup', path)).toMatchObject({ status: 2, stderr: expect.stringContaining('only into backups/') });
    expect(run('backup', join(dataDir, 'backups', 'mine.db'))).toMatchObject({ status: 0 });
    expect(run('backup', join(folder, 'none.db'), join(folder, 'nowhere'))).toMatchObject({ status: 2 });
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('of an older version is migrated when restored', async () => {
    const old = join(folder, 'old.db');
    const database = new Database(old, { migrations: migrations.slice(0, 3) });
    database.run('INSERT INTO scopes (id) VALUES (1)');
    const { lastRow: row } = database.run(
      `INSERT INTO memories (id, scope_id, content, kind, importance, metadata, event_time, ingestion_time, updated_at, valid_from, revision)
       VALUES ('old', 1, 'Written long ago.', 'semantic', 5, '{}', 1, 1, 1, 1, 1)`,
    );
    database.run('INSERT INTO passages (id, memory_row, position) VALUES (1, ?, 0)', row);
    database.run("INSERT INTO passage_text (rowid, terms) VALUES (1, 'written long ago')");
    database.close();
    expect(run('restore', old)).toMatchObject({ status: 0 });
    const restored = await open();
    expect(await restored.retrieval.byWords(OWNER, 'written', 1)).toHaveLength(1);
    expect((await (await restored.normalising.start(OWNER)).ended).state).toBe('completed');
    await restored.close();
  });
});
