// A permanently deleted memory is nowhere in the data folder: not in exports, copies, leftovers or conversations.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { command } from './command.ts';
import { temporaryFolder } from './open.ts';
import { type Pristine, pristine } from './pristine.ts';
import { StdioClient } from './stdio-client.ts';

const SECRET = 'The launch word is heliotrope, and nobody writes it down.';
const PLAIN = 'The harbour opens at seven in the morning.';
const UUID = '0b9e1c1e-58a1-4f0a-9f39-0d8f3a2f1c77';

let dataDir: string;
let house: Pristine;
let client: StdioClient;
let id: string;

const start = async (...flags: string[]) => {
  client = new StdioClient(['--data-dir', dataDir, '--profile', 'all', ...flags]);
  await client.initialize();
};

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
/** The files that contain a text, as names below the data folder. */
const holding = (text: string): string[] =>
  filesIn(dataDir)
    .filter((path) => readFileSync(path).includes(text))
    .map((path) => path.slice(dataDir.length + 1))
    .sort();
/** The same without the live store's log, which appears and disappears. */
const keeping = (text: string): string[] => holding(text).filter((name) => !name.endsWith('-wal'));

/** Everything that can hold a memory: exports, copies by a restore and a purge, conversations. */
beforeAll(async () => {
  dataDir = temporaryFolder();
  await start();
  id = z.string().parse((await client.call('store_memory', { content: SECRET })).value.id);
  await client.call('store_memory', { content: PLAIN });
  await client.call('remember', { content: `A note beside it. ${PLAIN}`, session_id: 'purged' });
  await client.call('export_memory');
  await client.call('chat', { query: 'What is the launch word?', session_id: 'asked' });
  await client.call('chat', { query: 'When does the harbour open?', session_id: 'harbour', top_k: 1 });
  await client.call('maintenance', { action: 'purge_session', session_id: 'purged', confirm: true });
  await client.close();
  mkdirSync(join(dataDir, 'backups'));
  for (const [name, ...flags] of [['backup'], ['restore', '--yes']] as const)
    expect(await command([name, join(dataDir, 'backups', 'daily.db'), '--data-dir', dataDir, ...flags])).toMatchObject({
      status: 0,
    });
  house = pristine(dataDir);
});
afterAll(() => house.dispose());

/** A server, and leftovers of an upgrade and of dead processes, added while it runs: a start would sweep them. */
beforeEach(async () => {
  house.putBack();
  await start();
  await client.call('get_status');
  const backup = join(dataDir, 'backups', 'daily.db');
  copyFileSync(backup, join(dataDir, 'backup-before-schema-7.db'));
  copyFileSync(backup, join(dataDir, `remanence.db.${UUID}.part`));
  const [bin = ''] = readdirSync(join(dataDir, 'bin'));
  const record = readFileSync(join(dataDir, 'exports', readdirSync(join(dataDir, 'exports'))[0] ?? ''), 'utf8')
    .split('\n')
    .find((line) => line.includes('heliotrope'));
  writeFileSync(join(dataDir, 'bin', bin), `${record}\n`, { flag: 'a' });
  writeFileSync(join(dataDir, 'remanence-before-restore-2020-01-01T00-00-00-000Z.db'), `damaged ${SECRET}`);
  const workshop = join(dataDir, `.restoring-${UUID}`);
  mkdirSync(workshop);
  copyFileSync(backup, join(workshop, 'staged.db'));
  for (const path of [join(workshop, 'staged.db'), workshop]) utimesSync(path, 0, 0);
});
afterEach(() => client.close());

describe('a permanently deleted memory', () => {
  it('is in no file of the data folder except backups, and in no conversation', async () => {
    expect(holding('heliotrope').length).toBeGreaterThan(7);
    expect((await client.call('delete_memory', { id })).value).toEqual({ deleted: true });
    expect(holding('heliotrope')).toEqual(['backups/daily.db']);
    expect(JSON.stringify(await client.call('chat_history', { session_id: 'asked' }))).not.toContain('heliotrope');
  });

  it('does not remove anything else', async () => {
    const before = keeping('harbour opens');
    await client.call('delete_memory', { id });
    const gone = [`.restoring-${UUID}/staged.db`, `remanence.db.${UUID}.part`];
    const kept = before.filter((name) => !gone.includes(name));
    expect(kept).toEqual(expect.arrayContaining(['backup-before-schema-7.db', 'remanence.db']));
    expect(holding('harbour opens')).toEqual(expect.arrayContaining(kept));
    expect(JSON.stringify(await client.call('chat_history', { session_id: 'harbour' }))).toContain('harbour opens');
    for (const folder of ['exports', 'bin']) {
      for (const path of filesIn(join(dataDir, folder))) {
        expect(statSync(path).mode & 0o777).toBe(0o600);
        const taken = await client.call('import_memory', { file_path: path });
        expect(taken.value).toMatchObject({ failed: 0 });
      }
    }
  });
});

describe('a full reset by the owner', () => {
  it('leaves only backups and the promised copies', async () => {
    const old = readdirSync(join(dataDir, 'bin'));
    expect((await client.call('reset_all_memory', { confirm: true })).value).toMatchObject({ reset: true });
    const [copy, ...others] = readdirSync(join(dataDir, 'bin')).filter((name) => !old.includes(name));
    expect(others).toEqual([]);
    const copies = [...old, copy].map((name) => `bin/${name}`);
    expect(['backups/daily.db', ...copies]).toEqual(expect.arrayContaining(holding('heliotrope')));
    expect(holding('harbour opens')).toContain(`bin/${copy}`);
  });

  it('leaves nothing at all with --keep-removed 0', async () => {
    await client.close();
    await start('--keep-removed', '0');
    expect((await client.call('maintenance', { action: 'purge_all', confirm: true })).value).toMatchObject({
      status: 'ok',
    });
    expect(holding('heliotrope')).toEqual([]);
    expect(holding('harbour opens')).toEqual([]);
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  it('confined to a user leaves the files of others alone', async () => {
    await client.close();
    await start('--user', 'bob');
    // A server sweeps leftovers when it opens the store.
    await client.call('get_status');
    const before = keeping('heliotrope');
    await client.call('reset_all_memory', { confirm: true });
    expect(keeping('heliotrope')).toEqual(before);
  });
});
