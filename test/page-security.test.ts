// Access to the page: who may log in, from where, and the security headers of every answer.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RemanenceError } from '../src/errors.ts';
import { ApiClient } from './api-client.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types remanence";

describe('the page of a server without tokens', () => {
  let users: HttpUsers;
  let page: ApiClient;
  beforeAll(async () => {
    users = await startUsers();
    page = new ApiClient(users.http.url);
  });
  afterAll(() => users.dispose());

  it('sends the policy with every answer, including refusals and other paths', async () => {
    for (const path of ['/', '/api/health/now', '/api/nothing', '/health', '/mcp/none', '/status.css', '/nothing']) {
      const { headers } = await page.send(path, {});
      expect([path, headers.get('content-security-policy')]).toEqual([path, POLICY]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    const foreign = await page.send('/', { headers: { origin: 'http://evil.example' } });
    expect([foreign.status, foreign.headers.get('content-security-policy')]).toEqual([403, POLICY]);
  });

  it('forbids caching of /api answers', async () => {
    for (const path of ['/api/health/now', '/api/session/whoami', '/api/memory/get', '/api/data/export', '/api/none'])
      expect((await page.send(path, {})).headers.get('cache-control')).toBe('no-store');
  });

  it("serves the page's files only by exact name, and caches those with a hash permanently", async () => {
    const { body } = await page.send<string>('/', {});
    expect(body).toContain('<th>Memories</th>');
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(body) ?? [];
    const script = await page.send<string>(asset, {});
    expect([script.status, script.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(script.headers.get('content-type')).toContain('text/javascript');
    for (const path of ['/assets/none.js', '/assets/..%2f..%2fmain.js', '/..%2fmain.js', '/main.js', '/assets/'])
      expect([path, (await page.send(path, {})).status]).toEqual([path, 404]);
  });

  it("acts for the machine's owner", async () => {
    expect((await page.get('session.whoami', {})).body).toMatchObject({ who: 'local', role: null, needsToken: false });
  });

  it.each([
    ['from a foreign site', { origin: 'http://evil.example', 'content-type': 'application/json' }, 403],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1', 'content-type': 'application/json' }, 403],
    ['without an Origin', { 'content-type': 'application/json' }, 403],
    ['as a form', { 'content-type': 'text/plain' }, 400],
  ])('refuses a write %s', async (_, given, status) => {
    const own: Record<string, string> = status === 400 ? { origin: users.http.url } : {};
    const headers = { ...own, ...given };
    const body = JSON.stringify({ content: 'Written by another site.' });
    for (const path of ['/api/memory/add', '/api/session/login', '/api/session/logout']) {
      expect((await page.send(path, { method: 'POST', headers, body })).status).toBe(status);
    }
    expect((await page.get('search.words', { question: 'another site' })).body.hits).toEqual([]);
  });

  it('tells a program that sends no Origin which one to send', async () => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await page.send('/api/memory/add', { method: 'POST', headers, body: '{}' });
    expect(body).toMatchObject({
      error: { message: expect.stringContaining('no Origin'), hint: `Send Origin: ${users.http.url}` },
    });
  });

  it('refuses a foreign Host, like the path for agents', async () => {
    const { request } = await import('node:http');
    const { port } = new URL(users.http.url);
    const status = await new Promise((resolve) => {
      const asked = request({ port, path: '/api/session/whoami', headers: { host: 'evil.example' } }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      asked.end();
    });
    expect(status).toBe(403);
  });
});

describe('the page of a server with tokens', () => {
  let users: HttpUsers;
  let token: string;
  beforeAll(async () => {
    users = await startUsers();
    token = await users.token('ada');
  });
  afterAll(() => users.dispose());

  const fresh = (given?: string) => new ApiClient(users.http.url, given);

  it('shows nothing before the login, and says that one is needed', async () => {
    const page = fresh();
    expect((await page.get('session.whoami', {})).body).toMatchObject({ who: null, needsToken: true });
    const refused = await page.get('memory.list', {});
    expect([refused.status, refused.body.error?.code]).toEqual([401, 'unauthenticated']);
    expect((await page.send('/api/events', {})).status).toBe(401);
    expect((await page.send('/api/data/export', {})).status).toBe(401);
  });

  it('exchanges a token for a cookie that scripts and other sites cannot use, and that is not the token', async () => {
    const page = fresh();
    const { body, headers } = await page.post('session.login', { token });
    expect(body).toMatchObject({ who: 'ada', role: 'user' });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toContain(token.slice(-20));
    const endsAt = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect((await page.get('memory.list', {})).status).toBe(200);
  });

  it('ends a login with the logout, even for a copy of the cookie', async () => {
    const page = fresh();
    await page.post('session.login', { token });
    const copy = fresh();
    copy.cookie = page.cookie;
    expect((await page.post('session.logout', {})).body.who).toBeNull();
    expect(page.cookie).toBeNull();
    expect((await copy.get('memory.list', {})).status).toBe(401);
  });

  it('ends a login with its token, at once', async () => {
    const short = await users.token('bob');
    const page = fresh();
    await page.post('session.login', { token: short });
    expect((await page.get('memory.list', {})).status).toBe(200);
    await users.open.engine.users.revoke(OWNER, 'bob');
    expect((await page.get('memory.list', {})).status).toBe(401);
    expect((await page.get('session.whoami', {})).body.who).toBeNull();
  });

  it('ends a login with its user', async () => {
    const page = fresh();
    await page.post('session.login', { token: await users.token('carl') });
    await users.open.engine.users.setActive(OWNER, 'carl', false);
    expect((await page.get('memory.list', {})).status).toBe(401);
  });

  it('logs the owner in through a link, once', async () => {
    const secret = await users.open.engine.logins.link();
    const page = fresh();
    const opened = await page.send(`/open/${secret}`, {});
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
    expect((await page.get('session.whoami', {})).body).toMatchObject({ who: 'local', role: null });
    const again = fresh();
    expect((await again.send(`/open/${secret}`, {})).status).toBe(401);
    expect(again.cookie).toBeNull();
  });

  it('does not read a long body before the login', async () => {
    const page = fresh();
    const body = JSON.stringify({ token: 'x'.repeat(5000) });
    const headers = { 'content-type': 'application/json', origin: users.http.url };
    expect((await page.send('/api/session/login', { method: 'POST', headers, body })).status).toBe(413);
    expect((await page.send('/api/memory/add', { method: 'POST', headers, body })).status).toBe(401);
  });

  it('reads a login whose length is not announced, as far as a token is long', async () => {
    const headers = { 'content-type': 'application/json', origin: users.http.url };
    const login = async (given: string) => {
      const body = new Blob([JSON.stringify({ token: given })]).stream();
      return (await fresh().send('/api/session/login', { method: 'POST', headers, body, duplex: 'half' })).status;
    };
    expect(await login(token)).toBe(200);
    expect(await login('x'.repeat(5000))).toBe(413);
  });

  it('accepts a token in a header instead of a cookie', async () => {
    expect((await fresh(token).get('session.whoami', {})).body.who).toBe('ada');
    expect((await fresh('rmn_wrong').get('memory.list', {})).status).toBe(401);
  });

  it('answers wrong tokens with growing delays, and audits them', async () => {
    const page = fresh();
    const took: number[] = [];
    for (let i = 0; i < 8; i++) {
      const began = performance.now();
      expect((await page.post('session.login', { token: 'rmn_wrong' })).status).toBe(401);
      took.push(performance.now() - began);
    }
    expect(took.at(-1)).toBeGreaterThan(400);
    expect((await page.post('session.login', { token })).status).toBe(200);
    const trail = await users.open.engine.users.audit(OWNER, { limit: 100 });
    expect(trail.some(({ action }) => action === 'token.refused')).toBe(true);
  });
});

describe('the table of figures', () => {
  it.each(['on', 'off'] as const)('with the page %s says by its status that the store is away', async (page) => {
    const users = await startUsers({ address: { page } });
    const away = new RemanenceError('unavailable', 'The database cannot be reached.');
    vi.spyOn(users.open.engine, 'status').mockRejectedValue(away);
    const { status, body } = await new ApiClient(users.http.url).send('/', {});
    expect([status, body]).toEqual([503, { error: { code: 'unavailable', message: away.message } }]);
    await users.dispose();
  });

  it('tells those who send too many wrong tokens when to retry', async () => {
    const users = await startUsers();
    await users.token('ada');
    const intruder = new ApiClient(users.http.url, 'rmn_wrong');
    const answers = await Promise.all(Array.from({ length: 20 }, () => intruder.send('/', {})));
    const slowed = answers.filter(({ status }) => status !== 200);
    expect(new Set(slowed.map(({ status }) => status))).toEqual(new Set([429]));
    expect(Number(slowed[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await users.dispose();
  });
});

describe('the API of the page', () => {
  it("has its own rate limit, so that the page does not use up an agent's", async () => {
    const users = await startUsers({ limited: true });
    const token = await users.token('ada');
    const page = new ApiClient(users.http.url, token);
    const asked = await Promise.all(Array.from({ length: 310 }, () => page.get('inbox.counts', {})));
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.body.error?.retryAfter).toBeGreaterThan(0);
    const agent = await users.connect('memory-mcp', token);
    expect((await agent.call('list_memories')).isError).toBe(false);
    await agent.close();
    await users.dispose();
  });

  it('can be read but changes nothing on a read-only server', async () => {
    const users = await startUsers({ address: { readOnly: true } });
    const page = new ApiClient(users.http.url);
    const refused = await page.post('memory.add', { content: 'Not to be stored.' });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'forbidden']);
    expect((await page.post('query.run', { cypher: 'MATCH (m:Memory) RETURN count(m)' })).body.rows).toEqual([[0]]);
    expect((await page.get('session.whoami', {})).body.readOnly).toBe(true);
    await users.dispose();
  });

  it('is absent if the page is off; the table of figures stays', async () => {
    const users = await startUsers({ address: { page: 'off' } });
    const page = new ApiClient(users.http.url);
    expect((await page.get('memory.list', {})).status).toBe(404);
    expect((await page.send('/open/x', {})).status).toBe(404);
    const root = await page.send<string>('/', {});
    expect(root.body).toContain('<th>Memories</th>');
    expect(root.body).not.toContain('<style');
    await users.dispose();
  });
});
