// Large bodies sent to a server in a separate process: what it reads, its memory, and whether others are served.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type HttpProcess, startServer } from './http-server.ts';
import { OWNER, openFolder, temporaryFolder } from './open.ts';

const MB = 1024 * 1024;
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const folder = temporaryFolder();

const body = (content: string) =>
  Buffer.from(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":${content}}}}`,
  );
const TEXT = body(JSON.stringify('x'.repeat(15.9 * MB)));
/** Takes seconds to parse. */
const OBJECTS = body(`[${'{},'.repeat(5 * MB)}{}]`);

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
  readonly ms: number;
}

/** Node's own client: it reads an answer that arrives before the body is sent. */
function post(url: string, headers: Record<string, string>, parts: readonly Buffer[]): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/mcp`, {
      agent: new Agent({ keepAlive: true }),
      method: 'POST',
      headers: { ...HEADERS, ...headers },
    });
    sent.on('response', async (response: IncomingMessage) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode, text, ms: performance.now() - started });
    });
    sent.on('error', reject);
    // Once answered, the server may close the connection.
    sent.on('socket', (socket) => socket.on('error', () => {}));
    for (const part of parts) sent.write(part);
    sent.end();
  });
}
const declared = (content: Buffer) => ({ 'content-length': String(content.length) });
const RECALL = Buffer.from(
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"anything"}}}',
);
const LIST = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}');

const residentMb = ({ process: { pid } }: HttpProcess, peak = false): number =>
  Number(new RegExp(`${peak ? 'VmHWM' : 'VmRSS'}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

/** In a separate process, so that sending does not block measuring. */
const SENDER = `
  import { readFileSync } from 'node:fs';
  const [url, file, times, headers] = process.argv.slice(1);
  const body = readFileSync(file);
  const send = async () => {
    const response = await fetch(url, { method: 'POST', headers: JSON.parse(headers), body });
    return { status: response.status, text: (await response.text()).slice(0, 1000) };
  };
  console.log(JSON.stringify(await Promise.all(Array.from({ length: Number(times) }, send))));`;
const Sent = z.array(z.object({ status: z.number(), text: z.string() }));

async function sendAtOnce(url: string, content: Buffer, headers: Record<string, string>) {
  const file = join(folder, 'body.json');
  writeFileSync(file, content);
  const args = [
    '--input-type=module',
    '-e',
    SENDER,
    `${url}/mcp`,
    file,
    '20',
    JSON.stringify({ ...HEADERS, ...headers }),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Sent.parse(JSON.parse(stdout));
}

/** Sends a body twenty times at once, and a small call of another user repeatedly until all are answered. */
async function flood(
  server: HttpProcess,
  content: Buffer,
  sender: Record<string, string>,
  other: Record<string, string>,
) {
  const small = () => post(server.url, { ...other, ...declared(LIST) }, [LIST]);
  // Load the model before measuring.
  await post(server.url, { ...other, ...declared(RECALL) }, [RECALL]);
  for (let i = 0; i < 3; i++) await small();
  const before = residentMb(server);
  let isDone = false;
  const sending = sendAtOnce(server.url, content, sender).finally(() => {
    isDone = true;
  });
  const others: Answer[] = [];
  do {
    others.push(await small());
    await delay(10);
  } while (!isDone);
  return { answers: await sending, others, growthMb: residentMb(server, true) - before };
}

const slowest = (answers: readonly Answer[]) => Math.max(...answers.map(({ ms }) => ms));

describe('bodies of 16 MB, twenty at once', () => {
  let server: HttpProcess;
  const token: Record<string, string> = {};
  beforeAll(async () => {
    server = await startServer(folder, ['--rate-limit', 'off']);
  });
  afterAll(() => {
    server.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('in an open server are accepted a few at a time, with small calls in between', async () => {
    const { answers, others, growthMb } = await flood(server, TEXT, {}, {});
    for (const { status, text } of answers) {
      if (status === 200) expect(text).toContain('content');
      else expect(JSON.parse(text)).toMatchObject({ error: { code: -32_000 }, id: null });
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(slowest(others)).toBeLessThan(5000);
    expect(growthMb).toBeLessThan(500);
  });

  it('that would take seconds to parse are refused before parsing', async () => {
    const { answers, others } = await flood(server, OBJECTS, {}, {});
    for (const { status, text } of answers) {
      expect([400, 503]).toContain(status);
      if (status === 400) expect(JSON.parse(text)).toMatchObject({ error: { code: -32_600 }, id: 1 });
    }
    expect(slowest(others)).toBeLessThan(5000);
  });

  it('without a token are answered 401 and never read', async () => {
    const engine = await openFolder(folder);
    await engine.users.add(OWNER, { id: 'ann', role: 'user' });
    token.authorization = `Bearer ${(await engine.users.issueToken(OWNER, 'ann', 1)).token}`;
    await engine.close();
    // A fresh server: memory left from the tests above would hide what these use.
    server.process.kill('SIGKILL');
    await server.exited;
    server = await startServer(folder, ['--rate-limit', 'off']);
    for (const sender of [{}, { authorization: 'Bearer abc' }]) {
      const { answers, others, growthMb } = await flood(server, TEXT, sender, token);
      const refused = 'authorization' in sender ? [401, 429] : [401];
      for (const { status } of answers) expect(refused).toContain(status);
      expect(growthMb).toBeLessThan(150);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      expect(slowest(others)).toBeLessThan(5000);
    }
  });

  it('with a token are bounded too', async () => {
    const { answers, others, growthMb } = await flood(server, TEXT, token, token);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    expect(slowest(others)).toBeLessThan(5000);
    expect(growthMb).toBeLessThan(500);
  });

  it('beyond the limit are refused: at once if announced, else when they exceed it', async () => {
    const large = Buffer.alloc(20 * MB, 0x20);
    const announced = await post(server.url, { ...token, ...declared(large) }, [large]);
    expect(announced.status).toBe(413);
    const chunk = Buffer.alloc(MB, 0x20);
    const counted = await post(server.url, token, Array<Buffer>(17).fill(chunk));
    expect(counted.status).toBe(413);
    expect(JSON.parse(counted.text)).toMatchObject({ error: { code: -32_600 }, id: null });
    expect((await post(server.url, { ...token, ...declared(LIST) }, [LIST])).status).toBe(200);
  });

  it('of unknown length are read too', async () => {
    const answer = await post(server.url, token, [LIST.subarray(0, 10), LIST.subarray(10)]);
    expect(answer.status).toBe(200);
  });
});
