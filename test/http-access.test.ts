import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { startHttp } from '../src/transports/http.ts';
import { type HttpUsers, startUsers } from './http-users.ts';
import { OWNER } from './open.ts';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

let users: HttpUsers;
beforeAll(async () => {
  users = await startUsers({ limited: true, timeouts: { headersMs: 400, requestMs: 600 } });
});
afterAll(() => users.dispose());

const post = (path: string, headers: Record<string, string> = {}, body: unknown = LIST) =>
  fetch(`${users.http.url}${path}`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const Refusal = z.object({
  error: z.object({
    message: z.string(),
    data: z.object({ success: z.boolean(), error: z.looseObject({ code: z.string() }) }),
  }),
});
const json = async (response: Response) => Refusal.parse(await response.json());
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

/** The server's answer to bytes that no HTTP client would send, or that arrive too slowly. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(users.http.url);
    const socket = connectSocket(Number(port), hostname, () => socket.write(text));
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });

describe('a server without tokens', () => {
  it('serves the owner of this machine on loopback, and listens nowhere else', async () => {
    expect((await post('/mcp/memgos')).status).toBe(200);
    const serving = { contract: { profile: 'x' }, engine: async () => users.open.engine };
    await expect(
      startHttp({ main: Object.assign(Object.create(null), serving), profiles: [] }, { host: '0.0.0.0', port: 0 }),
    ).rejects.toMatchObject({ hint: expect.stringContaining('remanence user token') });
  });
});

describe('a server with tokens', () => {
  let token: string;
  beforeAll(async () => {
    token = await users.token('alice');
  });

  it('requires one at every path that shows anything, and says where to learn more', async () => {
    for (const path of ['/mcp', '/mcp/memgos', '/mcp/memory-mcp']) {
      const refused = await post(path);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${users.http.url}/.well-known/oauth-protected-resource${path}"`,
      );
    }
    // The page asks for a token itself, and shows no figures before the login.
    expect(await (await fetch(users.http.url)).text()).not.toContain('<th>Memories</th>');
    expect((await fetch(`${users.http.url}/health`)).status).toBe(200);
    expect((await post('/mcp/memgos', withToken(token))).status).toBe(200);
  });

  it('tells OAuth clients what it is', async () => {
    const metadata = await fetch(`${users.http.url}/.well-known/oauth-protected-resource/mcp/memgos`);
    expect(await metadata.json()).toMatchObject({
      resource: `${users.http.url}/mcp/memgos`,
      bearer_methods_supported: ['header'],
    });
  });

  it.each([
    ['a missing token', 'Basic abc', 'MISSING_TOKEN'],
    ['a malformed token', 'Bearer abc', 'INVALID_TOKEN'],
    ['a forged token', `Bearer rmn_0123456789ab_${'x'.repeat(43)}`, 'INVALID_TOKEN'],
  ])('refuses %s in the shape of the contract', async (_, authorization, code) => {
    const refused = await post('/mcp/memgos', { authorization });
    expect(refused.status).toBe(401);
    const { error } = await json(refused);
    expect(error.data).toMatchObject({ success: false, error: { type: 'authentication_error', code } });
  });

  it('refuses one with a wrong secret, a revoked one, an expired one, and one of a disabled user', async () => {
    const forged = `${token.slice(0, -3)}${token.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    expect((await post('/mcp/memgos', withToken(forged))).status).toBe(401);

    const revoked = await users.token('alice');
    expect((await post('/mcp/memgos', withToken(revoked))).status).toBe(200);
    await users.open.engine.users.revoke(OWNER, revoked.split('_')[1] ?? '');
    expect((await json(await post('/mcp/memgos', withToken(revoked)))).error.message).toContain('revoked');

    const { token: short } = await users.open.engine.users.issueToken(OWNER, 'alice', 0.000_001);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const expired = await post('/mcp/memgos', withToken(short));
    expect(expired.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect((await json(expired)).error.data.error.code).toBe('TOKEN_EXPIRED');

    const gone = await users.token('zoe');
    await users.open.engine.users.setActive(OWNER, 'zoe', false);
    const disabled = await post('/mcp/memgos', withToken(gone));
    expect(disabled.status).toBe(401);
    expect((await json(disabled)).error.message).toContain('The user of this token is disabled.');
    // Only who holds the token learns it.
    const guessed = `${gone.slice(0, -3)}${gone.endsWith('AAA') ? 'BBB' : 'AAA'}`;
    expect((await json(await post('/mcp/memgos', withToken(guessed)))).error.message).toContain('Unknown token.');
  });

  it('keeps no secret: the store holds a hash, and lists show neither token nor hash', async () => {
    const secret = token.slice('rmn_0123456789ab_'.length);
    const listed = JSON.stringify(await users.open.engine.users.tokens(OWNER));
    expect(listed).not.toContain(secret);
    expect(listed).not.toContain('hash');
  });

  it('takes the user only from the token', async () => {
    const client = await users.connect('memgos', token);
    await client.call('register_cube', { cube_id: 'alices', user_id: 'alice' });
    const other = await client.call('list_cubes', { user_id: 'bob' });
    expect(other.value.error).toMatchObject({ type: 'authorization_error', code: 'ACCESS_DENIED' });
    const { value } = await client.call('session_info');
    expect(value.session).toMatchObject({ user_id: 'alice', api_mode: true, api_url: users.http.url });
    expect(value.session.tool_calls_count).toBe(3);
    await client.close();
  });

  it('confines other profiles to shared cubes: the default cube belongs to the owner until it is shared', async () => {
    await users.open.engine.memories.store(OWNER, { content: 'The safe is behind the painting.' });
    const client = await users.connect('memory-mcp', await users.token('carol'));
    const before = await client.call('search_text', { query: 'safe painting' });
    expect(before.value).toMatchObject({ count: 0 });
    expect((await client.call('store_memory', { content: 'x' })).value.text).toContain(
      'remanence cube share default carol',
    );
    expect((await client.call('list_memories', { user_id: 'bob' })).isError).toBe(true);
    await users.open.engine.cubes.registry.share(OWNER, 'default', 'carol');
    expect((await client.call('search_text', { query: 'safe painting' })).value).toMatchObject({ count: 1 });
    await client.close();
  });
});

describe("files on the server's machine", () => {
  it('are only for admin and root', async () => {
    const path = users.open.dataDir;
    const token = await users.token('dora');
    const client = await users.connect('memgos', token);
    const refused = await client.call('register_cube', { cube_id: 'doras', cube_path: `${path}/doras` });
    expect(refused.value.error).toMatchObject({ type: 'authorization_error' });
    await client.close();
    await users.open.engine.cubes.registry.share(OWNER, 'default', 'dora');
    const other = await users.connect('long-term-memory', token);
    for (const [tool, input] of [
      ['export_memory', {}],
      ['export_memory', { output_path: `${path}/out.jsonl` }],
      ['import_memory', { file_path: `${path}/in.jsonl` }],
      ['index_directory', { directory_path: path }],
      ['index_file', { file_path: `${path}/config.json` }],
      ['reindex', { directory_path: path }],
      ['reindex', { scope: 'full' }],
    ] as const)
      expect(JSON.stringify((await other.call(tool, input)).value.error)).toContain(
        'Only admin and root may use files',
      );
    await other.close();
    const admin = await users.connect('memgos', await users.token('ada', 'admin'));
    expect((await admin.call('register_cube', { cube_id: 'adas', cube_path: `${path}/adas` })).isError).toBe(false);
    await admin.close();
  });
});

describe('the rate limit', () => {
  it('is reported in the result by memgos, with the remaining calls in _meta and headers', async () => {
    const token = await users.token('busy');
    const client = await users.connect('memgos', token);
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push(await client.call('health_check'));
    expect(answers[0]?.meta).toMatchObject({ 'X-RateLimit-Remaining': '19', 'X-RateLimit-Reset': expect.any(String) });
    expect(answers.filter(({ isError }) => isError)).toHaveLength(1);
    expect(answers.at(-1)?.value.error).toMatchObject({ type: 'rate_limit_error', code: 'RATE_LIMIT_EXCEEDED' });
    const listing = await post('/mcp/memgos', withToken(token));
    expect(listing.headers.get('x-ratelimit-remaining')).toBe('0');
    await client.close();
  });

  it('is 429 in other profiles, counted per user', async () => {
    const [busy, calm] = [withToken(await users.token('hasty')), withToken(await users.token('calm'))];
    const call = { ...LIST, method: 'tools/call', params: { name: 'get_status', arguments: {} } };
    for (let i = 0; i < 20; i++) expect((await post('/mcp/memory-mcp', busy, call)).status).toBe(200);
    const refused = await post('/mcp/memory-mcp', busy, call);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('/mcp/memory-mcp', calm, call)).status).toBe(200);
  });
});

describe('hostile requests', () => {
  it('from a foreign page or to a foreign name are refused before the token is checked', async () => {
    const said = await raw('GET /mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(said).toContain('403');
    expect((await post('/mcp/memgos', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post('/.well-known/oauth-protected-resource', { origin: 'null' })).status).toBe(403);
  });

  it('that are too large or not JSON are refused', async () => {
    const token = withToken(await users.token('alice'));
    expect((await post('/mcp/memgos', token, JSON.stringify('x'.repeat(17_000_000)))).status).toBe(413);
    expect((await post('/mcp/memgos', token, '{"jsonrpc":')).status).toBe(400);
    expect((await post('/mcp/memgos', token, '[]')).status).toBe(400);
    expect((await post('/mcp/memgos', { ...token, 'content-type': 'text/plain' }, 'hello')).status).toBe(415);
    expect(await raw('NONSENSE\r\n\r\n')).toContain('400');
  });

  it('that arrive too slowly are dropped, headers and body', async () => {
    expect(await raw('POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')).toContain('408');
    const post = (...headers: string[]) => [
      'POST /mcp HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Content-Length: 100',
      ...headers,
    ];
    const slow = (lines: readonly string[]) => raw(`${lines.join('\r\n')}\r\n\r\n{`);
    const token = await users.token('alice');
    expect(await slow(post(`Authorization: Bearer ${token}`))).toMatch(/^(?:HTTP\/1.1 408|$)/);
    // Without a token the server does not wait for the body.
    expect(await slow(post())).toContain('401');
  });
});
