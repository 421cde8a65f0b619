// Administration commands beside a shared server in a separate process.
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './command.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const dataDir = temporaryFolder();
const remanence = async (...args: string[]) => {
  const { status, stdout, stderr } = await command([...args, '--data-dir', dataDir]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
};
const failing = async (expected: number, ...args: string[]) => {
  const { status, stderr } = await command([...args, '--data-dir', dataDir]);
  expect(status).toBe(expected);
  return stderr;
};

let server: HttpProcess;
beforeAll(async () => {
  server = await startServer(dataDir, ['--profile', 'memgos']);
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

const status = async (token?: string) => {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return response.status;
};

describe('users, cubes and the audit trail', () => {
  it('can be managed while a server runs: it requires a token once one exists, and refuses revoked ones', async () => {
    expect(await status()).toBe(200);
    expect(await remanence('user', 'add', 'ann')).toContain('ann has the role user');
    const issued = JSON.parse(await remanence('user', 'token', 'ann', '--days', '7', '--json'));
    expect(issued.token).toMatch(/^rmn_[0-9a-f]{12}_[\w-]{43}$/);
    expect(await status()).toBe(401);
    expect(await status(issued.token)).toBe(200);

    expect(await remanence('cube', 'share', 'default', 'ann')).toBe('default is now shared with ann.');
    expect(await remanence('cube', 'list')).toMatch(/default +local +0 +ann/);
    expect(await remanence('cube', 'unshare', 'default', 'ann')).toContain('no longer');
    expect(await remanence('user', 'role', 'ann', 'guest')).toContain('guest');
    const another = JSON.parse(await remanence('user', 'token', 'ann', '--json'));
    const lines = (await remanence('user', 'list')).split('\n');
    for (const { id } of [issued, another])
      expect(lines.filter((line) => line.includes(id))).toEqual([expect.stringMatching(/ active, until \S+$/)]);
    expect(lines.filter((line) => /^ann +guest/.test(line))).toHaveLength(1);

    expect(await remanence('user', 'disable', 'ann')).toBe('ann is disabled; their data stays.');
    expect(await status(issued.token)).toBe(401);
    expect(await remanence('user', 'list')).toMatch(/ann +guest \(off\)/);
    expect(await remanence('user', 'enable', 'ann')).toBe('ann is enabled again.');
    expect(await status(issued.token)).toBe(200);

    expect(await remanence('user', 'revoke', issued.id)).toBe('1 token revoked.');
    expect(await status(issued.token)).toBe(401);
  });

  it('reject invalid input with the reason', async () => {
    expect(await failing(1, 'user', 'add', 'ann')).toContain('The user ann already exists');
    expect(await failing(2, 'user', 'add', 'x', '--role', 'king')).toContain('guest, user, admin, root');
    expect(await failing(1, 'user', 'token', 'nobody')).toMatch(
      /User not found: nobody[\s\S]*user list[\s\S]*user add/,
    );
    expect(await failing(2, 'user', 'token', 'local')).toContain('needs no role and no token');
    expect(await failing(1, 'cube', 'share', 'nothing', 'ann')).toMatch(/Cube not found: nothing[\s\S]*cube list/);
  });

  it('record who did what, but neither content nor secrets', async () => {
    const engine = await openFolder(dataDir);
    const { memory } = await engine.memories.store(OWNER, { content: 'The password hint is a river.' });
    await engine.memories.update(OWNER, memory.id, { content: 'The hint is a mountain.' });
    await engine.memories.remove(OWNER, memory.id);
    await engine.close();
    const entries: Record<string, string>[] = JSON.parse(await remanence('audit', '--json', '--limit', '500'));
    const of = (subject: string) => entries.filter((entry) => entry.subject === subject).map(({ action }) => action);
    expect(of(memory.id)).toEqual(['memory.delete', 'memory.update', 'memory.add']);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.add', 'token.issue', 'token.revoke', 'cube.share', 'cube.unshare', 'user.role']),
    );
    expect(JSON.stringify(entries)).not.toMatch(/river|mountain|rmn_/);
    expect(await remanence('audit', '--subject', memory.id)).toContain('memory.add');
  });
});

describe('a folder that does not exist yet', () => {
  it('is created by user add, but by no other of these commands', async () => {
    const fresh = join(temporaryFolder(), 'data');
    const on = (...args: string[]) => command([...args, '--data-dir', fresh]);
    expect(await on('user', 'token', 'ann')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('a server creates the folder when it starts'),
    });
    expect(existsSync(fresh)).toBe(false);
    expect((await on('user', 'add', 'ann')).stdout).toContain('ann has the role user');
    expect((await on('user', 'token', 'ann', '--days', '30')).stdout).toMatch(/^rmn_/);
    rmSync(dirname(fresh), { recursive: true, force: true });
  });
});
