import assert from 'node:assert/strict';
import type { Flow } from '../flow.ts';

export const inboxFlows: readonly Flow[] = [
  {
    name: 'no search finds a proposal until it is accepted with one key',
    async run(stage) {
      const { server } = stage;
      const content = 'The printer on the second floor is called Gutenberg.';
      await server.post('inbox.propose', { content, source: 'a hook' });
      const hits = async () => (await server.read('search.words', { question: 'printer Gutenberg' })).hits;
      assert.equal((await hits()).filter(({ memory }) => memory.content === content).length, 0);
      const window = await stage.window();
      const { page } = window;
      await window.go('inbox?kind=proposal');
      const card = page.locator('main [data-row]', { hasText: 'Gutenberg' });
      await card.focus();
      await page.keyboard.press('y');
      await page.getByText('Remembered.').waitFor();
      await card.waitFor({ state: 'detached' });
      assert.equal((await hits()).filter(({ memory }) => memory.content === content).length, 1);
    },
  },
  {
    name: 'a rejected proposal is not proposed again',
    async run(stage) {
      const { server } = stage;
      const content = 'Everybody likes the old logo better.';
      await server.post('inbox.propose', { content });
      const window = await stage.window();
      const { page } = window;
      await window.go('inbox?kind=proposal');
      const card = page.locator('main [data-row]', { hasText: 'old logo' });
      await card.focus();
      await page.keyboard.press('x');
      await card.waitFor({ state: 'detached' });
      assert.equal((await server.post('inbox.propose', { content })).item, null);
    },
  },
  {
    name: 'duplicates are merged with one key, and the merge is undone',
    async run(stage) {
      const { server } = stage;
      await server.post('memory.add', {
        content: 'Visitors get a yellow badge at the front desk of the Lisbon depot.',
      });
      await server.post('memory.add', {
        content: 'Visitors get a yellow badge at the front desk of the Lisbon depot today.',
      });
      const window = await stage.window();
      const { page } = window;
      await window.go('inbox?kind=duplicate');
      const card = page.locator('main [data-row]', { hasText: 'yellow badge' }).first();
      await card.focus();
      await page.keyboard.press('m');
      await page.getByText('Merged into one.').waitFor();
      await card.waitFor({ state: 'detached' });
      await page.keyboard.press('u');
      await page.getByText('Undone.').waitFor();
    },
  },
  {
    name: 'older memories are checked for duplicates too',
    async run(stage) {
      const window = await stage.window();
      await window.go('inbox?kind=duplicate');
      await window.page.getByRole('button', { name: 'Check all memories' }).click();
      await window.page.getByText('All memories were checked.').waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'a stale memory is confirmed as still true',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      await window.go('inbox?kind=stale');
      const card = page.locator('main [data-row]', { hasText: 'set_password' }).first();
      await card.getByRole('button', { name: /Still true/ }).click();
      await page.getByText('Kept.').waitFor();
      await card.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'a decision about a changed item is refused, with both versions',
    async run(stage) {
      const { server } = stage;
      await server.post('memory.add', {
        content: 'The forklift licence is renewed every five years by the safety officer.',
      });
      const { memory } = await server.post('memory.add', {
        content: 'The forklift licence is renewed every five years by our safety officer.',
      });
      const window = await stage.window();
      const { page } = window;
      await window.go('inbox?kind=duplicate');
      const card = page.locator('main [data-row]', { hasText: 'forklift' }).first();
      await card.waitFor();
      await server.post('memory.edit', {
        id: memory.id,
        version: memory.version,
        content: `${memory.content} In Riga every three.`,
      });
      window.expectRefusals();
      await card.focus();
      await page.keyboard.press('x');
      await card.getByText('Somebody else has changed this memory').waitFor();
    },
  },
  {
    name: 'a check for duplicates that fails says why',
    async run(stage) {
      const window = await stage.window();
      const { page } = window;
      const job = { id: 'look', kind: 'duplicates', done: 0, total: 1, startedAt: 0, finishedAt: 1 };
      await page.route(/inbox\/look/, (route) => route.fulfill({ json: { job: job.id } }));
      await page.route(/data\/jobs/, (route) =>
        route.fulfill({ json: { jobs: [{ ...job, state: 'failed', error: 'The disk is full.' }] } }),
      );
      await window.go('inbox?kind=duplicate');
      await page.getByRole('button', { name: 'Check all memories' }).click();
      await page.getByText('The check failed: The disk is full.').waitFor();
    },
  },
];
