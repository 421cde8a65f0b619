import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractClient, callTool, clientOf, connectContract } from '../../../test/contract-client.ts';
import { ON_SERVER, type OpenEngine, OWNER, openFolder, openTestEngine } from '../../../test/open.ts';
import { RateLimit } from '../rate-limit.ts';
import { memgos } from './contract.ts';

describe('memgos', () => {
  let open: OpenEngine;
  let served: ContractClient;
  const call = async (name: string, input: Record<string, unknown> = {}) => (await served.call(name, input)).value;
  const add = async (memory_content: string, mem_cube_id: string) =>
    (await call('add_memory', { memory_content, mem_cube_id })).memory_id;

  beforeAll(async () => {
    open = await openTestEngine();
    served = await connectContract(memgos, open.engine, OWNER);
    await call('register_cube', { cube_id: 'club' });
    await call('register_cube', { cube_id: 'hers', user_id: 'ada' });
    await call('register_cube', { cube_id: 'ours', user_id: 'ada' });
    await open.engine.users.settle({ who: 'bob' });
    await open.engine.cubes.registry.share(OWNER, 'ours', 'bob');
  });
  afterAll(async () => {
    await served.close();
    await open.dispose();
  });

  it('cube_info: updated_at never decreases, even if the latest memory is deleted or overwritten by an older one', async () => {
    const updatedAt = async () => Date.parse((await call('cube_info', { cube_id: 'club' })).cube.updated_at);
    const kept = await add('The club meets in the old mill.', 'club');
    const older: string[] = [];
    for await (const line of open.engine.exporting.lines(OWNER)) older.push(line);
    await call('update_memory', { memory_id: kept, cube_id: 'club', updated_content: 'The club meets in the barn.' });
    let latest = await updatedAt();
    await open.engine.importing.take(OWNER, streamOf(older), { conflict: 'overwrite' });
    expect(await updatedAt()).toBeGreaterThanOrEqual(latest);
    const last = await add('Nobody needs to know this.', 'club');
    latest = await updatedAt();
    await call('delete_memory', { memory_id: last, cube_id: 'club' });
    expect(await updatedAt()).toBeGreaterThanOrEqual(latest);
  });

  it.skipIf(ON_SERVER)('cube_info: path is that of a file, or null', async () => {
    expect((await call('cube_info', { cube_id: 'club' })).cube.path).toBeNull();
    const file = `${open.dataDir}/logbook.db`;
    await call('register_cube', { cube_id: 'logbook', cube_path: file });
    expect((await call('cube_info', { cube_id: 'logbook' })).cube.path).toBe(file);
    expect((await call('cube_info', { cube_id: 'logbook', user_id: 'ada' })).cube.path).toBeNull();
  });

  it('chat cites no weak result and says so instead', async () => {
    await add('Ada plays chess on Tuesdays.', 'club');
    await add('Bob keeps bees behind the church.', 'club');
    const cubes = { cube_ids: ['club'] };
    const lost = await call('chat', { query: 'What is the boiling point of tungsten?', ...cubes });
    expect(lost).toMatchObject({ context_used: [], note: expect.stringMatching(/none is cited/) });
    expect(lost.response).toMatch(/No memory is clearly about this/);
    expect(lost.response).not.toContain('mem_');
    const found = await call('chat', { query: 'On which day does Ada play chess?', ...cubes });
    expect(found.response).toContain('Tuesdays');
    expect(found.response).not.toContain('bees');
    expect(found.note).toBeUndefined();
  });

  it('validate_access gives the true reason', async () => {
    const why = async (user_id: string, resource_type: string, resource_id: string) =>
      (await call('validate_access', { user_id, resource_type, resource_id, action: 'write' })).access.reason;
    expect(await why('ada', 'cube', 'hers')).toBe('User is owner of the cube');
    expect(await why('bob', 'cube', 'ours')).toBe('The cube is shared with the user');
    expect(await why('bob', 'cube', 'club')).toMatch(/belongs to the owner of this machine/);
    expect(await why('bob', 'cube', 'hers')).toBe('The cube is not shared with this user');
    expect(await why('bob', 'cube', 'nowhere')).toBe('The cube does not exist');
    const secret = await call('add_memory', { memory_content: 'Hers.', mem_cube_id: 'hers', user_id: 'ada' });
    expect(await why('bob', 'memory', secret.memory_id)).toMatch(/The memory is in a cube that is not shared/);
    expect(await why('bob', 'memory', 'mem_00000000000000000000')).toBe('The memory does not exist');
  });

  it('get_user_info and validate_access show other users only to admins', async () => {
    const question = { user_id: 'ada', resource_type: 'cube', resource_id: 'hers', action: 'read' };
    const client = await connectContract(memgos, open.engine, { who: 'bob', role: 'user', cubes: ['ours'] });
    for (const [tool, input] of [
      ['get_user_info', { user_id: 'ada' }],
      ['validate_access', question],
    ] as const)
      expect((await client.call(tool, input)).value.error).toMatchObject({ type: 'authorization_error' });
    expect((await client.call('get_user_info')).value.user).toMatchObject({ user_id: 'bob', role: 'user' });
    await client.close();
    expect((await call('get_user_info', { user_id: 'ada' })).user).toMatchObject({ user_id: 'ada' });
  });

  it.skipIf(ON_SERVER)(
    'list_cubes: a cube whose file is missing is not loaded, and searches and chats work without it',
    async () => {
      const file = `${open.dataDir}/lost.db`;
      await call('register_cube', { cube_id: 'lost', cube_path: file });
      await add('The lost cube has a crane.', 'lost');
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      // An engine that had the file open, and one that starts later.
      const later = await openFolder(open.dataDir);
      const client = await connectContract(memgos, later, OWNER);
      for (const { call } of [served, client]) {
        const { value } = await call('search_memories', { query: 'crane' });
        expect(value).toMatchObject({
          success: true,
          note: expect.stringContaining('The cube lost could not be searched'),
        });
        expect((await call('chat', { query: 'Is there a crane?' })).isError).toBe(false);
      }
      const { cubes } = (await client.call('list_cubes')).value;
      expect(cubes.find(({ id }: { id: string }) => id === 'lost')).toMatchObject({ is_loaded: false });
      await client.close();
      await later.close();
    },
  );

  it("session_info: session_id shows one of the caller's conversations", async () => {
    await call('chat', { query: 'When does the club meet?', session_id: 'club talk' });
    expect(await call('session_info', { session_id: 'club talk' })).toMatchObject({
      session: { session_id: 'club talk', user_id: 'local' },
    });
  });

  it('counts the calls of each user separately, over stdio as well', async () => {
    const limit = new RateLimit({ everybody: true });
    const client = await clientOf(memgos, open.engine, OWNER, limit);
    const list = (user_id?: string) => callTool(client, 'list_cubes', user_id === undefined ? {} : { user_id });
    for (let i = 0; i < 20; i++) expect((await list('ada')).isError).toBe(false);
    expect((await list('ada')).text).toContain('rate_limit_error');
    expect((await list('bob')).isError).toBe(false);
    expect((await list()).meta['X-RateLimit-Remaining']).toBe('19');
    await client.close();
  });

  it('health_check: version is that of the API', async () => {
    expect((await call('health_check')).health).toMatchObject({ version: '1.0.0', server_version: expect.any(String) });
  });

  it('an export includes the owners of cubes and whom they are shared with', async () => {
    const lines: string[] = [];
    for await (const line of open.engine.exporting.lines(OWNER)) lines.push(line);
    const other = await openTestEngine();
    try {
      const { registry } = other.engine.cubes;
      expect(await other.engine.importing.take(OWNER, streamOf(lines))).toMatchObject({ failed: 0 });
      expect((await registry.find(OWNER, 'hers')).owner).toBe('ada');
      expect((await registry.find(OWNER, 'club')).owner).toBe('local');
      expect(await registry.sharers(OWNER, 'ours')).toEqual(['bob']);
      // Anyone but the owner of the data folder imports only for themselves.
      const eve = { who: 'eve', role: 'user' as const, cubes: [] };
      const [header = ''] = lines;
      const cube = {
        record: 'cube',
        id: 'taken',
        name: 'Taken',
        description: null,
        owner: 'ada',
        shared_with: ['bob'],
      };
      await other.engine.importing.take(eve, streamOf([header, JSON.stringify(cube)]));
      expect((await registry.find(OWNER, 'taken')).owner).toBe('eve');
      expect(await registry.sharers(OWNER, 'taken')).toEqual([]);
    } finally {
      await other.dispose();
    }
  });
});

async function* streamOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
