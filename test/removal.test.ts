// Bulk removal: it reaches only what the caller owns, says beforehand what it would remove, and leaves a copy.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER, openFolder, openTestEngine, temporaryFolder } from './open.ts';
import { createProject, SHOP } from './project.ts';
import { StdioClient } from './stdio-client.ts';

const binOf = (dataDir: string): string[] =>
  existsSync(join(dataDir, 'bin')) ? readdirSync(join(dataDir, 'bin')).map((name) => join(dataDir, 'bin', name)) : [];

describe('a user with shared cubes', () => {
  const project = createProject('shop', SHOP);
  let users: HttpUsers;
  let token: string;
  beforeEach(async () => {
    users = await startUsers();
    const { engine } = users.open;
    token = await users.token('ann');
    for (let i = 0; i < 17; i++) await engine.memories.store(OWNER, { content: `Fact ${i} of the owner.` });
    await engine.code.index({ ...OWNER, anyCode: true }, project.root);
    await engine.cubes.register(OWNER, { id: 'team' });
    for (const cube of ['default', 'team']) await engine.cubes.registry.share(OWNER, cube, 'ann');
    const ann = await engine.access.authenticate(token);
    await engine.cubes.register(ann, { id: 'anns' });
    const owned = { ...(await engine.access.authenticate(token)), cube: 'anns' };
    for (const n of ['first', 'second']) await engine.memories.store(owned, { content: `Ann’s ${n} note.` });
  });
  afterEach(() => users.dispose());

  const owners = async () => {
    const { engine } = users.open;
    const { memories } = await engine.memories.counts({ ...OWNER, cube: 'default' });
    return { memories, chunks: (await engine.code.counts(OWNER)).chunks };
  };

  it.each(['purge_all', 'prune_older_than'])('erases with %s only what is in its own cubes', async (action) => {
    const before = await owners();
    expect(before).toMatchObject({ memories: 17 });
    const client = await users.connect('code-vector-memory', token);
    const asked = await client.call('maintenance', { action, older_than_days: 0 });
    expect(asked.value).toMatchObject({ status: 'error', hint: expect.stringContaining('2 memories') });
    const { value } = await client.call('maintenance', { action, older_than_days: 0, confirm: true });
    expect(value).toMatchObject({ status: 'ok', deleted: 2 });
    // Only the owner learns where the copy is.
    expect(value.note).toContain('30 days');
    expect(value.note).not.toContain(users.open.dataDir);
    expect(await owners()).toEqual(before);
    await client.close();
  });

  it('resets only what is in its own cubes, and no code of others', async () => {
    const before = await owners();
    expect(before.chunks).toBeGreaterThan(0);
    const client = await users.connect('memory-mcp', token);
    const { value: asked } = await client.call('reset_all_memory', {});
    expect(asked).toMatchObject({ reset: false, message: expect.stringMatching(/confirm=true.* 2 memories/) });
    expect(asked.message).not.toContain('code');
    const { value } = await client.call('reset_all_memory', { confirm: true });
    expect(value).toMatchObject({ reset: true, deleted: { memories: 2, code_chunks: 0 } });
    expect((await client.call('delete_project', { project_id: 'shop' })).isError).toBe(true);
    expect(await owners()).toEqual(before);
    await client.close();
  });

  it('merges nothing of others when normalising', async () => {
    const { engine } = users.open;
    for (const at of ['default', 'anns']) {
      for (const end of ['.', '!'])
        await engine.memories.store({ ...OWNER, cube: at }, { content: `The same thing is said twice${end}` });
    }
    const { ended } = await engine.normalising.start(await engine.access.authenticate(token));
    expect((await ended).result).toMatchObject({ duplicatesMerged: 1 });
    expect(await owners()).toMatchObject({ memories: 19 });
  });

  it('still deletes single memories where it may', async () => {
    const { engine } = users.open;
    const { memory } = await engine.memories.store({ ...OWNER, cube: 'team' }, { content: 'To be struck.' });
    const client = await users.connect('memory-mcp', token);
    expect((await client.call('delete_memory', { id: memory.id })).value).toEqual({ deleted: true });
    await client.close();
  });

  it('leaves a copy that the owner can restore', async () => {
    const { engine, dataDir } = users.open;
    const client = await users.connect('memory-mcp', token);
    await client.call('reset_all_memory', { confirm: true });
    await client.close();
    const [copy = ''] = binOf(dataDir);
    expect(readFileSync(copy, 'utf8')).not.toContain('of the owner');
    expect(await engine.importing.fromFile(OWNER, copy)).toMatchObject({ imported: 2, failed: 0 });
    expect((await engine.memories.counts({ ...OWNER, cube: 'anns' })).memories).toBe(2);
  });
});

describe('a server of the owner', () => {
  let dataDir: string;
  let client: StdioClient;
  const start = async (...flags: string[]) => {
    client = new StdioClient(['--data-dir', dataDir, '--profile', 'all', ...flags]);
    await client.initialize();
  };
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(async () => {
    await client.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Two memories, one replaced by the other, and two related entities. */
  async function fill(): Promise<unknown> {
    const { value: old } = await client.call('store_memory', { content: 'Releases are on Mondays.' });
    const { value } = await client.call('store_memory', { content: 'Releases are on Tuesdays, says Ines.' });
    await client.call('invalidate', { id: old.id, reason: 'moved', superseded_by: value.id });
    const ends = [];
    for (const name of ['Ines', 'Releases']) {
      ends.push((await client.call('create_entity', { name, entity_type: 'thing' })).value.id);
    }
    await client.call('create_relation', { from_entity: ends[0], to_entity: ends[1], relation_type: 'plans' });
    return ends[0];
  }

  it('names what it would remove, removes it, and leaves a copy that restores all of it', async () => {
    await start();
    const ines = await fill();
    const { value: before } = await client.call('get_status');
    expect(before).toMatchObject({ memories_count: 2 });
    const { value: asked } = await client.call('reset_all_memory');
    expect(asked.message).toMatch(/2 memories, \d+ entities, 1 relation\. A copy would be kept for 30 days\.$/);
    expect(binOf(dataDir)).toEqual([]);
    const { value } = await client.call('reset_all_memory', { confirm: true });
    const [copy = '', ...others] = binOf(dataDir);
    expect(others).toEqual([]);
    expect(value.message).toContain(copy);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect((await client.call('get_status')).value).toMatchObject({ memories_count: 0, entities_count: 0 });
    expect((await client.call('import_memory', { file_path: copy })).value).toMatchObject({ imported: 2, failed: 0 });
    expect((await client.call('get_status')).value).toMatchObject({
      memories_count: 2,
      entities_count: before.entities_count,
    });
    const { value: related } = await client.call('get_related', { entity_id: ines });
    expect(JSON.stringify(related)).toContain('plans');
    const { value: all } = await client.call('list_memories');
    expect(JSON.stringify(all)).toContain('"invalidation_reason":"moved"');
  });

  it('keeps each copy for the promised time, whatever is reset later', async () => {
    await start();
    await fill();
    for (let i = 0; i < 2; i++) await client.call('reset_all_memory', { confirm: true });
    expect(binOf(dataDir)).toHaveLength(1);
    await fill();
    await client.call('reset_all_memory', { confirm: true });
    expect(binOf(dataDir)).toHaveLength(2);
  });

  it("confined to a user keeps a copy of only that user's memories, and does not say where", async () => {
    await start();
    await client.call('store_memory', { content: 'Nobody’s in particular.' });
    await client.close();
    await start('--user', 'bob');
    await client.call('store_memory', { content: 'Bob’s own.' });
    const { value } = await client.call('reset_all_memory', { confirm: true });
    expect(value).toMatchObject({ deleted: { memories: 1 } });
    expect(value.message).not.toContain(dataDir);
    const [copy = ''] = binOf(dataDir);
    expect(readFileSync(copy, 'utf8')).not.toContain('particular');
    expect(readFileSync(copy, 'utf8')).toContain('Bob’s own.');
  });

  it('leaves no copy with --keep-removed 0, and no backup either', async () => {
    await start('--keep-removed', '0');
    await client.call('store_memory', { content: 'A fleeting thought.' });
    mkdirSync(join(dataDir, 'backups'));
    writeFileSync(join(dataDir, 'backups', 'daily.db'), 'A fleeting thought.');
    const { value: asked } = await client.call('reset_all_memory');
    expect(asked.message).not.toContain('copy');
    expect((await client.call('reset_all_memory', { confirm: true })).value).toMatchObject({ reset: true });
    expect(binOf(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
  });

  it('removes nothing when no copy can be written, and says so', async () => {
    await start();
    await client.call('store_memory', { content: 'Too dear to lose.' });
    // A file in place of the folder for copies.
    writeFileSync(join(dataDir, 'bin'), '');
    const { value } = await client.call('reset_all_memory', { confirm: true });
    expect(value).toMatchObject({ reset: false, message: expect.stringContaining('nothing was removed') });
    const purge = await client.call('maintenance', { action: 'purge_all', confirm: true });
    expect(purge.error).toContain('nothing was removed');
    expect((await client.call('get_status')).value).toMatchObject({ memories_count: 1 });
  });

  it('exports to none of its own files, and can start again', async () => {
    await start();
    await client.call('store_memory', { content: 'Still here.' });
    const { error } = await client.call('export_memory', { output_path: join(dataDir, 'config.json') });
    expect(error).toContain('exports');
    await client.close();
    await start();
    expect((await client.call('get_status')).value).toMatchObject({ memories_count: 1 });
    const { value } = await client.call('export_memory', { output_path: join(dataDir, 'exports', 'mine.jsonl') });
    expect(value).toMatchObject({ memories_exported: 1 });
  });
});

it('--keep-removed 0 leaves no copy of a database outside the data folder', async () => {
  const project = temporaryFolder();
  const codeMemoryDbPath = join(project, 'mine.db');
  const { engine, dataDir, dispose } = await openTestEngine({ codeMemoryDbPath, keepRemoved: 0 });
  await engine.memories.store(OWNER, { content: 'A fleeting thought.' });
  const put = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'A fleeting thought.');
    return path;
  };
  const id = '0198c0de-0000-4000-8000-000000000000';
  const ours = [
    put(join(project, 'backups', 'mine-2026-03-01.db')),
    put(join(project, 'backups', 'mine-2026-03-01.cubes', 'logbook.db')),
    put(join(project, 'backups', `mine-2026-03-02.db.${id}.part`)),
    put(join(project, 'mine-before-restore-2026-03-01T09-00-00-000Z.db')),
    put(join(dataDir, 'exports', `.all.jsonl.${id}.part`)),
  ];
  const theirs = [put(join(project, 'backups', 'photos.db')), put(join(project, 'exports', 'report.jsonl'))];
  await engine.reset(OWNER);
  expect(ours.filter((path) => existsSync(path))).toEqual([]);
  expect(theirs.filter((path) => !existsSync(path))).toEqual([]);
  await dispose();
  rmSync(project, { recursive: true });
});

it('a running restore keeps its folder when everything is removed', async () => {
  const { engine, dataDir, dispose } = await openTestEngine({ keepRemoved: 0 });
  const workshop = join(dataDir, `.restoring-${process.pid}-0198c0de-0000-4000-8000-000000000000`);
  mkdirSync(workshop);
  await engine.memories.store(OWNER, { content: 'A fleeting thought.' });
  await engine.reset(OWNER);
  expect(existsSync(workshop)).toBe(true);
  await dispose();
});

it('copies are deleted when their time is over', async () => {
  const { engine, dataDir, dispose } = await openTestEngine();
  await engine.memories.store(OWNER, { content: 'Old news.' });
  await engine.reset(OWNER);
  const [copy = ''] = binOf(dataDir);
  const old = join(dataDir, 'bin', 'removed-2020-01-01T00-00-00-000Z-x.jsonl');
  writeFileSync(old, readFileSync(copy));
  await engine.removing.sweep();
  expect(binOf(dataDir)).toEqual([copy]);
  const brief = await openFolder(dataDir, { keepRemoved: 0 }, { tends: false });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await brief.removing.sweep();
  expect(binOf(dataDir)).toEqual([]);
  await brief.close();
  await dispose();
});

it('what is stored after the copy was made stays', async () => {
  const { engine, dispose } = await openTestEngine();
  await engine.memories.store(OWNER, { content: 'Old news.' });
  const reset = engine.code.reset.bind(engine.code);
  const between = vi.spyOn(engine.code, 'reset').mockImplementation(async (actor) => {
    await engine.memories.store(OWNER, { content: 'Breaking news.' });
    return reset(actor);
  });
  expect(await engine.removing.remove(OWNER, { everything: true })).toMatchObject({ memories: 1 });
  const { memories } = await engine.memories.list(OWNER, { limit: 10, offset: 0 });
  expect(memories.map(({ content }) => content)).toEqual(['Breaking news.']);
  between.mockRestore();
  await dispose();
});

it('messages that cite a memory go with it, also from the bin, and stay with one that stays', async () => {
  const { engine, dispose } = await openTestEngine();
  const { memory: binned } = await engine.memories.store(OWNER, { content: 'The launch word is heliotrope.' });
  const { memory: changed } = await engine.memories.store(OWNER, { content: 'The harbour opens at seven.' });
  const options = { memories: 1, maxTokens: 100 };
  await engine.chat.say(OWNER, 'What is the launch word?', options);
  await engine.chat.say(OWNER, 'When does the harbour open?', options);
  const told = async () => JSON.stringify(await engine.chat.history(OWNER, undefined, { limit: 9, offset: 0 }));
  expect(await told()).toContain(binned.id);
  await engine.memories.discard(OWNER, binned.id);
  const lines = engine.exporting.lines.bind(engine.exporting);
  const since = vi.spyOn(engine.exporting, 'lines').mockImplementation(async function* (...args) {
    yield* lines(...args);
    await engine.memories.update(OWNER, changed.id, { content: 'The harbour opens at eight.' });
  });
  expect(await engine.removing.remove(OWNER, {})).toMatchObject({ memories: 0 });
  expect(await told()).not.toContain(binned.id);
  expect(await told()).toContain(changed.id);
  since.mockRestore();
  await dispose();
});

it('the copy of a purged session also restores edges out of it', async () => {
  const { engine, dispose } = await openTestEngine();
  const { memory } = await engine.memories.store({ ...OWNER, session: 's' }, { content: 'A note of the session.' });
  const relations = [{ type: 'SEE', target: memory.id }];
  await engine.memories.store(OWNER, { content: 'The plan stays.', relations });
  expect(await engine.removing.preview(OWNER, { session: 's' })).toMatchObject({ memories: 1, keptDays: 30 });
  const { copy, memories } = await engine.removing.remove(OWNER, { session: 's' });
  expect(memories).toBe(1);
  const lines = readFileSync(z.string().parse(copy), 'utf8').trim().split('\n');
  expect(lines.filter((line) => line.includes('"record":"memory"'))).toHaveLength(1);
  expect(await engine.importing.fromFile(OWNER, z.string().parse(copy))).toMatchObject({ imported: 1, linked: 1 });
  expect(await engine.memories.get(OWNER, memory.id)).toMatchObject({ content: 'A note of the session.' });
  await dispose();
});
