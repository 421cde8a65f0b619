// Wrong tokens and probing requests, sent to a server in a separate process.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../src/engine/access/permission.ts';
import type { AuditEntry } from '../src/engine/access/ports.ts';
import type { Engine } from '../src/engine/engine.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const folder = temporaryFolder();
let engine: Engine;
beforeAll(async () => {
  engine = await openFolder(folder);
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOf(id: string, role: Role): Promise<string> {
  const known = await engine.users.list(OWNER);
  if (!known.some((user) => user.id === id)) await engine.users.add(OWNER, { id, role });
  return (await engine.users.issueToken(OWNER, id, 1)).token;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
// The part after `rmn_`, the id and an underscore; it may contain underscores itself.
const secretOf = (token: string) => token.slice('rmn_0123456789ab_'.length);
const made = (i: number) => `rmn_0123456789ab_${String(i).padStart(43, 'x')}`;

async function ask(server: HttpProcess, headers: Record<string, string>) {
  const started = performance.now();
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(LIST),
  });
  await response.text();
  return { status: response.status, headers: response.headers, ms: performance.now() - started };
}
const refusals = async (): Promise<AuditEntry[]> =>
  (await engine.users.audit(OWNER, { limit: 1000 })).filter(({ action }) => action === 'token.refused');

describe('wrong tokens', () => {
  let server: HttpProcess;
  let token: string;
  beforeAll(async () => {
    token = await tokenOf('ann', 'user');
    server = await startServer(folder, ['--behind-proxy']);
  });
  afterAll(() => server.process.kill('SIGKILL'));
  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('are answered with growing delays, while other addresses and valid tokens are not slowed', async () => {
    const wrong = [];
    for (let i = 0; i < 8; i++) wrong.push(await ask(server, { ...bearer(made(i)), ...from('192.0.2.1') }));
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(wrong[5]?.ms).toBeGreaterThanOrEqual(240);
    expect(wrong[6]?.ms).toBeGreaterThanOrEqual(490);
    expect(wrong[7]?.ms).toBeGreaterThanOrEqual(990);
    const [other, right, slowed] = await Promise.all([
      ask(server, { ...bearer(made(0)), ...from('192.0.2.2') }),
      ask(server, { ...bearer(token), ...from('192.0.2.1') }),
      // Still waiting meanwhile.
      ask(server, { ...bearer(made(9)), ...from('192.0.2.1') }),
    ]);
    expect(other).toMatchObject({ status: 401 });
    expect(right.status).toBe(200);
    expect(slowed.ms).toBeGreaterThanOrEqual(1900);
    for (const { ms } of [other, right]) expect(ms).toBeLessThan(slowed.ms / 1.5);
  });

  it('are told when to retry if too many wait for an answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => ask(server, { ...bearer(made(i)), ...from('192.0.2.3') })),
    );
    const told = answers.filter(({ status }) => status === 429);
    expect(told.length).toBeGreaterThan(0);
    for (const { headers } of told) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask(server, { ...bearer(token), ...from('192.0.2.3') })).status).toBe(200);
  });

  it('leave an entry with the address, the reason and their number, and never the token', async () => {
    const before = await refusals();
    expect(before.filter(({ who }) => who === '192.0.2.1')).toMatchObject([
      { who: '192.0.2.1', action: 'token.refused', subject: '1 × INVALID_TOKEN', outcome: 'denied' },
    ]);
    const revoked = await tokenOf('ann', 'user');
    await engine.users.revoke(OWNER, revoked.split('_')[1] ?? '');
    await ask(server, { ...bearer(revoked), ...from('2001:db8:1:2:3::4') });
    expect(await refusals()).toContainEqual(
      expect.objectContaining({ who: '2001:db8:1:2::/64', subject: '1 × TOKEN_REVOKED' }),
    );
    // The remaining count is written when the server ends.
    server.process.kill('SIGTERM');
    await server.exited;
    const all = await refusals();
    expect(all.filter(({ who }) => who === '192.0.2.1').map(({ subject }) => subject)).toEqual([
      '8 × INVALID_TOKEN',
      '1 × INVALID_TOKEN',
    ]);
    const told = JSON.stringify(all);
    for (const token of [revoked, made(0), made(7)]) expect(told).not.toContain(secretOf(token));
  });

  it('of many addresses do not fill the audit trail', async () => {
    server = await startServer(folder, ['--behind-proxy']);
    const before = (await refusals()).length;
    for (let i = 0; i < 100; i++) await ask(server, { ...bearer(made(i)), ...from(`198.51.100.${i}`) });
    server.process.kill('SIGTERM');
    await server.exited;
    const added = (await refusals()).slice(0, -before);
    expect(added).toHaveLength(21);
    expect(added[0]).toMatchObject({ who: 'other addresses', subject: '80 × INVALID_TOKEN' });
  });

  it('come from the address of the connection when no proxy is configured', async () => {
    server = await startServer(folder);
    await ask(server, { ...bearer(made(1)), ...from('203.0.113.9') });
    const [latest] = await refusals();
    expect(latest?.who).toBe('127.0.0.1');
    expect((await ask(server, {})).status).toBe(401);
    // A request without a token is asked for one, which is how clients find out; this is not audited.
    expect((await refusals())[0]).toEqual(latest);
    server.process.kill('SIGKILL');
  });
});

describe('/health and /health/ready of a server with tokens', () => {
  const nowhere = join(folder, 'no-such-model');
  let server: HttpProcess;
  beforeAll(async () => {
    await tokenOf('ann', 'user');
    server = await startServer(folder, ['--model', nowhere]);
    // The server notices on its own that the model is missing.
    while ((await fetch(`${server.url}/health/ready`)).status === 200) await delay(50);
  });
  afterAll(() => server.process.kill('SIGKILL'));
  const read = async (url: string | null, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };

  it('say only whether the server is ready without a token, on both ports', async () => {
    for (const url of [server.url, server.operations]) {
      for (const headers of [{}, bearer(await tokenOf('ann', 'user'))]) {
        expect(await read(url, '/health/ready', headers)).toEqual({ status: 503, body: { status: 'unavailable' } });
        expect(await read(url, '/health', headers)).toEqual({ status: 200, body: { status: 'degraded' } });
      }
    }
  });

  it('tell an admin the reasons', async () => {
    const admin = bearer(await tokenOf('ada', 'admin'));
    for (const url of [server.url, server.operations]) {
      const { body } = await read(url, '/health/ready', admin);
      expect(body).toMatchObject({ reason: expect.stringContaining(nowhere), checks: { model: { status: 'failed' } } });
      expect((await read(url, '/health', admin)).body).toMatchObject({ version: expect.any(String) });
    }
    expect(server.stderr()).toContain(nowhere);
  });

  it('cannot be used to guess tokens', async () => {
    for (const path of ['/health', '/health/ready']) {
      expect((await read(server.url, path, bearer(made(3)))).status).toBe(401);
    }
  });
});
