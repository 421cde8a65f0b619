// What --user and --project separate besides memories: conversations and cubes. Each server is a separate process.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { temporaryFolder } from './open.ts';
import { MAIN, StdioClient } from './stdio-client.ts';

const dataDir = temporaryFolder();
const servers: StdioClient[] = [];

async function start(...flags: string[]): Promise<StdioClient> {
  const client = new StdioClient(['--data-dir', dataDir, '--profile', 'all', ...flags]);
  servers.push(client);
  await client.initialize();
  return client;
}

let owner: StdioClient;
let bob: StdioClient;
let shop: StdioClient;
beforeAll(async () => {
  owner = await start();
  await owner.call('register_cube', { cube_id: 'vault' });
  await owner.call('add_memory', { memory_content: 'The vault opens at nine.', mem_cube_id: 'vault' });
  await owner.call('register_cube', { cube_id: 'alices', user_id: 'alice' });
  await owner.call('register_cube', { cube_id: 'filed', cube_path: join(dataDir, 'filed.db') });
  await owner.call('chat', { query: 'When does the vault open?', session_id: 'mine' });
  bob = await start('--user', 'bob');
  shop = await start('--project', 'shop');
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const History = z.object({ chat_history: z.object({ total_messages: z.number(), messages: z.array(z.unknown()) }) });
const history = async (server: StdioClient, input = {}) =>
  History.parse((await server.call('chat_history', input)).value).chat_history;
const Listed = z.object({ cubes: z.array(z.object({ id: z.string(), memory_count: z.number() })) });
const cubesOf = async (server: StdioClient, input = {}) =>
  Listed.parse((await server.call('list_cubes', { include_stats: true, ...input })).value).cubes;

describe('a chat belongs to its user and project', () => {
  it('the last conversation, a named one and its session belong to the server that was asked', async () => {
    expect((await history(owner)).total_messages).toBe(2);
    for (const server of [bob, shop]) {
      expect(await history(server)).toMatchObject({ total_messages: 0, messages: [] });
      expect((await server.call('chat_history', { session_id: 'mine' })).error).toContain('Session not found');
      expect((await server.call('session_info', { session_id: 'mine' })).error).toContain('Session not found');
      const question = { user_id: 'local', resource_type: 'chat', resource_id: 'mine', action: 'read' };
      expect((await server.call('validate_access', question)).value).toMatchObject({ access: { has_access: false } });
    }
    const question = { user_id: 'local', resource_type: 'chat', resource_id: 'mine', action: 'read' };
    expect((await owner.call('validate_access', question)).value).toMatchObject({ access: { has_access: true } });
  });

  it("a session with the same id is a separate conversation, and a confined server's reset keeps the owner's", async () => {
    await bob.call('chat', { query: 'Is there anything for Bob?', session_id: 'mine' });
    expect((await history(bob, { session_id: 'mine' })).total_messages).toBe(2);
    expect((await history(owner, { session_id: 'mine' })).total_messages).toBe(2);
    expect((await history(shop)).total_messages).toBe(0);
    await bob.call('reset_all_memory', { confirm: true });
    expect((await history(bob)).total_messages).toBe(0);
    expect((await history(owner)).total_messages).toBe(2);
  });

  it('keeps its messages if another user or project deletes a memory that has a word of them for itself', async () => {
    const said = { query: 'Remind me to visit the flamingo park with Karl.', session_id: 'park' };
    for (const server of [owner, bob, shop]) await server.call('chat', said);
    const eve = await start('--user', 'eve');
    const farm = await start('--project', 'farm');
    for (const server of [eve, farm]) {
      const { id } = (await server.call('store_memory', { content: 'The flamingo enclosure opens at nine.' })).value;
      expect((await server.call('delete_memory', { id })).value).toEqual({ deleted: true });
    }
    for (const server of [owner, bob, shop])
      expect(JSON.stringify(await history(server, { session_id: 'park' }))).toContain('flamingo');
  });
});

describe('a confined server names no foreign cube', () => {
  const FOREIGN = /vault|alices|filed/;

  it('in lists, sessions, accounts and figures', async () => {
    for (const server of [bob, shop]) {
      expect((await cubesOf(server)).map(({ id }) => id)).toEqual(['default']);
      expect(JSON.stringify(await server.call('session_info'))).not.toMatch(FOREIGN);
      expect(JSON.stringify(await server.call('health_check'))).not.toMatch(FOREIGN);
      expect(JSON.stringify(await server.call('search_memories', { query: 'When does it open?' }))).not.toMatch(
        FOREIGN,
      );
      expect((await server.call('get_user_info', { user_id: 'local' })).value).toMatchObject({
        user: { cube_count: 1, memory_count: 0 },
      });
      expect((await server.call('diagnostics')).value).toMatchObject({ tables: [], counts: {} });
    }
    expect((await cubesOf(bob, { user_id: 'bob' })).map(({ id }) => id)).toEqual(['default']);
  });

  it('in refusals, which equal those for a nonexistent cube', async () => {
    for (const server of [bob, shop]) {
      for (const cube of ['vault', 'alices', 'filed']) {
        const refusals = [
          await server.call('cube_info', { cube_id: cube }),
          await server.call('add_memory', { memory_content: 'x', mem_cube_id: cube }),
          await server.call('chat', { query: 'x', cube_ids: [cube] }),
        ].map(({ error }) => error);
        const unknown = [
          await server.call('cube_info', { cube_id: 'nowhere' }),
          await server.call('add_memory', { memory_content: 'x', mem_cube_id: 'nowhere' }),
          await server.call('chat', { query: 'x', cube_ids: ['nowhere'] }),
        ].map(({ error }) => error);
        const plain = (texts: (string | null)[]) =>
          texts.map((text) =>
            text
              ?.replaceAll(cube, 'X')
              .replaceAll('nowhere', 'X')
              .replace(/"timestamp":"[^"]*"/, ''),
          );
        expect(plain(refusals)).toEqual(plain(unknown));
        const question = { user_id: 'local', resource_type: 'cube', resource_id: cube, action: 'read' };
        expect((await server.call('validate_access', question)).value).toMatchObject({ access: { has_access: false } });
      }
    }
  });

  it('in exports', async () => {
    for (const server of [bob, shop]) {
      const { value } = await server.call('export_memory');
      expect(readFileSync(z.string().parse(value.file_path), 'utf8')).not.toMatch(FOREIGN);
    }
  });

  it('and imports nothing that others left in the data folder', async () => {
    const { value } = await owner.call('export_memory');
    for (const server of [bob, shop]) {
      const taken = await server.call('import_memory', { file_path: value.file_path });
      expect(taken.value).toMatchObject({ imported: 0 });
      expect(JSON.stringify(await server.call('list_memories'))).not.toContain('vault');
    }
    await bob.call('store_memory', { content: 'Bob may have this back.' });
    const own = (await bob.call('export_memory')).value.file_path;
    await bob.call('reset_all_memory', { confirm: true });
    expect((await bob.call('import_memory', { file_path: own })).value).toMatchObject({ imported: 1, failed: 0 });
  });

  it('except its own: registered here, shared with its user, or holding something it may see', async () => {
    expect((await bob.call('register_cube', { cube_id: 'bobs' })).error).toBeNull();
    expect((await shop.call('register_cube', { cube_id: 'shops' })).error).toBeNull();
    expect((await bob.call('add_memory', { memory_content: 'Bob likes tea.', mem_cube_id: 'bobs' })).error).toBeNull();
    expect((await cubesOf(bob)).map(({ id }) => id)).toEqual(['default', 'bobs']);
    expect((await cubesOf(shop)).map(({ id }) => id)).toEqual(['default', 'shops']);
    execFileSync(process.execPath, [MAIN, 'cube', 'share', 'vault', 'bob', '--data-dir', dataDir]);
    expect((await cubesOf(bob)).map(({ id }) => id)).toEqual(['default', 'vault', 'bobs']);
    await owner.call('add_memory', { memory_content: 'Bob keeps the key.', mem_cube_id: 'bobs' });
    expect((await cubesOf(bob)).at(-1)).toMatchObject({ id: 'bobs', memory_count: 1 });
    expect((await cubesOf(owner)).find(({ id }) => id === 'bobs')).toMatchObject({ memory_count: 2 });
    expect((await cubesOf(owner)).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['default', 'vault', 'alices', 'filed', 'bobs', 'shops']),
    );
  });
});
