// A server with users: login, logout, a revoked token, and refusals.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { MAIN } from '../../stdio-client.ts';
import type { Flow } from '../flow.ts';
import type { TestServer } from '../server.ts';

/** Once a token exists, every request needs one. */
export async function moveIn(server: TestServer): Promise<void> {
  await server.post('memory.add', { content: 'The archive is in the cellar.' });
  await server.post('people.addUser', { id: 'tamsin', role: 'root' });
  await server.post('people.addUser', { id: 'riga-screen', role: 'guest' });
  server.token = await tokenOf(server, 'tamsin');
}

const tokenOf = async (server: TestServer, user: string): Promise<string> =>
  (await server.post('people.issueToken', { user, days: 1 })).token;

async function logIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export const accessFlows: readonly Flow[] = [
  {
    name: 'a login returns to the requested view, and a logout ends it',
    async run(stage) {
      const { server } = stage;
      const window = await stage.window();
      const { page } = window;
      await window.go('people?show=cubes');
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      assert.deepEqual(await window.violations(), []);
      window.expectRefusals();
      await logIn(page, 'wrong');
      await page.getByRole('alert').waitFor();
      await logIn(page, await tokenOf(server, 'tamsin'));
      await page.getByRole('heading', { name: 'People' }).waitFor();
      assert.match(await page.locator('.scope').innerText(), /tamsin/);
      assert.equal(
        await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'),
        '{}{}',
      );
      assert.ok(!page.url().includes('token'));
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
    },
  },
  {
    name: 'a revoked token ends the login, and typed text stays',
    async run(stage) {
      const { server } = stage;
      const window = await stage.window();
      const { page } = window;
      const token = await tokenOf(server, 'tamsin');
      await window.go('search');
      await logIn(page, token);
      await page.getByRole('button', { name: 'New memory' }).click();
      await page.getByRole('textbox', { name: 'What should be remembered?' }).fill('Half of a thought');
      const { tokens } = await server.read('people.tokens', {});
      const newest = tokens
        .filter(({ user, state }) => user === 'tamsin' && state === 'active')
        .sort((a, b) => b.createdAt - a.createdAt)[0];
      await server.post('people.revokeToken', { which: newest?.id ?? '' });
      window.expectRefusals();
      await page.getByRole('button', { name: 'Store' }).click();
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      await logIn(page, await tokenOf(server, 'tamsin'));
      await page.getByRole('button', { name: 'New memory' }).click();
      assert.equal(
        await page.getByRole('textbox', { name: 'What should be remembered?' }).inputValue(),
        'Half of a thought',
      );
    },
  },
  {
    name: 'a guest sees what is shared but cannot change it',
    async run(stage) {
      const { server } = stage;
      await server.post('people.addCube', { id: 'board' });
      await server.post('memory.add', { content: 'The board shows departures only.', cube: 'board' });
      await server.post('people.share', { cube: 'board', user: 'riga-screen' });
      const window = await stage.window();
      const { page } = window;
      await window.go('search');
      await logIn(page, await tokenOf(server, 'riga-screen'));
      await page.getByText('departures only').click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await page.getByRole('button', { name: /Edit|Forget|Erase/ }).count(), 0);
      assert.equal(await page.getByText('The archive is in the cellar.').count(), 0);
    },
  },
  {
    name: 'the link of `remanence open` logs the owner in exactly once',
    async run(stage) {
      const { server } = stage;
      const { port } = new URL(server.url);
      const args = [MAIN, 'open', '--print', '--data-dir', server.dataDir, '--port', port];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      const window = await stage.window();
      const { page } = window;
      await page.goto(stdout.trim());
      await page.getByText('The archive is in the cellar.').waitFor();
      assert.ok(!page.url().includes('/open/'));
      const other = await stage.window();
      other.expectRefusals();
      const again = await other.page.goto(stdout.trim());
      assert.notEqual(again?.status(), 200);
      await other.go('search');
      await other.page.getByRole('heading', { name: 'Log in' }).waitFor();
    },
  },
  {
    name: 'users, tokens and cubes are created and shared on the page',
    async run(stage) {
      const { server } = stage;
      const window = await stage.window();
      const { page } = window;
      await window.go('people');
      await logIn(page, await tokenOf(server, 'tamsin'));
      await page.getByRole('textbox', { name: 'Name of the new user' }).fill('oslo-night');
      await page.getByRole('button', { name: 'Add' }).click();
      const card = page.locator('main [data-row]', { hasText: 'oslo-night' });
      await card.getByRole('button', { name: 'New token' }).click();
      const token = await page.locator('[data-token]').innerText();
      await page.getByRole('button', { name: 'Close' }).click();
      await card.getByText('active').waitFor();
      const agent = await server.agent('night-agent', token);
      await agent.close();
      await card.getByRole('button', { name: 'Revoke' }).click();
      await card.getByText('revoked').waitFor();
      await page.getByRole('link', { name: 'Audit' }).click();
      await page.getByText('token.issue').first().waitFor();
    },
  },
  {
    name: 'the owner of the data folder is listed without what would be refused',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('people');
      await logIn(page, await tokenOf(stage.server, 'tamsin'));
      const card = (name: string) =>
        page.locator('main [data-row]', { has: page.getByRole('heading', { name, exact: true }) });
      await card('riga-screen').getByRole('button', { name: 'New token' }).waitFor();
      await card('local').getByText('needs no role and no token').waitFor();
      assert.equal(await card('local').locator('button, select').count(), 0);
    },
  },
  {
    name: 'a foreign Origin, a foreign Host and a missing cookie are refused',
    async run({ server }) {
      const body = JSON.stringify({ content: 'Not mine.' });
      const from = async (headers: Record<string, string>) => (await server.send('memory.add', body, headers)).status;
      assert.equal(await from({ origin: 'https://elsewhere.example' }), 403);
      assert.equal(await from({ 'content-type': 'text/plain' }), 400);
      const bare = await fetch(`${server.url}/api/memory/list`);
      assert.equal(bare.status, 401);
      assert.equal(bare.headers.get('cache-control'), 'no-store');
      for (const path of ['/', '/api/memory/list', '/nowhere']) {
        const policy = (await fetch(`${server.url}${path}`)).headers.get('content-security-policy') ?? '';
        assert.match(policy, /default-src 'none'/);
        assert.match(policy, /require-trusted-types-for 'script'/);
      }
    },
  },
];
