// `remanence open`: from a terminal to the page.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { type HttpProcess, startServer } from './http-server.ts';
import { temporaryFolder } from './open.ts';
import { MAIN } from './stdio-client.ts';

const dataDir = temporaryFolder();
let server: HttpProcess;
beforeAll(async () => {
  server = await startServer(dataDir);
});
afterAll(async () => {
  server.process.kill('SIGTERM');
  await server.exited;
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (...args: string[]) => promisify(execFile)(process.execPath, [MAIN, ...args, '--data-dir', dataDir]);
const open = async () => (await run('open', '--print', '--port', new URL(server.url).port)).stdout.trim();

it('the server prints the address of its page', () => {
  expect(server.stderr()).toContain(`View and edit the memory: ${server.url}/`);
});

it('opens the page directly while there are no tokens', async () => {
  expect(await open()).toBe(`${server.url}/`);
});

it('opens it through a one-time link if there are tokens', async () => {
  await run('user', 'add', 'ada');
  await run('user', 'token', 'ada');
  const link = await open();
  expect(link).toMatch(new RegExp(`^${server.url}/open/[\\w-]{43}$`));
  const page = new ApiClient(server.url);
  expect((await page.get('memory.list', {})).status).toBe(401);
  expect((await page.send(link.slice(server.url.length), {})).status).toBe(303);
  expect((await page.get('memory.list', {})).status).toBe(200);
  expect((await new ApiClient(server.url).send(link.slice(server.url.length), {})).status).toBe(401);
});

it('says which address does not answer', async () => {
  const refused = await run('open', '--print', '--port', '1').catch((error: { stderr: string }) => error);
  expect(refused.stderr).toContain('No server answers at http://127.0.0.1:1.');
});
